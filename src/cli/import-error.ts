import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

const FRAME = /^ +at (?:.*\()?((?:file:\/\/)?\/.*?):(\d+):\d+\)?$/gm;
const OWN_FILES = fileURLToPath(new URL('..', import.meta.url));

/** Says why MODULE could not be imported: what was thrown, where, and what to write when that is known. */
export function explainImportError(path: string, error: unknown): string {
  const text = describe(error);
  const lines = [`${path} cannot be imported: ${text}`, placeOf(error), hintFor(text)];
  return lines.filter(line => line !== undefined).join('\n');
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return `it threw ${inspect(error, { depth: 0 })}`;
  // Only the more telling names, such as TypeError, are worth a word.
  return error.name === 'Error' && error.message !== '' ? error.message : `${error.name}: ${error.message}`;
}

/** The innermost line of the user's own code. */
function placeOf(error: unknown): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const [, file = '', line = ''] of stack.matchAll(FRAME)) {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file;
    if (!path.includes('/node_modules/') && !path.startsWith(OWN_FILES)) return `  at ${path}:${line}`;
  }
  return undefined;
}

function hintFor(text: string): string | undefined {
  const type = /does not provide an export named '([^']+)'/.exec(text)?.[1];
  if (type !== undefined) return `If '${type}' is an interface or type, write: import { type ${type} }.`;
  const commonJs = /\b(require|module|exports|__dirname|__filename) is not defined/.exec(text)?.[1];
  if (commonJs === undefined) return undefined;
  return (
    `It is loaded as an ES module, which has no '${commonJs}'. Write import instead of require, export instead of ` +
    'module.exports, and import.meta.dirname or import.meta.filename for the other two.'
  );
}

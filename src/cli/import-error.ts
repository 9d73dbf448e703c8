import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inspect, types } from 'node:util';
import { TYPESCRIPT_FILE } from './typescript/load-typescript.js';

const FRAME = /^ +at (?:.*\()?((?:file:\/\/)?\/.*?):(\d+):\d+\)?$/gm;
/** What Node writes before the stack of an error that it found while compiling. */
const COMPILED = /^((?:file:\/\/)?\/.*):(\d+)\n/;
const OWN_FILES = fileURLToPath(new URL('..', import.meta.url));

/** Says why MODULE could not be imported: what was thrown, where, and what to write when that is known. */
export function explainImportError(path: string, error: unknown): string {
  try {
    const text = describe(error);
    const lines = [`${path} cannot be imported: ${text}`, placeOf(path, error), hintFor(text)];
    return lines.filter(line => line !== undefined).join('\n');
  } catch {
    return `${path} cannot be imported: it threw something that cannot be read.`;
  }
}

function describe(error: unknown): string {
  if (types.isPromise(error)) return 'it threw a promise. Await it instead.';
  if (!(error instanceof Error)) return `it threw ${inspect(error, { depth: 0 })}`;
  // Only the more telling names, such as TypeError, are worth a word.
  return error.name === 'Error' && error.message !== '' ? error.message : `${error.name}: ${error.message}`;
}

/** The innermost line of the user's own code. */
function placeOf(modulePath: string, error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const stack = error.stack ?? '';
  const [, compiled, compiledLine = ''] = COMPILED.exec(stack) ?? [];
  if (compiled !== undefined) return at(compiled, compiledLine);
  for (const [, file = '', line = ''] of stack.matchAll(FRAME)) {
    const path = toPath(file);
    if (!path.includes('/node_modules/') && !path.startsWith(OWN_FILES)) return at(path, line);
  }
  return error instanceof SyntaxError ? placeOfSyntaxError(modulePath) : undefined;
}

/** Node does not say where an ES module cannot be compiled, so it is asked again about MODULE alone. */
function placeOfSyntaxError(modulePath: string): string {
  const isTypeScript = TYPESCRIPT_FILE.test(modulePath);
  const line = isTypeScript ? undefined : findSyntaxError(readFileSync(modulePath));
  return line === undefined ? '  in a file that it imports' : at(modulePath, line);
}

function findSyntaxError(source: Buffer): string | undefined {
  const checking = ['--input-type=module', '--check', '-'];
  const { stderr } = spawnSync(process.execPath, checking, { input: source, encoding: 'utf8' });
  return /^\[stdin\]:(\d+)$/m.exec(stderr)?.[1];
}

const toPath = (file: string): string => (file.startsWith('file:') ? fileURLToPath(file) : file);
const at = (file: string, line: string): string => `  at ${toPath(file)}:${line}`;

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

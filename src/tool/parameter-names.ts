/** One parameter as written in source. `name` is missing for a destructured one. */
export interface SourceParameter {
  readonly name?: string;
  readonly isRest: boolean;
}

/**
 * Reads parameter names from a function's source text; true for code that is not minified, and nothing at run
 * time can tell whether it is.
 */
export function readParameters(fn: (...args: never[]) => unknown): readonly SourceParameter[] {
  const source = Function.prototype.toString.call(fn);
  return splitTopLevel(source.slice(source.indexOf('(') + 1)).map(text => {
    const name = /^(?:\.\.\.)?\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?:=|$)/u.exec(text)?.[1];
    return { ...(name === undefined ? {} : { name }), isRest: text.startsWith('...') };
  });
}

/** The comma-separated parts up to the parenthesis that closes the list, without comments. */
function splitTopLevel(source: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  // Comments and strings in default values may hold any bracket, so each is one token.
  for (const [token] of source.matchAll(TOKEN)) {
    if (token.startsWith('/*') || token.startsWith('//')) continue;
    if (depth === 0 && (token === ',' || token === ')')) {
      if (part.trim() !== '') parts.push(part.trim());
      part = '';
      if (token === ')') break;
      continue;
    }
    if ('([{'.includes(token)) depth++;
    else if (')]}'.includes(token)) depth--;
    part += token;
  }
  return parts;
}

const TOKEN = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|[\s\S]/g;

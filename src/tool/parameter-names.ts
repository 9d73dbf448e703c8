import { nestingOf, SourceTokens } from './source-tokens.js';

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
  const tokens = new SourceTokens(Function.prototype.toString.call(fn));
  const bare = enterList(tokens);
  return (bare === undefined ? splitList(tokens) : [bare]).map(text => {
    const name = /^(?:\.\.\.)?\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?:=|$)/u.exec(text)?.[1];
    return { ...(name === undefined ? {} : { name }), isRest: text.startsWith('...') };
  });
}

/** Moves behind the parenthesis that opens the list; gives the parameter of an arrow function that has none. */
function enterList(tokens: SourceTokens): string | undefined {
  let word = '';
  // The name of a method may be computed, and hold calls of its own.
  for (let depth = 0, token = tokens.next(); token !== undefined; token = tokens.next()) {
    if (depth === 0 && token === '(') return undefined;
    if (depth === 0 && token === '=>') return word;
    depth += nestingOf(token);
    if (token.trim() !== '') word = token;
  }
  return undefined;
}

/** The comma-separated parts up to the parenthesis that closes the list. */
function splitList(tokens: SourceTokens): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
    if (depth === 0 && (token === ',' || token === ')')) {
      if (part.trim() !== '') parts.push(part.trim());
      part = '';
      if (token === ')') break;
      continue;
    }
    depth += nestingOf(token);
    part += token;
  }
  return parts;
}

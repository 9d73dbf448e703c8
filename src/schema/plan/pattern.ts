import { estimateCost } from './pattern-cost.js';
import { guardPattern, type Pattern } from './pattern-guard.js';

/** A pattern that no text can make hang the process. @throws SyntaxError */
export function compilePattern(pattern: string): Pattern {
  return guardPattern(compileExpression(pattern));
}

export function isPattern(pattern: string): boolean {
  try {
    compileExpression(pattern);
    return true;
  } catch {
    return false;
  }
}

/** V8 weighs them in a tenth of a second, and nothing could interrupt it. */
const MAX_PATHS = 2_000_000;

function compileExpression(pattern: string): RegExp {
  const expression = parseExpression(pattern);
  if (estimateCost(expression).paths <= MAX_PATHS) return expression;
  throw new SyntaxError(
    'Invalid regular expression: too many of its parts may be left out, one after the other',
  );
}

/** JSON Schema patterns are Unicode patterns; older ones escape more than the `u` flag allows. */
function parseExpression(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}

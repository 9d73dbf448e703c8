import { nearestNames } from '../../foundation/names.js';
import { showText } from './words.js';

/** What a member that is not known may have been meant to be. */
export function hintKnownNames(
  wanted: string,
  known: readonly string[],
  patterns: readonly string[],
): string {
  const nearest = nearestNames(wanted, known);
  if (nearest.length > 0) return `Did you mean ${nearest.map(name => `'${name}'`).join(' or ')}?`;
  const shown = patterns.map(pattern => showText(pattern, MAX_PATTERN));
  if (known.length === 0)
    return shown.length === 0 ? 'No members are known.' : `Names must match ${list(shown, ' or ')}.`;
  const others = shown.length === 0 ? '' : `, and names that match ${list(shown, ' or ')}`;
  return `Known members: ${list(known, ', ')}${others}.`;
}

const MAX_NAMES = 30;
const MAX_PATTERN = 60;

function list(words: readonly string[], separator: string): string {
  const rest = words.length - MAX_NAMES;
  return `${words.slice(0, MAX_NAMES).join(separator)}${rest > 0 ? ` and ${rest} more` : ''}`;
}

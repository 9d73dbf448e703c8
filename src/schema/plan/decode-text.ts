import type { JsonValue } from '../../foundation/json.js';
import type { Repair } from '../issue.js';
import { checkArgumentSize } from './argument-size.js';
import { kindOf } from './kind.js';
import { MAX_RECURSION } from './pass.js';

/** Repairs JSON text where an object or array is wanted; any other value comes back as it is. */
export function decodeText(
  value: unknown,
  wanted: 'object' | 'array',
  path: string,
  repairs: Repair[],
): unknown {
  if (typeof value !== 'string' || !OPENING[wanted].test(value)) return value;
  const decoded = parseJson(value);
  if (kindOf(decoded) !== wanted || checkArgumentSize(decoded, DECODED_LIMITS) !== undefined) return value;
  repairs.push({ path, rule: 'text-to-json', from: value, to: decoded as JsonValue });
  return decoded;
}

const OPENING = { object: /^\s*\{/, array: /^\s*\[/ };
const DECODED_LIMITS = { maxDepth: MAX_RECURSION, maxBytes: Infinity };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

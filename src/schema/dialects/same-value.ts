import { stableText } from '../plan/same-value.js';

/** True when JSON Schema calls two JSON values equal. */
export const sameValue = (a: unknown, b: unknown): boolean => a === b || stableText(a) === stableText(b);

import { nameOpaque } from '../../foundation/opaque-object.js';
import type { Issue, Repair } from '../issue.js';
import { type ArgumentLimits, checkArgumentSize, describeDepth, describeSize } from './argument-size.js';
import { findJsonMistake } from './json-mistake.js';
import { describeReceived } from './words.js';

export type ParsedArguments =
  | { readonly ok: true; readonly value: unknown; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Reads the arguments of a call: JSON text as models write it, or an object as programs pass it. Nothing, null and
 * blank text are no arguments. The value is bounded, not yet checked against a schema.
 */
export function parseArguments(sent: unknown, limits: ArgumentLimits): ParsedArguments {
  if (sent === undefined) return { ok: true, value: {}, repairs: NONE };
  if (sent === null) return acceptAbsent(sent);
  if (typeof sent === 'string') return parseText(sent, limits);
  if (typeof sent === 'object' && nameOpaque(sent) !== undefined) {
    return refuse('an object', describeReceived(sent));
  }
  return bound(sent, limits);
}

const NONE: readonly Repair[] = [];

function acceptAbsent(sent: string | null): ParsedArguments {
  return { ok: true, value: {}, repairs: [{ path: '', rule: 'absent-to-object', from: sent, to: {} }] };
}

function parseText(text: string, limits: ArgumentLimits): ParsedArguments {
  if (isLongerThan(text, limits.maxBytes)) return refuse(describeSize(limits.maxBytes), 'more than that');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (text.trim() === '') return acceptAbsent(text);
    const { expected, received } = findJsonMistake(text);
    return refuse(expected, received);
  }
  if (value === null) return acceptAbsent(null);
  // Every level takes two characters, so a short text cannot be too deep.
  return text.length < 2 * limits.maxDepth
    ? { ok: true, value, repairs: NONE }
    : bound(value, { ...limits, maxBytes: Infinity });
}

function bound(value: unknown, limits: ArgumentLimits): ParsedArguments {
  const issue = checkArgumentSize(value, limits);
  return issue === undefined ? { ok: true, value, repairs: NONE } : { ok: false, issues: [issue] };
}

/**
 * The first repair whose decoded text nests more deeply than arguments may: as text it was no deeper than any other.
 * Undefined when there is none.
 */
export function findTooDeepRepair(repairs: readonly Repair[], maxDepth: number): Issue | undefined {
  for (const { path, rule, to } of repairs) {
    if (rule !== 'text-to-json') continue;
    const levelsAround = path.split('/').length - 1;
    const limits = { maxDepth: maxDepth - levelsAround, maxBytes: Infinity };
    if (checkArgumentSize(to, limits, path) === undefined) continue;
    return { path, expected: describeDepth(maxDepth), received: 'text that holds more of them' };
  }
  return undefined;
}

/** Counts bytes only when the number of characters does not decide. */
function isLongerThan(text: string, maxBytes: number): boolean {
  return text.length > maxBytes || (text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes);
}

function refuse(expected: string, received: string): ParsedArguments {
  return { ok: false, issues: [{ path: '', expected, received }] };
}

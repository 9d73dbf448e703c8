import { inspect, types } from 'node:util';
import type { Secrets } from '../context/secrets.js';
import { cutText } from '../foundation/cut-text.js';
import type { JsonObject } from '../foundation/json.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import { describeKind } from '../foundation/value-kind.js';
import { ToolFailedError } from './errors.js';

const MAX_TEXT = 2_000;
const NO_MESSAGE = 'it threw an error without a message.';

/** What a model may read of anything a tool threw, secrets masked; never a stack trace, and never throws itself. */
export function describeThrown(thrown: unknown, secrets: Secrets): string {
  try {
    const text = secrets.mask(textOf(thrown));
    return (ToolwrightError.is(thrown) ? text : cutText(withoutFrames(text), MAX_TEXT)) || NO_MESSAGE;
  } catch {
    return 'it threw an error that cannot be read.';
  }
}

function textOf(thrown: unknown): string {
  if (ToolwrightError.is(thrown)) return thrown.toModelText();
  if (typeof thrown === 'string') return thrown;
  if (types.isPromise(thrown)) return 'it threw a promise.';
  if (typeof thrown === 'object' && thrown !== null) {
    const { message } = thrown as { message?: unknown };
    return typeof message === 'string' ? message : 'it threw an object without a message.';
  }
  return `it threw ${describeKind(thrown)}.`;
}

/** Messages may carry the stack of another error. Only after masking, as is every cut: no part of a secret may survive it. */
function withoutFrames(text: string): string {
  const start = cutText(text, 20 * MAX_TEXT);
  if (!FRAME.test(start)) return start;
  const lines = start.split('\n').filter(line => !FRAME.test(line));
  return lines.join('\n').trim();
}

/** The lines of stack traces; `m` lets them stand anywhere in a text. */
const FRAME = new RegExp(
  [
    String.raw`^[ \t]*at (?:[^\n]*\()?[^\s()]*:\d+:\d+\)?$`,
    String.raw`^[ \t]*at [^\n]*\((?:native|<anonymous>|index \d+)\)$`,
    String.raw`^[ \t]*\.\.\. \d+ lines matching cause stack trace \.\.\.$`,
  ].join('|'),
  'm',
);

/** An error of ours as it is, so that its code stays; anything else as a failure of the tool. */
export function asToolwrightError(thrown: unknown, toolName: string, secrets: Secrets): ToolwrightError {
  return ToolwrightError.is(thrown) ? thrown : failureOf(thrown, toolName, secrets);
}

/** What a tool threw, as a failure of that tool. */
export function failureOf(thrown: unknown, toolName: string, secrets: Secrets): ToolFailedError {
  return new ToolFailedError(toolName, describeThrown(thrown, secrets), maskedCause(thrown, secrets));
}

/** The same error when it tells no secret; else one of its code and kind that tells the masked words only. */
export function maskedError(error: ToolwrightError, secrets: Secrets): ToolwrightError {
  const { code, fault, retryable } = error;
  const message = secrets.mask(error.message);
  const details = secrets.maskJson(error.details) as JsonObject;
  if (message === error.message && details === error.details) return error;
  return new ToolwrightError({
    code,
    fault,
    retryable,
    message,
    details,
    cause: maskedCause(error.cause, secrets),
  });
}

/** What was thrown, for programs; only its masked words when it tells a secret, since errors end up in logs. */
export function maskedCause(thrown: unknown, secrets: Secrets): unknown {
  try {
    const told = inspect(thrown);
    const masked = secrets.mask(told);
    return masked === told ? thrown : new Error(masked);
  } catch {
    return undefined;
  }
}

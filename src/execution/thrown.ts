import { inspect, types } from 'node:util';
import type { Secrets } from '../context/secrets.js';
import type { JsonObject } from '../foundation/json.js';
import { readThrown } from '../foundation/thrown-text.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import { describeKind } from '../foundation/value-kind.js';
import { ToolFailedError } from './errors.js';

const NO_MESSAGE = 'it threw an error without a message.';
const UNREADABLE = 'it threw an error that cannot be read.';

/** What a model may read of anything a tool threw, secrets masked; never a stack trace, and never throws itself. */
export function describeThrown(thrown: unknown, secrets: Secrets): string {
  const mask = (text: string): string => secrets.mask(text);
  const text = ToolwrightError.is(thrown)
    ? readOwnText(thrown, mask)
    : readThrown(() => textOf(thrown), mask);
  return (text ?? UNREADABLE) || NO_MESSAGE;
}

/** Whole: it is as long as it has to be, and quotes no stack. */
function readOwnText(error: ToolwrightError, mask: (text: string) => string): string | undefined {
  try {
    return mask(error.toModelText());
  } catch {
    return undefined;
  }
}

function textOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  if (types.isPromise(thrown)) return 'it threw a promise.';
  if (typeof thrown === 'object' && thrown !== null) {
    const { message } = thrown as { message?: unknown };
    return typeof message === 'string' ? message : 'it threw an object without a message.';
  }
  return `it threw ${describeKind(thrown)}.`;
}

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
  const cause = maskedCause(error.cause, secrets);
  if (message === error.message && details === error.details && cause === error.cause) return error;
  return new ToolwrightError({
    code,
    fault,
    retryable,
    message,
    details,
    cause,
  });
}

/** What an error holds may be deep, long, hidden, or told otherwise by a method of its own. */
const EVERYTHING = {
  depth: 8,
  maxArrayLength: 1_000,
  maxStringLength: null,
  breakLength: Infinity,
  showHidden: true,
  customInspect: false,
} as const;
/** Inner errors are printed indented, which would tear secrets of several lines. */
const INDENTATION = /\n +/g;

const tell = (thrown: unknown, options: object): string =>
  inspect(thrown, options).replace(INDENTATION, '\n');

/** What was thrown, for programs; only its masked words when it tells a secret, since errors end up in logs. */
export function maskedCause(thrown: unknown, secrets: Secrets): unknown {
  if (secrets.isEmpty) return thrown;
  try {
    const told = tell(thrown, EVERYTHING);
    if (secrets.mask(told) === told) return thrown;
    return new Error(secrets.mask(tell(thrown, { ...EVERYTHING, showHidden: false })));
  } catch {
    return undefined;
  }
}

import type { Clock } from '../../foundation/clock.js';
import { cutText } from '../../foundation/cut-text.js';
import { readThrown } from '../../foundation/thrown-text.js';
import { ToolwrightError } from '../../foundation/toolwright-error.js';
import { ModelFailedError } from '../errors.js';
import { readRetryAfterMs } from '../retry-after.js';
import { type Loose, looseOf, textIn } from './ai-sdk-language-model.js';

const MAX_REASON = 500;

/** The codes of Node and of its fetch for connections that were refused, lost or not answered. */
const CONNECTION_CODES =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EAI_AGAIN|ENOTFOUND|UND_ERR_\w+)$/;

const HINTS = new Map([
  [401, 'Check the API key.'],
  [403, 'Check what the API key may do.'],
  [404, 'Check the name of the model and the base URL.'],
  [429, 'Ask less often, or for a higher limit.'],
]);

export interface FailureSite {
  readonly model: string;
  readonly clock: Clock;
  /** Hides the secrets in a text. */
  readonly mask: (text: string) => string;
}

/** What a provider threw, as an error of ours: without the request, and without anything secret. */
export function modelFailure(thrown: unknown, { model, clock, mask }: FailureSite): Error {
  if (ToolwrightError.is(thrown)) return thrown;
  const chain = chainOf(thrown);
  const error = looseOf(thrown);
  const status = chain.map(statusOf).find(each => each !== undefined);
  const headers = chain
    .map(each => looseOf(each['responseHeaders']))
    .find(each => Object.keys(each).length > 0);
  const said = readThrown(() => wordsOfAll(chain), mask);
  const words = cutText(said ?? 'it failed, and what it threw cannot be read.', MAX_REASON);
  return new ModelFailedError({
    model,
    reason: status === undefined ? words : withStatus(status, words),
    status,
    retryAfterMs: headers && readRetryAfterMs(headers, clock.now()),
    attempts: 1,
    retryable: isRetryable(chain, status),
    cause: copyOf(error, words),
  });
}

/** An error and what caused it; retries of a provider keep the last error elsewhere. */
function chainOf(thrown: unknown): Loose[] {
  const chain: Loose[] = [];
  for (let each = thrown; chain.length < 5;) {
    if (typeof each === 'string') each = { message: each };
    if (typeof each !== 'object' || each === null) break;
    chain.push(looseOf(each));
    each = looseOf(each)['lastError'] ?? looseOf(each)['cause'];
  }
  return chain;
}

/** Some say the status in the name of a code only: errors that come inside a stream. */
function statusOf(error: Loose): number | undefined {
  const status = error['statusCode'] ?? error['status'] ?? error['code'];
  const isStatus = typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 600;
  return isStatus ? status : undefined;
}

function isRetryable(chain: readonly Loose[], status: number | undefined): boolean {
  if (status !== undefined) return status === 408 || status === 409 || status === 429 || status >= 500;
  return chain.some(
    error =>
      error['isRetryable'] === true ||
      CONNECTION_CODES.test(textIn(error['code'])) ||
      OVERLOADED.test(`${textIn(error['type'])} ${textIn(error['code'])}`) ||
      // What fetch throws when a body ends too early.
      textIn(error['message']) === 'terminated',
  );
}

const OVERLOADED = /\b(overloaded_error|server_error|api_error|rate_limit_error|rate_limit_exceeded)\b/;

/** The fetch of Node says what happened only in the cause. */
function wordsOfAll(chain: readonly Loose[]): string {
  const [first = 'it failed.', ...causes] = chain.map(wordsOf).filter(text => text !== '');
  return first === 'fetch failed' || first === 'terminated' ? [first, ...causes].join(': ') : first;
}

/** Gateways answer with pages of HTML, of which only the body remains to tell something. */
function wordsOf(error: Loose): string {
  const message = textIn(error['message']).trim();
  const body = textIn(error['responseBody']).trim();
  return body === '' || body.startsWith('<') || looseOf(error['data'])['error'] !== undefined
    ? message
    : `${message}: ${body}`;
}

function withStatus(status: number, words: string): string {
  const hint = HINTS.get(status);
  const sentence = /[.!?…]$/.test(words) ? words : `${words}.`;
  return `it answered ${status}: ${sentence}${hint === undefined ? '' : ` ${hint}`}`;
}

/** A provider's own error holds the whole request, and may quote the key. */
function copyOf(error: Loose, words: string): Error {
  const copy = new Error(words);
  const name = textIn(error['name']);
  if (name !== '') copy.name = name;
  return copy;
}

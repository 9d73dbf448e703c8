import { systemClock } from '../../foundation/clock.js';
import { isPlainObject } from '../../foundation/json.js';
import { readRetryAfterMs } from '../../model/retry-after.js';
import { checkAnswer } from './check-answer.js';
import type { Fetch } from './fetch-function.js';
import { type FailureKind, RemoteFailure } from './server-connection.js';
import { sharedTokenRequests } from './shared-token-requests.js';
import { watchStream } from './watch-stream.js';

/** What the requests to one server have in common. */
export interface WatchedServer {
  readonly url: string;
  /** Sent to its origin, and to no other: the SDK asks authorisation servers through the same function. */
  readonly headers: Readonly<Record<string, string>>;
  /** Told of a request that will never be answered. */
  readonly onUnanswered: (id: string | number, reason: string) => void;
  /** The access token by now, where there is one. */
  readonly token: () => string | undefined;
  /** Statuses that the SDK handles itself. */
  readonly leaves: (status: number) => boolean;
  /** Whether answers come with the responses to requests, rather than in one stream for all. */
  readonly answersRequests: boolean;
}

/**
 * A `fetch` for MCP that tells what the SDK's transport does not: a stream that ended before the response of its request, and
 * what kind of refusal a status is.
 */
export function watchedFetch(server: WatchedServer): Fetch {
  const { origin } = new URL(server.url);
  const send = sharedTokenRequests((url, init) => fetch(url, init));
  return async (url, init = {}) => {
    if (new URL(url).origin !== origin) return send(url, init);
    const sent = readMessage(init);
    const request = { ...init, headers: withHeaders(init.headers, server.headers) };
    if (sent === undefined) return send(url, request);
    const fail = (error: unknown): never => {
      throw init.signal?.aborted === true ? error : failureToReach(error);
    };
    const response = await sendWithToken(
      url,
      { ...request, signal: ownSignal(init.signal) },
      server.token,
    ).catch(fail);
    const { id, method } = sent;
    if (!response.ok) {
      if (!server.leaves(response.status))
        await refuse(response, request.headers.has('mcp-session-id'), method === 'initialize');
      return response;
    }
    if (method === undefined || id === undefined || !server.answersRequests) return response;
    if (response.body !== null && isStream(response))
      return new Response(
        watchStream(response.body, id, reason => server.onUnanswered(id, reason)),
        response,
      );
    const value = checkAnswer(response, await response.text().catch(fail), id);
    return Object.assign(response, { json: () => Promise.resolve(value) });
  };
}

/** Once more where another request has got a new token meanwhile: the SDK would take that for refused as well. */
async function sendWithToken(
  url: string | URL,
  init: RequestInit & { readonly headers: Headers },
  token: () => string | undefined,
): Promise<Response> {
  const response = await fetch(url, init);
  const now = token();
  if (response.status !== 401 || now === undefined) return response;
  const { headers } = init;
  if (headers.get('authorization') === `Bearer ${now}`) return response;
  headers.set('authorization', `Bearer ${now}`);
  await response.body?.cancel();
  return fetch(url, init);
}

/** `fetch` leaves a listener at the signal for as long as its request is remembered, and Node warns of more than 1,500. */
function ownSignal(signal: AbortSignal | null | undefined): AbortSignal | null {
  if (signal === undefined || signal === null) return null;
  return AbortSignal.any([signal]);
}

function withHeaders(given: RequestInit['headers'], ours: Readonly<Record<string, string>>): Headers {
  const headers = new Headers(ours);
  new Headers(given).forEach((value, name) => headers.set(name, value));
  return headers;
}

interface Sent {
  readonly id?: string | number;
  /** Undefined for answers. */
  readonly method?: string;
}

/** The message in a request; undefined for other requests. */
function readMessage({ method, body }: RequestInit): Sent | undefined {
  if (method !== 'POST' || typeof body !== 'string') return undefined;
  try {
    const message: unknown = JSON.parse(body);
    return isPlainObject(message) && message['jsonrpc'] === '2.0' ? message : undefined;
  } catch {
    return undefined;
  }
}

const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true;

const KINDS: Readonly<Record<number, FailureKind>> = {
  401: 'unauthorised',
  403: 'forbidden',
  429: 'rate-limited',
};

/** @throws {@link RemoteFailure} unless the status says nothing by itself. */
async function refuse(response: Response, hadSession: boolean, isFirst: boolean): Promise<void> {
  const { status, headers } = response;
  const body = await bodyOf(response);
  if (hadSession && (status === 404 || (status === 400 && /session/i.test(body))))
    throw new RemoteFailure('not-taken', `its session is over (${status})`);
  const kind = KINDS[status] ?? (status >= 500 ? 'unavailable' : 'refused');
  // By these the SDK's caller knows a server of the older transport, and one that is not there.
  if (kind === 'refused' && (isFirst || status === 404)) return;
  const retryAfterMs = readRetryAfterMs(Object.fromEntries(headers), systemClock.now());
  const reason = reasonIn(body, headers.get('content-type') ?? '');
  throw new RemoteFailure(
    kind,
    `the server answered ${status}${reason === '' ? '' : `: ${reason}`}`,
    retryAfterMs,
  );
}

async function bodyOf(response: Response): Promise<string> {
  try {
    return await response.clone().text();
  } catch {
    return '';
  }
}

const REASON_CHARACTERS = 300;

/** What a body says in words: of JSON-RPC and OAuth the message alone, of a page for people nothing. */
function reasonIn(body: string, contentType: string): string {
  if (contentType.startsWith('text/html')) return '';
  return (messageIn(body) ?? body).trim().replace(/\.$/, '').slice(0, REASON_CHARACTERS);
}

function messageIn(body: string): string | undefined {
  try {
    const { error, error_description: description, message } = JSON.parse(body) as Record<string, unknown>;
    const told = isPlainObject(error) ? error['message'] : (description ?? message ?? error);
    return typeof told === 'string' ? told : undefined;
  } catch {
    return undefined;
  }
}

function failureToReach(error: unknown): RemoteFailure {
  const reason = describeNetworkError(error);
  // Nobody listened: nothing was taken.
  const isRefused = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(reason);
  return new RemoteFailure(isRefused ? 'not-taken' : 'lost', reason);
}

/** `fetch` tells what happened in the cause. */
export function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { cause?: { code?: unknown; message?: unknown } };
  const why = [cause?.code, cause?.message].find(each => typeof each === 'string');
  return `${error.message}${why === undefined ? '' : ` (${why})`}`;
}

import { systemClock } from '../../foundation/clock.js';
import { readRetryAfterMs } from '../../model/retry-after.js';
import { RemoteFailure } from './server-connection.js';

/** A request that was posted and has no response yet. */
type RequestId = string | number;

/** Who is told that a request will never be answered. */
export type OnUnanswered = (id: RequestId, reason: string) => void;

/** What `fetch` and the transports of the SDK agree on. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` for MCP that tells what the SDK's transport does not: a stream that ended before the response of its request, and
 * what kind of refusal a status is.
 *
 * @param isOurs - Statuses that the SDK handles itself: 401 where there is somebody to authorise.
 */
export function watchedFetch(onUnanswered: OnUnanswered, isOurs: (status: number) => boolean): Fetch {
  return async (url, init) => {
    const id = idOf(init?.body);
    const isPost = init?.method === 'POST';
    let response: Response;
    try {
      response = await fetch(url, init);
    } catch (error) {
      if (init?.signal?.aborted === true || !isPost) throw error;
      throw new RemoteFailure(isRefusedConnection(error) ? 'not-taken' : 'lost', reasonOf(error));
    }
    if (isPost && !response.ok && isOurs(response.status)) {
      const failure = failureOf(response, await bodyOf(response));
      if (failure !== undefined) throw failure;
    }
    if (id === undefined || response.body === null || !isStream(response)) return response;
    return new Response(watch(response.body, id, onUnanswered), response);
  };
}

const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true;

/** The id of the one request in a message; undefined for notifications and answers. */
function idOf(body: unknown): RequestId | undefined {
  if (typeof body !== 'string') return undefined;
  try {
    const { id, method } = JSON.parse(body) as { id?: RequestId; method?: unknown };
    return method === undefined ? undefined : id;
  } catch {
    return undefined;
  }
}

/** A stream that had an event with an id can be taken up again, which the SDK does. */
function watch(
  body: ReadableStream<Uint8Array>,
  id: RequestId,
  onUnanswered: OnUnanswered,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let canResume = false;
  let isAnswered = false;
  const look = (chunk: Uint8Array): void => {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split(/\r?\n/);
    text = lines.pop() ?? '';
    for (const line of lines) {
      canResume ||= /^id: ?\S/.test(line);
      isAnswered ||= line.startsWith('data:') && isAnswerTo(line.slice(5), id);
    }
  };
  const end = (reason: string): void => {
    if (!isAnswered && !canResume) onUnanswered(id, reason);
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          end('the stream ended before the answer');
          controller.close();
          return;
        }
        if (!isAnswered) look(value);
        controller.enqueue(value);
      } catch (error) {
        end(`the stream broke off before the answer: ${reasonOf(error)}`);
        controller.error(error);
      }
    },
    cancel: reason => reader.cancel(reason),
  });
}

function isAnswerTo(data: string, id: RequestId): boolean {
  try {
    const message = JSON.parse(data) as { id?: unknown; method?: unknown };
    return message.id === id && message.method === undefined;
  } catch {
    return false;
  }
}

function failureOf({ status, headers }: Response, body: string): RemoteFailure | undefined {
  const said = body === '' ? '' : `: ${body}`;
  const text = `the server answered ${status}${said}`;
  if (status === 404 || (status === 400 && /session/i.test(body)))
    return new RemoteFailure('not-taken', `its session is over (${status})`);
  if (status === 401) return new RemoteFailure('unauthorised', text);
  if (status === 403) return new RemoteFailure('forbidden', text);
  if (status === 429) return new RemoteFailure('rate-limited', text, retryAfterOf(headers));
  if (status >= 500) return new RemoteFailure('unavailable', text, retryAfterOf(headers));
  return undefined;
}

const BODY_CHARACTERS = 300;

async function bodyOf(response: Response): Promise<string> {
  try {
    return (await response.clone().text()).slice(0, BODY_CHARACTERS);
  } catch {
    return '';
  }
}

const retryAfterOf = (headers: Headers): number | undefined =>
  readRetryAfterMs(Object.fromEntries(headers), systemClock.now());

/** Nobody listened: nothing was taken. */
const isRefusedConnection = (error: unknown): boolean =>
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(String((error as { cause?: { code?: unknown } }).cause?.code));

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: unknown; cause?: { code?: unknown; message?: unknown } };
  const why = cause?.code ?? cause?.message;
  return `${String(message)}${why === undefined ? '' : ` (${String(why)})`}`;
}

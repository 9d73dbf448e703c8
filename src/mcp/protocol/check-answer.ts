import { RemoteFailure } from './server-connection.js';

/**
 * What a body says, which has to hold the answer to the request `id`: of anything else the SDK tells nobody, or in words of its
 * own.
 *
 * @throws {@link RemoteFailure} for anything else.
 */
export function checkAnswer(response: Response, body: string, id: string | number): unknown {
  const type = response.headers.get('content-type') ?? 'nothing';
  if (!type.startsWith('application/json'))
    throw new RemoteFailure('unreadable', `it answered ${response.status} with ${type}`);
  const value = readJson(body);
  const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (messages.some(message => isAnswerTo(message, id))) return value;
  throw new RemoteFailure('unreadable', 'it answered with JSON that is no answer to this request');
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new RemoteFailure('unreadable', 'it answered with broken JSON');
  }
}

function isAnswerTo(message: unknown, wanted: string | number): boolean {
  const { jsonrpc, id, result, error } = Object(message) as Readonly<Record<string, unknown>>;
  const held = result ?? error;
  return jsonrpc === '2.0' && id === wanted && typeof held === 'object' && held !== null;
}

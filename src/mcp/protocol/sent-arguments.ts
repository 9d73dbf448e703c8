import { isPlainObject } from '../../foundation/json.js';

/** Holds arguments that are no object on their way through the SDK, which would answer them with an internal error. */
const SENT = 'toolwright/sent';

/**
 * A `tools/call` as the SDK accepts it, whatever a client sent: models give null and JSON text for arguments, and it is
 * for the runtime to repair or refuse them. Other messages stay as they are.
 */
export function makeAcceptable<T extends object>(message: T): T {
  const { method, params } = message as { method?: unknown; params?: unknown };
  if (method !== 'tools/call') return message;
  const { name, arguments: sent, ...others } = isPlainObject(params) ? params : {};
  const isAccepted = sent === undefined || isPlainObject(sent);
  return {
    ...message,
    params: {
      ...others,
      name: typeof name === 'string' ? name : '',
      ...(sent === undefined ? {} : { arguments: isAccepted ? sent : { [SENT]: sent } }),
    },
  };
}

/** What the client sent as arguments. */
export function readSent(accepted: Readonly<Record<string, unknown>> | undefined): unknown {
  return accepted !== undefined && Object.hasOwn(accepted, SENT) ? accepted[SENT] : accepted;
}

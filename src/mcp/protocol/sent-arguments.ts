import { systemEntropy } from '../../foundation/entropy.js';
import { isPlainObject } from '../../foundation/json.js';

/**
 * Holds arguments on their way through the SDK, which answers what is no object with an internal error and drops
 * `__proto__`. No client can know the name.
 */
const SENT = `toolwright/sent ${systemEntropy.uuid()}`;

/**
 * A `tools/call` as the SDK accepts it, whatever a client sent: models give null and JSON text for arguments, and it is
 * for the runtime to repair or refuse them. Other messages stay as they are.
 */
export function makeAcceptable<T>(message: T): T {
  if (!isPlainObject(message) || message['method'] !== 'tools/call') return message;
  const { name, arguments: sent, _meta: meta, ...others } = asObject(message['params']);
  if (isPlainObject(sent) && Object.hasOwn(sent, SENT)) return message;
  return {
    ...message,
    params: {
      ...others,
      name: typeof name === 'string' ? name : '',
      ...(isPlainObject(meta) ? { _meta: meta } : {}),
      ...(sent === undefined ? {} : { arguments: { [SENT]: sent } }),
    },
  };
}

const asObject = (value: unknown): Record<string, unknown> => (isPlainObject(value) ? value : {});

/** What the client sent as arguments. */
export const readSent = (accepted: Readonly<Record<string, unknown>> | undefined): unknown =>
  accepted?.[SENT];

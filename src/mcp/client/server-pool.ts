import { canonicalHash } from '../../foundation/canonical-json.js';
import type { JsonValue } from '../../foundation/json.js';
import type { RemoteServer } from './remote-server.js';

interface Shared {
  readonly server: RemoteServer;
  users: number;
}

/** Servers in use in this process: whoever configures one alike shares its connection, and the last one to leave closes it. */
const shared = new Map<string, Shared>();
const ids = new WeakMap<object, number>();
let nextId = 0;

/** A server that is held, until it is released. */
export interface HeldServer {
  readonly server: RemoteServer;
  release(): Promise<void>;
}

/**
 * @param configuration - What makes it another server: its name, and all that is configured.
 * @param handlers - Who answers what it asks: it is shared only by those that answer alike.
 */
export function holdServer(
  configuration: JsonValue,
  handlers: readonly (object | undefined)[],
  make: () => RemoteServer,
): HeldServer {
  const key = canonicalHash([configuration, handlers.map(idOf)]);
  const entry = shared.get(key) ?? { server: make(), users: 0 };
  shared.set(key, entry);
  entry.users++;
  let isReleased = false;
  return {
    server: entry.server,
    async release() {
      if (isReleased) return;
      isReleased = true;
      if (--entry.users > 0) return;
      shared.delete(key);
      await entry.server.close();
    },
  };
}

function idOf(handler: object | undefined): number {
  if (handler === undefined) return 0;
  const id = ids.get(handler) ?? ++nextId;
  ids.set(handler, id);
  return id;
}

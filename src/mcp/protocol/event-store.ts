import type { JsonObject } from '../../foundation/json.js';

/** Where what was sent is kept, so that a client whose stream broke gets the rest. A port: one that several processes share is a database. */
export interface EventStore {
  /** @returns the id of the event: unique among all, and no client can guess one of others. */
  append(event: SentEvent): Promise<string>;
  /** The events of the same stream after one; undefined when that one is not kept, or of another session. */
  readAfter(sessionId: string, eventId: string): Promise<StoredStream | undefined>;
  /** A session has ended. */
  forget(sessionId: string): Promise<void>;
}

/** One message that is on its way to a client. */
export interface SentEvent {
  readonly sessionId: string;
  /** Unique within the session: its messages have an order. */
  readonly streamId: string;
  readonly message: JsonObject;
}

/** What is left of a stream. */
export interface StoredStream {
  readonly streamId: string;
  readonly events: readonly { readonly id: string; readonly message: JsonObject }[];
}

/** How much of one session {@link memoryEventStore} keeps; the oldest events make room. */
export interface MemoryEventStoreOptions {
  /** @defaultValue 1,000 */
  readonly maxEvents?: number;
  /** Bytes of messages as JSON; the newest is kept in any case. @defaultValue 16 MiB */
  readonly maxBytes?: number;
}

interface Kept {
  readonly id: string;
  readonly event: SentEvent;
  readonly bytes: number;
}

/** Keeps events in this process. */
export function memoryEventStore({
  maxEvents = 1_000,
  maxBytes = 16 * 1_048_576,
}: MemoryEventStoreOptions = {}): EventStore {
  const sessions = new Map<string, { readonly kept: Kept[]; bytes: number }>();
  let count = 0;
  return {
    append(event) {
      const id = `${event.sessionId}-${++count}`;
      const session = sessions.get(event.sessionId) ?? { kept: [], bytes: 0 };
      sessions.set(event.sessionId, session);
      const bytes = Buffer.byteLength(JSON.stringify(event.message));
      session.kept.push({ id, event, bytes });
      session.bytes += bytes;
      while (session.kept.length > 1 && (session.kept.length > maxEvents || session.bytes > maxBytes))
        session.bytes -= session.kept.shift()?.bytes ?? 0;
      return Promise.resolve(id);
    },
    readAfter(sessionId, eventId) {
      const kept = sessions.get(sessionId)?.kept ?? [];
      const index = kept.findIndex(({ id }) => id === eventId);
      const last = kept[index];
      if (last === undefined) return Promise.resolve(undefined);
      const { streamId } = last.event;
      const rest = kept.slice(index + 1).filter(({ event }) => event.streamId === streamId);
      return Promise.resolve({
        streamId,
        events: rest.map(({ id, event }) => ({ id, message: event.message })),
      });
    },
    forget(sessionId) {
      sessions.delete(sessionId);
      return Promise.resolve();
    },
  };
}

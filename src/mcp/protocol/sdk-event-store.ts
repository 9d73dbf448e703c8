import type { EventStore as SdkEventStore } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../foundation/json.js';
import type { EventStore } from './event-store.js';

/** A store as the SDK wants one, for one session: streams that it calls alike in all sessions stay apart. */
export function sdkEventStore(store: EventStore, sessionId: string): SdkEventStore {
  return {
    storeEvent: (streamId, message) =>
      store.append({ sessionId, streamId, message: message as unknown as JsonObject }),
    async getStreamIdForEventId(eventId) {
      return (await store.readAfter(sessionId, eventId))?.streamId;
    },
    async replayEventsAfter(lastEventId, { send }) {
      const stream = await store.readAfter(sessionId, lastEventId);
      if (stream === undefined) throw new Error('the event is not kept');
      for (const { id, message } of stream.events) {
        // What opens a stream carries no message.
        if (Object.keys(message).length > 0) await send(id, message as unknown as JSONRPCMessage);
      }
      return stream.streamId;
    },
  };
}

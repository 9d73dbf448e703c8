import { setTimeout as sleep } from 'node:timers/promises';
import { defineTool, type JsonObject, RunContext } from 'toolwright';
import { type CallingClient, type EventStore, memoryEventStore, serveMcp } from 'toolwright/mcp';
import { type Desk, openDesk } from '../support/mcp-client.js';

const reconnecting = defineTool({
  name: 'reconnecting',
  execute: async (_args, run: RunContext<CallingClient>) => {
    run.call.progress({ progress: 1 });
    run.state.closeStream();
    await sleep(100);
    run.call.progress({ progress: 2 });
    return 'there';
  },
});

const context = ({ client }: { client: CallingClient }): { state: CallingClient } => ({ state: client });

/** A store that counts what it keeps. */
class Counted implements EventStore {
  readonly #store = memoryEventStore();
  readonly ids: string[] = [];
  readonly forgotten: string[] = [];

  async append(...args: Parameters<EventStore['append']>): Promise<string> {
    const id = await this.#store.append(...args);
    this.ids.push(id);
    return id;
  }

  readAfter(...args: Parameters<EventStore['readAfter']>): ReturnType<EventStore['readAfter']> {
    return this.#store.readAfter(...args);
  }

  forget(sessionId: string): Promise<void> {
    this.forgotten.push(sessionId);
    return this.#store.forget(sessionId);
  }
}

const open = (http: { eventStore?: EventStore; retryMs?: number }): Promise<Desk> =>
  openDesk([reconnecting], { context, http });

async function post(desk: Desk, body: JsonObject, session?: string): Promise<Response> {
  return fetch(desk.server.url!, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...body }),
  });
}

async function begin(desk: Desk): Promise<string> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bare', version: '1' },
  };
  const answer = await post(desk, { id: 1, method: 'initialize', params });
  await answer.text();
  return answer.headers.get('mcp-session-id')!;
}

const resume = (desk: Desk, session: string, lastEventId: string): Promise<Response> =>
  fetch(desk.server.url!, {
    headers: {
      accept: 'text/event-stream',
      'mcp-session-id': session,
      'last-event-id': lastEventId,
      'mcp-protocol-version': '2025-11-25',
    },
  });

describe('a stream that ends before its answer', () => {
  it('is taken up again by the client, which misses nothing', async () => {
    const desk = await open({ eventStore: memoryEventStore(), retryMs: 20 });
    const client = await desk.connect();
    const progress: number[] = [];
    const { content } = await client.callTool({ name: 'reconnecting', arguments: {} }, undefined, {
      onprogress: update => void progress.push(update.progress),
    });
    expect(content).toEqual([{ type: 'text', text: 'there' }]);
    expect(progress).toEqual([1, 2]);
    await desk.close();
  });

  it('says when to come back', async () => {
    const desk = await open({ eventStore: memoryEventStore(), retryMs: 1234 });
    const session = await begin(desk);
    const text = await (
      await post(
        desk,
        { id: 2, method: 'tools/call', params: { name: 'reconnecting', arguments: {} } },
        session,
      )
    ).text();
    expect(text).toContain('retry: 1234');
    expect(text).not.toContain('there');
    await desk.close();
  });

  it('does not end where nothing is kept', async () => {
    const desk = await open({});
    const client = await desk.connect();
    const { content } = await client.callTool({ name: 'reconnecting', arguments: {} });
    expect(content).toEqual([{ type: 'text', text: 'there' }]);
    await desk.close();
  });

  it('is for its own session', async () => {
    const store = new Counted();
    const desk = await open({ eventStore: store });
    const [own, other] = [await begin(desk), await begin(desk)];
    await (
      await post(desk, { id: 2, method: 'tools/call', params: { name: 'reconnecting', arguments: {} } }, own)
    ).text();
    const opening = store.ids.find(id => id.startsWith(own))!;
    expect((await resume(desk, other, opening)).status).toBe(400);
    expect((await resume(desk, own, 'none')).status).toBe(400);
    // Two that open a stream, and two answers.
    while (store.ids.filter(id => id.startsWith(own)).length < 4) await sleep(10);
    const rest = await resume(desk, own, store.ids.filter(id => id.startsWith(own)).at(-2)!);
    expect(rest.status).toBe(200);
    const { value } = await rest.body!.getReader().read();
    expect(Buffer.from(value).toString()).toContain('there');
    await desk.close();
  });

  it('is forgotten with its session', async () => {
    const store = new Counted();
    const desk = await open({ eventStore: store });
    const session = await begin(desk);
    await fetch(desk.server.url!, { method: 'DELETE', headers: { 'mcp-session-id': session } });
    expect(store.forgotten).toEqual([session]);
    await desk.close();
  });
});

describe('the store in memory', () => {
  it('keeps the newest events of a session, as many as it may', async () => {
    const store = memoryEventStore({ maxEvents: 2 });
    const append = (sessionId: string, n: number): Promise<string> =>
      store.append({ sessionId, streamId: 's', message: { n } });
    const [first, second] = [await append('a', 1), await append('a', 2)];
    await append('a', 3);
    expect(await store.readAfter('a', first)).toBeUndefined();
    expect((await store.readAfter('a', second))?.events.map(({ message }) => message)).toEqual([{ n: 3 }]);
    expect(await store.readAfter('b', second)).toBeUndefined();
  });

  it('keeps no more of a session than fits, and the newest in any case', async () => {
    const store = memoryEventStore({ maxBytes: 100 });
    const append = (text: string): Promise<string> =>
      store.append({ sessionId: 'a', streamId: 's', message: { text } });
    const [first, second] = [await append('x'), await append('y'.repeat(60))];
    expect((await store.readAfter('a', first))?.events).toHaveLength(1);
    const third = await append('z'.repeat(200));
    expect(await store.readAfter('a', second)).toBeUndefined();
    expect(await store.readAfter('a', third)).toEqual({ streamId: 's', events: [] });
  });

  it('gives the events of one stream', async () => {
    const store = memoryEventStore();
    const id = await store.append({ sessionId: 'a', streamId: 's', message: { n: 1 } });
    await store.append({ sessionId: 'a', streamId: 't', message: { n: 2 } });
    await store.append({ sessionId: 'a', streamId: 's', message: { n: 3 } });
    const rest = await store.readAfter('a', id);
    expect(rest?.streamId).toBe('s');
    expect(rest?.events.map(({ message }) => message)).toEqual([{ n: 3 }]);
    await store.forget('a');
    expect(await store.readAfter('a', id)).toBeUndefined();
  });

  it('is refused when it is none', async () => {
    const http = { port: 0, eventStore: {} as EventStore };
    await expect(serveMcp([reconnecting], { http })).rejects.toThrow('eventStore');
    await expect(serveMcp([reconnecting], { http: { port: 0, retryMs: -1 } })).rejects.toThrow('retryMs');
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { Action, define, definePrompt, defineResource, defineTool, Param, Tool } from 'toolwright';
import { serveMcp } from 'toolwright/mcp';
import { type Desk, errorOf, openDesk } from '../support/mcp-client.js';

const answer = (name: string): ReturnType<typeof defineTool> =>
  defineTool({ name, execute: () => `this is ${name}` });

const note = (uri: string): ReturnType<typeof defineResource> =>
  defineResource({ uri, name: uri, read: () => uri });

const SOON_MS = 5_000;

/** Waits until it holds. */
async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + SOON_MS;
  while (!holds()) {
    if (performance.now() > end) throw new Error('it never came');
    await sleep(5);
  }
}

/** What a client is told, in order. */
function listenTo(client: Client): string[] {
  const heard: string[] = [];
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void heard.push('tools'));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void heard.push('resources'));
  client.setNotificationHandler(PromptListChangedNotificationSchema, () => void heard.push('prompts'));
  client.setNotificationHandler(
    ResourceUpdatedNotificationSchema,
    ({ params }) => void heard.push(params.uri),
  );
  return heard;
}

/** The stream for what no request asked for opens a moment after a client has connected. */
async function listening(desk: Desk, client: Client, heard: string[]): Promise<void> {
  await client.subscribeResource({ uri: 'test://open' });
  const end = performance.now() + SOON_MS;
  while (!heard.includes('test://open')) {
    if (performance.now() > end) throw new Error('it never listened');
    desk.server.resourceUpdated('test://open');
    await sleep(20);
  }
  await client.unsubscribeResource({ uri: 'test://open' });
  await sleep(50);
  heard.splice(0);
}

describe('a server whose tools, resources and prompts change', () => {
  it('serves the new ones, and tells clients which lists are others', async () => {
    const first = note('note://1');
    const desk = await openDesk([answer('one'), first]);
    const client = await desk.connect();
    const heard = listenTo(client);
    await listening(desk, client, heard);

    desk.server.replace([answer('two'), first]);
    await until(() => heard.length > 0);
    expect(heard.splice(0)).toEqual(['tools']);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['two']);
    const { content } = await client.callTool({ name: 'two', arguments: {} });
    expect(content).toEqual([{ type: 'text', text: 'this is two' }]);
    expect((await errorOf(client.callTool({ name: 'one', arguments: {} }))).code).toBe(-32602);

    const greet = definePrompt({ name: 'greet', make: () => 'Hello' });
    desk.server.replace([answer('two'), first, note('note://2'), greet]);
    await until(() => heard.length > 1);
    expect(heard).toEqual(['resources', 'prompts']);
    expect((await client.listResources()).resources).toHaveLength(2);
    expect((await client.getPrompt({ name: 'greet' })).messages).toHaveLength(1);
    await desk.close();
  });

  it('answers calls at work by what they began with', async () => {
    let go: (() => void) | undefined;
    const begun = defineTool({
      name: 'begun',
      execute: () => new Promise<string>(resolve => (go = () => resolve('still here'))),
    });
    const desk = await openDesk([begun]);
    const client = await desk.connect();
    const call = client.callTool({ name: 'begun', arguments: {} });
    await until(() => go !== undefined);
    desk.server.replace([answer('two')]);
    go?.();
    expect((await call).content).toEqual([{ type: 'text', text: 'still here' }]);
    await desk.close();
  });

  it('closes tools that are gone, and none that stays', async () => {
    const closed: string[] = [];
    class Word extends Action {
      @Param('A word.') word!: string;
    }
    @Tool({ action: Word, description: 'Echoes.' })
    class Echo {
      constructor(readonly name: string) {}
      execute({ word }: Word): string {
        return `${this.name}: ${word}`;
      }
      close(): void {
        closed.push(this.name);
      }
    }
    const [left, right] = ['left', 'right'].map(name => define(new Echo(name), { name }));
    const desk = await openDesk([left!]);
    const client = await desk.connect();
    desk.server.replace([left!, right!]);
    const call = await client.callTool({ name: 'left', arguments: { word: 'hi' } });
    expect(call.content).toEqual([{ type: 'text', text: 'left: hi' }]);
    expect(closed).toEqual([]);
    desk.server.replace([answer('one')]);
    await until(() => closed.includes('right'));
    await desk.close();
    expect(new Set(closed)).toEqual(new Set(['left', 'right']));
  });

  it('keeps everything when the new ones have mistakes', async () => {
    const desk = await openDesk([answer('one')]);
    expect(() => desk.server.replace([answer('two'), answer('two')])).toThrow('two');
    const client = await desk.connect();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['one']);
    await desk.close();
  });
});

describe('a resource that changes', () => {
  it('is told to those who have subscribed to it, until they no longer do', async () => {
    const desk = await openDesk([note('note://1'), note('note://2')]);
    const [ann, bob] = [await desk.connect(), await desk.connect()];
    const [annHeard, bobHeard] = [listenTo(ann), listenTo(bob)];
    await Promise.all([listening(desk, ann, annHeard), listening(desk, bob, bobHeard)]);
    await ann.subscribeResource({ uri: 'note://1' });
    await bob.subscribeResource({ uri: 'note://2' });
    desk.server.resourceUpdated('note://1');
    desk.server.resourceUpdated('note://2');
    await until(() => annHeard.length > 0 && bobHeard.length > 0);
    expect([annHeard, bobHeard]).toEqual([['note://1'], ['note://2']]);
    await ann.unsubscribeResource({ uri: 'note://1' });
    desk.server.resourceUpdated('note://1');
    desk.server.resourceUpdated('note://2');
    await until(() => bobHeard.length > 1);
    expect(annHeard).toEqual(['note://1']);
    await desk.close();
  });
});

describe('long lists', () => {
  const many = [
    ...Array.from({ length: 5 }, (_, index) => answer(`tool_${index}`)),
    ...Array.from({ length: 3 }, (_, index) => note(`note://${index}`)),
  ];

  it('come in pages of the size that is asked for', async () => {
    const desk = await openDesk(many, { pageSize: 2 });
    const client = await desk.connect();
    const names: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listTools({ cursor });
      names.push(page.tools.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(names).toEqual([['tool_0', 'tool_1'], ['tool_2', 'tool_3'], ['tool_4']]);
    const first = await client.listResources();
    expect(first.resources).toHaveLength(2);
    expect((await client.listResources({ cursor: first.nextCursor })).resources).toHaveLength(1);
    expect((await client.listPrompts()).nextCursor).toBeUndefined();
    await desk.close();
  });

  it('come whole otherwise', async () => {
    const desk = await openDesk(many);
    const client = await desk.connect();
    const page = await client.listTools();
    expect(page.tools).toHaveLength(5);
    expect(page.nextCursor).toBeUndefined();
    await desk.close();
  });

  it('refuse cursors that they did not give', async () => {
    const desk = await openDesk(many, { pageSize: 2 });
    const client = await desk.connect();
    const ofTools = (await client.listTools()).nextCursor!;
    for (const cursor of ['nonsense', '', Buffer.from('{"list":"tools","start":-1}').toString('base64url')])
      expect((await errorOf(client.listTools({ cursor }))).code).toBe(-32602);
    expect((await errorOf(client.listResources({ cursor: ofTools }))).code).toBe(-32602);
    await desk.close();
  });

  it('have pages of one entry at least', async () => {
    await expect(serveMcp([], { stdio: true, pageSize: 0 })).rejects.toThrow('pageSize');
  });
});

describe('pictures and words for people', () => {
  it('stand beside tools and the server', async () => {
    const icons = [{ src: 'https://example.com/a.png', sizes: ['48x48'], theme: 'dark' as const }];
    const desk = await openDesk(
      [defineTool({ name: 'a', title: 'A', icons, execute: () => '', replayClass: 'read_only' })],
      { name: 'desk', title: 'Desk', description: 'A desk.', websiteUrl: 'https://example.com', icons },
    );
    const client = await desk.connect();
    expect((await client.listTools()).tools[0]).toMatchObject({
      title: 'A',
      icons,
      annotations: { readOnlyHint: true },
    });
    expect(client.getServerVersion()).toEqual({
      name: 'desk',
      version: '0.0.0',
      title: 'Desk',
      description: 'A desk.',
      websiteUrl: 'https://example.com',
      icons,
    });
    await desk.close();
    const wrong = [{ src: 'javascript:alert()' }];
    expect(() => defineTool({ name: 'a', icons: wrong, execute: () => '' })).toThrow('src');
    await expect(serveMcp([], { stdio: true, icons: wrong })).rejects.toThrow('src');
  });

  it('leave a schema as it was written where it says that it is of 2020-12', async () => {
    const inputSchema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { a: { $ref: '#there' } },
      $defs: { a: { $anchor: 'there', type: 'string' } },
    } as const;
    const older = { ...inputSchema, $schema: 'http://json-schema.org/draft-07/schema#' };
    const { $defs, ...plain } = older;
    const desk = await openDesk([
      defineTool({ name: 'modern', inputSchema, execute: () => '' }),
      defineTool({
        name: 'older',
        inputSchema: { ...plain, properties: { a: { type: 'string' } } },
        execute: () => '',
      }),
    ]);
    const client = await desk.connect();
    const [modern, converted] = (await client.listTools()).tools;
    expect(modern?.inputSchema).toEqual(inputSchema);
    expect(converted?.inputSchema).not.toHaveProperty('$schema');
    const unfit = await client.callTool({ name: 'modern', arguments: { a: {} } });
    expect(unfit.isError).toBe(true);
    await desk.close();
  });
});

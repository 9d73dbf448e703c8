import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Action,
  Agent,
  type AgentOptions,
  createToolRuntime,
  define,
  defineTool,
  type JournalEvent,
  JsonlRunStore,
  type Logger,
  MemoryRunStore,
  redaction,
  ReplayClass,
  type RunContext,
  toAiSdkTools,
  Tool,
  type ToolDefinition,
  type ToolHost,
  ToolRegistry,
  use,
} from 'toolwright';
import { ScriptedModel, type ScriptTurn } from 'toolwright/testing';
import { container as globalContainer, injectable } from 'tsyringe';

function recorder(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const add = (text: string): void => void lines.push(text);
  return { lines, logger: { debug: add, info: add, warn: add, error: add } };
}

const call = (name: string, args: object = {}, callId = name): ScriptTurn => [
  { name, arguments: args as never, callId },
];
const observed = async (agent: Agent, options = {}): Promise<string | undefined> =>
  (await agent.run('?', options)).calls[0]?.observation?.text;
const agentWith = (turns: readonly ScriptTurn[], options: Partial<AgentOptions>): Agent =>
  new Agent({ model: new ScriptedModel([...turns, 'done']), ...options });

abstract class Depot {
  abstract readonly place: string;
}
@injectable()
class Stock {
  constructor(private readonly depot: Depot) {}

  @Tool('Tells the place.')
  @ReplayClass('read_only')
  where(): string {
    return this.depot.place;
  }
}
const containerAt = (place: string) =>
  globalContainer.createChildContainer().register(Depot as never, { useValue: { place } });

class Hosted {
  static hosts: ToolHost[] = [];
  static create(host: ToolHost): ToolDefinition[] {
    Hosted.hosts.push(host);
    return [
      defineTool({ name: 'hosted', description: 'H.', execute: (_a, run: RunContext) => run.workspaceRoot }),
    ];
  }
}

describe('an option of an agent', () => {
  it('container: where services come from', async () => {
    expect(
      await observed(agentWith([call('where')], { tools: [Stock], container: containerAt('Rome') })),
    ).toBe('Rome');
  });

  it('container, of one run', async () => {
    const agent = agentWith([call('where')], { tools: [Stock], container: containerAt('Rome') });
    expect(await observed(agent, { container: containerAt('Oslo') })).toBe('Oslo');
  });

  it('container, of one run, holds in agents below', async () => {
    const below = agentWith([call('where')], { name: 'below', tools: [Stock] });
    const seen: unknown[] = [];
    const store = new MemoryRunStore();
    const run = await new Agent({
      model: new ScriptedModel([call('below', { task: 't' }), 'done']),
      tools: [below],
      store,
    }).run('?', { container: containerAt('Bonn') });
    const events = (await store.read(`${run.id}/1/below`))?.events ?? [];
    for (const event of events) if (event.type === 'tool-call-ended') seen.push(event.observation.content);
    expect(seen).toEqual([[{ type: 'text', text: 'Bonn' }]]);
  });

  it('hostState and workspaceRoot: what tool factories and tools get', async () => {
    Hosted.hosts.length = 0;
    const hostState = { jobs: 1 };
    const options = { tools: [use(Hosted, {})], hostState, workspaceRoot: '/srv' };
    expect(await observed(agentWith([call('hosted')], options))).toBe('/srv');
    expect(Hosted.hosts[0]).toMatchObject({ state: hostState, workspaceRoot: '/srv' });
  });

  it('registry, toolSpecs and toolFilter: tools by name', async () => {
    const registry = new ToolRegistry();
    for (const name of ['first', 'second'])
      registry.register(name, defineTool({ name, description: 'X.', execute: () => name }));
    const toolSpecs = [{ name: 'first' }, { name: 'second' }];
    const model = new ScriptedModel([call('first'), 'done']);
    await new Agent({ model, registry, toolSpecs, toolFilter: /^sec/ }).run('?');
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['second']);
  });

  it('manifest: is handed on', async () => {
    const opening = new Agent({ model: new ScriptedModel([]), manifest: 'x' as never }).open();
    await expect(opening).rejects.toThrow(/manifest is a string.*loadManifest/);
  });

  it('defaults: how tools are tried', async () => {
    let tries = 0;
    const shaky = defineTool({
      name: 'shaky',
      description: 'S.',
      replayClass: 'read_only',
      execute: () => {
        if (tries++ === 0) throw new Error('once');
        return 'ok';
      },
    });
    const options = { tools: [shaky], defaults: { maxRetries: 1, retryDelayMs: 1 } };
    expect(await observed(agentWith([call('shaky')], options))).toBe('ok');
  });

  it('limits: how much goes in and out', async () => {
    const long = defineTool({ name: 'long', description: 'L.', execute: () => 'x'.repeat(5_000) });
    const options = { tools: [long], limits: { resultBytes: 1_000 } };
    expect((await observed(agentWith([call('long')], options)))?.length).toBeLessThan(1_500);
  });

  it('description: what an agent above reads', () => {
    const agent = new Agent({ name: 'a', model: new ScriptedModel([]), description: 'Knows birds.' });
    expect(agent.asTool().description).toBe('Knows birds.');
    expect(agent.asTool({ description: 'Other.', name: 'b' })).toMatchObject({
      description: 'Other.',
      name: 'b',
    });
  });

  it('logger: told of tools that the model cannot be offered', async () => {
    const { lines, logger } = recorder();
    const odd = defineTool({
      name: 'odd',
      description: 'O.',
      inputSchema: { type: 'object', patternProperties: { '^a': { type: 'string' } } },
      execute: () => 'x',
    });
    const model = Object.assign(new ScriptedModel(['done']), { dialect: 'openai-strict' });
    await new Agent({ model, tools: [odd], logger }).run('?');
    expect(lines.join('\n')).toContain('odd');
  });
});

describe('an agent as a tool', () => {
  it('has its own time', async () => {
    const slow = defineTool({
      name: 'slow',
      description: 'S.',
      replayClass: 'read_only',
      execute: (_args, run) => sleep(5_000, 'late', { signal: run.call.signal }),
    });
    const below = agentWith([call('slow')], { name: 'below', tools: [slow] });
    const tool = below.asTool({ timeoutMs: 50, replayClass: 'read_only' });
    const observation = await createToolRuntime([tool]).call({ name: 'below', arguments: { task: 't' } });
    expect(observation.text).toBe("Tool 'below' timed out after 50 ms.");
  });

  it('shares conversation and logger with its caller', async () => {
    const { lines, logger } = recorder();
    const seen: unknown[] = [];
    const look = defineTool({
      name: 'look',
      description: 'L.',
      execute: (_args, run) => {
        seen.push(run.conversationId);
        run.logger.info('from below');
        return 'x';
      },
    });
    const below = agentWith([call('look')], { name: 'below', tools: [look] });
    await agentWith([call('below', { task: 't' })], { tools: [below] }).run('?', {
      conversationId: 'c-1',
      logger,
    });
    expect(seen).toEqual(['c-1']);
    expect(lines).toContain('from below');
  });
});

it('a store does not make calls follow one another that may overlap', async () => {
  const store = new JsonlRunStore(mkdtempSync(join(tmpdir(), 'toolwright-overlap-')));
  let open: (() => void) | undefined;
  const bothAtWork = new Promise<void>(resolve => (open = resolve));
  let atWork = 0;
  const look = defineTool({
    name: 'look',
    description: 'L.',
    replayClass: 'read_only',
    execute: async () => {
      if (++atWork === 2) open?.();
      await bothAtWork;
      return 'seen';
    },
  });
  const turn = ['a', 'b'].map(callId => ({ name: 'look', callId }));
  const agent = new Agent({
    model: new ScriptedModel([turn, 'done']),
    tools: [look],
    store,
    parallelTools: true,
    defaults: { timeoutMs: 5_000 },
  });
  const run = await agent.run('?');
  expect(run.calls.map(({ observation }) => observation?.text)).toEqual(['seen', 'seen']);
  const events: readonly JournalEvent[] = (await store.read(run.id))?.events ?? [];
  const order = events.flatMap(({ type }) => (/tool-call-(started|ended)/.test(type) ? [type] : []));
  expect(order.slice(0, 2)).toEqual(['tool-call-started', 'tool-call-started']);
  await store.close();
});

it('an approval runs its call once, though the model makes it again', async () => {
  const paid: string[] = [];
  const pay = defineTool({
    name: 'pay',
    description: 'P.',
    input: { to: 'string' },
    execute: ({ to }: { to: string }) => (paid.push(to), 'paid'),
  });
  const policies = [{ name: 'ask', decide: () => 'ask' as const }];
  const again = call('pay', { to: 'ann' }, 'p');
  const agent = new Agent({ model: new ScriptedModel([again, again, 'done']), tools: [pay], policies });
  const first = await agent.run('?');
  const second = await agent.resume(first.id, [{ callId: 'p', approved: true }]);
  expect(second.status).toBe('paused');
  expect(paid).toEqual(['ann']);
});

describe('a signal of an AI SDK application', () => {
  it.each([
    ['of the call', 'call'],
    ['of the options', 'options'],
  ] as const)('%s reaches the tool', async (_what, whose) => {
    let reached = false;
    const wait = defineTool({
      name: 'wait',
      description: 'W.',
      execute: async (_args, run) => {
        await sleep(5_000, undefined, { signal: run.call.signal }).catch(() => (reached = true));
      },
    });
    const stops = { call: new AbortController(), options: new AbortController() };
    const tools = toAiSdkTools(createToolRuntime([wait]), { signal: stops.options.signal });
    const running = tools['wait']?.execute({}, { toolCallId: 'c', abortSignal: stops.call.signal });
    stops[whose].abort();
    expect((await running)?.text).toContain('cancelled');
    await sleep(5);
    expect(reached).toBe(true);
  });
});

describe('executors of tools that a function makes', () => {
  it('are closed with their run', async () => {
    const closed: string[] = [];
    class Nothing extends Action {}
    @Tool({ name: 'opened', description: 'O.', action: Nothing })
    class Opened {
      static create(): ToolDefinition[] {
        return [define(new Opened())];
      }
      execute(): string {
        return 'x';
      }
      close(): void {
        closed.push('opened');
      }
    }
    const agent = agentWith([call('opened'), call('opened')], { tools: () => [use(Opened, {})] });
    expect(await observed(agent)).toBe('x');
    expect(closed).toEqual(['opened']);
    await agent.close();
    expect(closed).toEqual(['opened']);
  });
});

describe('what nobody can mean', () => {
  const agent = (): Agent => new Agent({ model: new ScriptedModel(['Done.']) });
  class Nothing {}

  it.each<[string, () => unknown, RegExp]>([
    [
      'an approver of one run',
      () => agent().run('x', { approver: {} } as never),
      /'approver' is not an option/,
    ],
    ['a journal of one run', () => agent().run('x', { journal: {} } as never), /'journal' is not an option/],
    ['no run to resume', () => agent().resume([] as never), /resume: its first argument is an array/],
    [
      'an output type without members',
      () => new Agent({ model: new ScriptedModel([]), outputType: Nothing }),
      /Nothing has no member that is declared/,
    ],
    ['an agent for the AI SDK', () => toAiSdkTools(agent() as never), /toAiSdkTools: it got no runtime/],
    ['a redaction of nothing', () => redaction(undefined as never), /redaction: it got no options/],
    [
      'a list with another thing in it',
      () => new Agent({ model: new ScriptedModel([]), middleware: [{ name: 'none' }, 7 as never] }),
      /middleware holds something else: item 2 is a number/,
    ],
  ])('%s is refused, with what is wrong', async (_what, work, reason) => {
    await expect(async () => work()).rejects.toThrow(reason);
  });

  it('a run that no store has is told to be elsewhere', async () => {
    await expect(agent().resume('gone')).rejects.toThrow(
      /its store does not have it\. .*the `store` it was given/,
    );
  });
});

import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type AgentOptions, defineTool, type ToolFields } from 'toolwright';
import { ScriptedModel } from 'toolwright/testing';

let atWork = 0;
let peak = 0;
const order: string[] = [];

beforeEach(() => {
  peak = 0;
  order.length = 0;
});

/** Takes a while, and notes how many are at work. */
const tool = (name: string, fields: Partial<ToolFields<{ ms: number }>> = {}) =>
  defineTool({
    name,
    description: 'Works.',
    replayClass: 'read_only',
    input: { ms: 'integer' },
    ...fields,
    execute: async ({ ms }: { ms: number }) => {
      order.push(`+${name}${ms}`);
      peak = Math.max(peak, ++atWork);
      await sleep(ms);
      atWork--;
      order.push(`-${name}${ms}`);
      if (ms === 13) throw new Error('unlucky');
      return `${name}${ms}`;
    },
  });

const calls = (...all: readonly [string, number][]) =>
  all.map(([name, ms], index) => ({ name, arguments: { ms }, callId: `c${index}` }));

async function play(turn: ReturnType<typeof calls>, options: Partial<AgentOptions>) {
  const model = new ScriptedModel([turn, 'ok']);
  const run = await new Agent({ model, ...options }).run('?');
  const message = model.requests[1]?.messages.at(-1);
  return { run, results: message?.role === 'tool' ? message.results : [] };
}

describe('calls of one turn', () => {
  it('follow one another unless asked otherwise', async () => {
    await play(calls(['r', 5], ['r', 6], ['r', 7]), { tools: [tool('r')] });
    expect(peak).toBe(1);
  });

  it('overlap when they only read, and are answered in their order', async () => {
    const { results } = await play(calls(['r', 600], ['r', 5], ['r', 200]), {
      tools: [tool('r')],
      parallelTools: true,
    });
    expect(peak).toBe(3);
    expect(order.slice(3)).toEqual(['-r5', '-r200', '-r600']);
    expect(results.map(({ content }) => content)).toMatchObject([
      [{ text: 'r600' }],
      [{ text: 'r5' }],
      [{ text: 'r200' }],
    ]);
  });

  it('overlap up to a limit', async () => {
    const turn = calls(['r', 10], ['r', 11], ['r', 12], ['r', 14], ['r', 15]);
    await play(turn, { tools: [tool('r')], parallelTools: { maxConcurrency: 2 } });
    expect(peak).toBe(2);
    expect(() => new Agent({ model: new ScriptedModel([]), parallelTools: { maxConcurrency: 0 } })).toThrow(
      /parallelTools/,
    );
  });

  it('keep their order among those that do not only read', async () => {
    const tools = [
      tool('r'),
      tool('w', { replayClass: 'side_effecting' }),
      tool('i', { replayClass: 'idempotent' }),
    ];
    await play(calls(['w', 30], ['r', 600], ['i', 5], ['w', 6]), { tools, parallelTools: true });
    expect(order).toEqual(['+w30', '+r600', '-w30', '+i5', '-i5', '+w6', '-w6', '-r600']);
  });

  it('keep their order among those that share a resource', async () => {
    const tools = [tool('a', { resources: ['disk', 'net'] }), tool('b', { resources: ['disk'] }), tool('c')];
    await play(calls(['a', 400], ['b', 5], ['c', 6]), { tools, parallelTools: true });
    expect(order).toEqual(['+a400', '+c6', '-c6', '-a400', '+b5', '-b5']);
  });

  it.each([
    ['a policy', { policies: [{ name: 'p', isSequential: true, decide: () => 'allow' as const }] }],
    ['a middleware', { middleware: [{ name: 'm', isSequential: true }] }],
  ])('follow one another when %s wants it', async (_what, options) => {
    await play(calls(['r', 5], ['r', 6]), { tools: [tool('r')], parallelTools: true, ...options });
    expect(peak).toBe(1);
  });

  it('do not disturb one another when one fails', async () => {
    const { results } = await play(calls(['r', 5], ['r', 13], ['r', 30]), {
      tools: [tool('r')],
      parallelTools: true,
    });
    expect(results.map(({ isError }) => isError)).toEqual([false, true, false]);
  });

  it('end with the one that ends the run', async () => {
    const finish = tool('finish', { endsRun: true });
    const model = new ScriptedModel([calls(['r', 20], ['finish', 5], ['r', 6])]);
    const run = await new Agent({ model, tools: [tool('r'), finish], parallelTools: true }).run('?');
    expect(run).toMatchObject({ status: 'completed', text: 'finish5' });
    expect(order).toEqual(['+r20', '-r20', '+finish5', '-finish5']);
    expect(run.calls.map(({ observation }) => observation?.isError)).toEqual([false, false, true]);
  });

  it('go on when what would end the run fails', async () => {
    const finish = tool('finish', { endsRun: true });
    const { run } = await play(calls(['finish', 13], ['r', 6]), { tools: [tool('r'), finish] });
    expect(run).toMatchObject({ status: 'completed', text: 'ok' });
    expect(order).toEqual(['+finish13', '-finish13', '+r6', '-r6']);
  });
});

it('many calls at a time bring no warning of Node with them', () => {
  const program = `
    import { Agent, defineTool } from 'toolwright';
    import { ScriptedModel } from 'toolwright/testing';
    import { setTimeout as sleep } from 'node:timers/promises';
    const wait = defineTool({ name: 'wait', description: 'W.', replayClass: 'read_only', execute: () => sleep(5) });
    const turn = Array.from({ length: 40 }, (_, index) => ({ name: 'wait', callId: 'c' + index }));
    const model = new ScriptedModel([turn, 'done']);
    const run = await new Agent({ model, tools: [wait], parallelTools: { maxConcurrency: 40 } }).run('?');
    console.log(run.text);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type', 'module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('done\n');
  expect(stderr).toBe('');
});

it('no more than eight calls overlap unless told so', async () => {
  const all = Array.from({ length: 12 }, (): [string, number] => ['r', 30]);
  await play(calls(...all), { tools: [tool('r')], parallelTools: true });
  expect(peak).toBe(8);
});

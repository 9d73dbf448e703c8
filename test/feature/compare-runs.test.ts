import {
  Agent,
  defineTool,
  MemoryRunStore,
  type RecordedRun,
  type RunStore,
  type ToolDefinition,
} from 'toolwright';
import {
  type CompareOptions,
  compareRuns,
  listDifferences,
  renderComparison,
  type RunComparison,
} from 'toolwright/replay';
import { ScriptedModel, type ScriptTurn, type TurnCall } from 'toolwright/testing';

const stock: Record<string, string> = { pen: '3 left', ink: 'none' };

const lookAs = (description: string): ToolDefinition =>
  defineTool({
    name: 'look',
    description,
    input: { item: 'string', count: 'number?' },
    replayClass: 'read_only',
    execute: ({ item }) => stock[item] ?? 'unknown',
  });
const look = lookAs('Looks.');
const order = defineTool({
  name: 'order',
  description: 'Orders.',
  input: { item: 'string' },
  execute: ({ item }) => `ordered ${item}`,
});

const pen = { name: 'look', arguments: { item: 'pen' } };
const ink = { name: 'look', arguments: { item: 'ink' } };
const orderInk = { name: 'order', arguments: { item: 'ink' } };

let store: RunStore;
beforeEach(() => (store = new MemoryRunStore()));

async function record(
  turns: readonly ScriptTurn[],
  { input = 'What is left?', instructions = 'Be kind.', description = 'Looks.' } = {},
): Promise<RecordedRun> {
  const agent = new Agent({
    name: 'clerk',
    model: new ScriptedModel(turns),
    tools: [lookAs(description), order],
    instructions,
    store,
  });
  const { id } = await agent.run(input);
  await agent.close();
  return (await store.read(id))!;
}

/** `place: section what path kind`, for each difference. */
const said = (comparison: RunComparison): string[] =>
  listDifferences(comparison).map(({ place, section, what, path, kind }) =>
    [`${place.join(' > ')}:`, section, what, path, kind].filter(part => part !== '').join(' '),
  );

const differences = async (
  a: readonly ScriptTurn[],
  b: readonly ScriptTurn[],
  options?: CompareOptions,
): Promise<string[]> => said(compareRuns(await record(a), await record(b), options));

const pairs = ({ steps }: RunComparison): (readonly [number | undefined, number | undefined])[] =>
  steps.map(({ a, b }) => [a, b]);

describe('two runs that do the same', () => {
  it('have no difference, whatever their ids, times and conversations', async () => {
    const script: ScriptTurn[] = [[pen, ink], [orderInk], 'Ordered.'];
    const a = await record(script);
    const b = await record(script);
    const comparison = compareRuns(a, b);
    expect(comparison).toMatchObject({ isEqual: true, start: [], end: [] });
    expect(comparison.a.runId).not.toBe(comparison.b.runId);
    expect(pairs(comparison)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(renderComparison(comparison)).toMatch(/No difference in 3 steps\.$/);
  });

  it('tell on demand how long they took, which makes no difference', async () => {
    const [a, b] = [await record([[pen], 'Done.']), await record([[pen], 'Done.'])];
    const timed = compareRuns(a, b, { time: true });
    const pair = { a: expect.any(Number), b: expect.any(Number) };
    expect(timed).toMatchObject({ isEqual: true, time: pair });
    expect(timed.steps[0]).toMatchObject({ time: pair, calls: [{ time: pair }] });
    expect(renderComparison(timed)).toMatch(/@@ time @@\n {2}run: \d+ ms, \d+ ms\n {2}step 1: /);
    expect(JSON.stringify(compareRuns(a, b))).not.toContain('"time"');
    expect(renderComparison(compareRuns(a, b))).not.toContain('time');
  });
});

describe('a step more', () => {
  it.each([0, 1, 2])('moves no other, wherever it is (%i)', async place => {
    const script: ScriptTurn[] = [[pen], [ink], 'Done.'];
    const longer = [...script.slice(0, place), [orderInk], ...script.slice(place)];
    const comparison = compareRuns(await record(script), await record(longer), { ignore: ['usage'] });
    const all: (readonly [number | undefined, number | undefined])[] = [1, 2, 3].map(turn => [
      turn,
      turn > place ? turn + 1 : turn,
    ]);
    all.splice(place, 0, [undefined, place + 1]);
    expect(pairs(comparison)).toEqual(all);
    expect(said(comparison)).toEqual([`step ${place + 1}: steps added`]);
    const back = compareRuns(await record(longer), await record(script), { ignore: ['usage'] });
    expect(said(back)[0]).toBe(`step ${place + 1}: steps removed`);
  });

  it('is told from one that changed', async () => {
    const a: ScriptTurn[] = [[pen], [ink], [orderInk], 'Done.'];
    const b: ScriptTurn[] = [[ink], [{ name: 'order', arguments: { item: 'pen' } }], 'Done.'];
    const comparison = compareRuns(await record(a), await record(b), { ignore: ['usage'] });
    expect(pairs(comparison)).toEqual([
      [1, undefined],
      [2, 1],
      [3, 2],
      [4, 3],
    ]);
    expect(said(comparison)).toContain('step 3/2 > call 1 order: arguments written /item changed');
  });
});

describe('calls', () => {
  it('that ask for something else are named, with what came of it', async () => {
    expect(await differences([[pen], 'Done.'], [[ink], 'Done.'])).toEqual([
      'step 1 > call 1 look: arguments written /item changed',
      'step 1 > call 1 look: output /content/0/text changed',
    ]);
  });

  it('to another tool are', async () => {
    expect(await differences([[ink], 'Done.'], [[orderInk], 'Done.'])).toEqual([
      'step 1 > call 1 look/order: calls tool changed',
      'step 1 > call 1 look/order: course started changed',
      'step 1 > call 1 look/order: output /content/0/text changed',
    ]);
  });

  it('that one run does not make are', async () => {
    expect(await differences([[pen, ink], 'Done.'], [[ink], 'Done.'])).toEqual([
      'step 1: calls call removed',
    ]);
    expect(await differences([[ink], 'Done.'], [[pen, ink], 'Done.'])).toEqual(['step 1: calls call added']);
  });

  it('in another order are the same calls', async () => {
    expect(await differences([[pen, ink, orderInk], 'Done.'], [[orderInk, pen, ink], 'Done.'])).toEqual([
      'step 1: calls order changed',
    ]);
  });

  it('whose result is another are, also where the model took no notice', async () => {
    const script: ScriptTurn[] = [[pen], 'Done.'];
    const a = await record(script);
    stock['pen'] = '2 left';
    const b = await record(script);
    stock['pen'] = '3 left';
    expect(listDifferences(compareRuns(a, b))).toEqual([
      {
        place: ['step 1', 'call 1 look'],
        ...{ section: 'output', what: '', kind: 'changed', path: '/content/0/text' },
        ...{ a: '3 left', b: '2 left' },
      },
    ]);
  });

  it('that needed a repair, or failed, are', async () => {
    const repaired = { name: 'look', arguments: { item: 'pen', count: '1' } };
    const plain = { name: 'look', arguments: { item: 'pen', count: 1 } };
    expect(await differences([[plain], 'Done.'], [[repaired], 'Done.'])).toEqual([
      'step 1 > call 1 look: arguments written /count changed',
      'step 1 > call 1 look: arguments repairs added',
    ]);
    const broken = { name: 'look', arguments: '{"item":' };
    const found = await differences([[pen], 'Done.'], [[broken], 'Done.']);
    expect(found).toContain('step 1 > call 1 look: output /isError changed');
    expect(found).toContain('step 1 > call 1 look: output error added');
  });
});

describe('what a run is given, says and uses', () => {
  it('is compared', async () => {
    const a = await record(['Yes.'], { input: 'Open?' });
    const b = await record([{ text: 'No.', usage: { inputTokens: 9 } }], {
      input: 'Shut?',
      instructions: '',
    });
    expect(said(compareRuns(a, b))).toEqual([
      'start: instructions changed',
      'start: input /0/text changed',
      'step 1: text changed',
      'step 1: usage /inputTokens changed',
      'end: usage in all /inputTokens changed',
    ]);
    expect(said(compareRuns(a, b, { ignore: ['text', 'usage', 'input'] }))).toEqual([
      'start: instructions changed',
    ]);
    expect(compareRuns(a, b, { ignore: ['text', 'usage', 'input', 'instructions'] }).isEqual).toBe(true);
  });

  it('differs where a model is asked otherwise than the journal tells', async () => {
    const other = { description: 'Looks carefully.' };
    const script: ScriptTurn[] = [[pen], 'Done.'];
    const found = said(compareRuns(await record(script), await record(script, other)));
    expect(found).toEqual(['step 1: request hash changed']);
    // Models give ids to calls, which stand in the questions that follow.
    const named = (callId: string): ScriptTurn[] => [[{ ...pen, callId }], 'Done.'];
    expect(await differences(named('a'), named('b'))).toEqual([]);
  });

  it('includes how it ended, and a history', async () => {
    const agent = (turns: ScriptTurn[]): Agent =>
      new Agent({ name: 'clerk', model: new ScriptedModel(turns), tools: [look], maxSteps: 1, store });
    const first = await agent(['Hi.']).run('Hello');
    const history = first.messages;
    const second = await agent([[pen]]).run('Hello', { history });
    const [a, b] = [(await store.read(first.id))!, (await store.read(second.id))!];
    const found = said(compareRuns(a, b, { ignore: ['usage'] }));
    expect(found).toEqual([
      'start: history /0 added',
      'start: history /1 added',
      'step 1: text removed',
      'step 1: finish reason changed',
      'step 1: calls call added',
      'end: status changed',
      'end: status reason added',
    ]);
  });
});

describe('agents below', () => {
  async function recordAbove(
    task: string,
    turns: ScriptTurn[],
    script: ScriptTurn[] = [[{ name: 'helper', arguments: { task } }], 'ok'],
  ): Promise<RecordedRun & { below: RecordedRun[] }> {
    const helper = new Agent({ name: 'helper', model: new ScriptedModel(turns), tools: [look] });
    const model = new ScriptedModel(script);
    const run = await new Agent({ model, tools: [helper], store }).run('?');
    const children = (await store.list()).filter(({ parentRunId }) => parentRunId === run.id);
    const below = await Promise.all(children.map(async ({ runId }) => (await store.read(runId))!));
    return { ...(await store.read(run.id))!, below };
  }

  it('are compared where their call is, when they are given', async () => {
    const a = await recordAbove('Look.', [[pen], 'Looked.']);
    const b = await recordAbove('Look.', [[ink], 'Looked.']);
    expect(said(compareRuns(a, b))).toEqual([
      'step 1 > call 1 helper > step 1 > call 1 look: arguments written /item changed',
      'step 1 > call 1 helper > step 1 > call 1 look: output /content/0/text changed',
    ]);
    expect(compareRuns(a, b).isEqual).toBe(false);
    const { below: _below, ...alone } = b;
    expect(compareRuns(a, alone).isEqual).toBe(true);
    expect(said(compareRuns(a, { ...b, below: [] }))).toEqual(['step 1 > call 1 helper: runs count changed']);
    expect(compareRuns(a, a).isEqual).toBe(true);
  });

  it('are compared with those of the same call, also where turns use an id again', async () => {
    const ask = (callId: string): TurnCall => ({ name: 'helper', arguments: { task: 'Look.' }, callId });
    const script: ScriptTurn[] = [[ask('h'), ask('i')], [ask('h')], 'ok'];
    const a = await recordAbove('', ['1', '2', '3'], script);
    const b = await recordAbove('', ['1', '5', '4'], script);
    expect(a.below).toHaveLength(3);
    expect(said(compareRuns(a, b, { ignore: ['output'] }))).toEqual([
      'step 1 > call 2 helper > step 1: text changed',
      'step 2 > call 1 helper > step 1: text changed',
    ]);
  });
});

describe('a rendering', () => {
  it('shows places, names and both values', async () => {
    const a = await record([[pen], 'Done.']);
    const b = await record([[ink], 'Done.', 'never'], { instructions: 'Be\nquick.' });
    const lines = renderComparison(compareRuns(a, b)).split('\n');
    expect(lines).toEqual([
      `--- ${a.runId}  completed, clerk, scripted`,
      `+++ ${b.runId}  completed, clerk, scripted`,
      '@@ start @@',
      '  instructions',
      '-   "Be kind."',
      '+   "Be\\nquick."',
      '@@ step 1 › call 1 look @@',
      '  arguments written /item',
      '-   "pen"',
      '+   "ink"',
      '  output /content/0/text',
      '-   "3 left"',
      '+   "none"',
      '3 differences; 1 of 2 steps the same.',
    ]);
  });

  it('has colours on demand', async () => {
    const comparison = compareRuns(await record(['a']), await record(['b']));
    expect(renderComparison(comparison)).not.toContain('\u001b');
    const coloured = renderComparison(comparison, { colours: true });
    expect(coloured).toContain('\u001b[31m-   "a"\u001b[39m');
    expect(coloured).toContain('\u001b[32m+   "b"\u001b[39m');
  });

  it('cuts long texts around their first difference, and lets nobody move the cursor', async () => {
    const text = (middle: string): string => `${'x'.repeat(5_000)}${middle}${'y'.repeat(5_000)}`;
    const a = await record([text('\u001b[2J\u202ethis')], { input: text('Where?') });
    const b = await record([text('that')], { input: text('When?') });
    const shown = renderComparison(compareRuns(a, b));
    expect(shown).toContain(`-   …${'x'.repeat(39)}Where?yyy`.slice(0, 20));
    expect(shown).toContain('Where?yyy');
    expect(shown).toContain('When?yyy');
    expect(shown).toContain('\\u{202e}this');
    expect(shown).not.toMatch(/[\u001b\u202e]/);
    expect(Math.max(...shown.split('\n').map(line => line.length))).toBeLessThan(200);
  });

  it('counts what is too much to show', async () => {
    const many = (text: string): ScriptTurn[] => [
      Array.from({ length: 600 }, () => ({ name: 'look', arguments: { item: text } })),
      'Done.',
    ];
    const shown = renderComparison(compareRuns(await record(many('pen')), await record(many('ink'))));
    expect(shown).toContain('\n… and 700 differences more.\n');
    expect(shown).toMatch(/\n1200 differences; 1 of 2 steps the same\.$/);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, defineTool, MemoryRunStore } from 'toolwright';
import { FunctionModel, ScriptedModel } from 'toolwright/testing';

/**
 * How long a turn of many calls takes against the ideal, and whether long runs stay linear in time and flat in memory.
 * Other programs at work make every figure worse.
 */
const verdicts = [];
const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

await measureTurn();
await measureSteps();
await measureMemory();
console.table(verdicts);
if (verdicts.some(({ verdict }) => verdict === 'missed')) process.exitCode = 1;

/** 100 calls of 50 ms, 32 at a time: four rounds would be ideal. */
async function measureTurn() {
  const [calls, cap, ms] = [100, 32, 50];
  const wait = defineTool({
    name: 'wait',
    description: 'Waits.',
    replayClass: 'read_only',
    input: { n: 'integer' },
    execute: async () => sleep(ms),
  });
  const turn = Array.from({ length: calls }, (_, n) => ({ name: 'wait', arguments: { n } }));
  const ratios = [];
  for (let round = 0; round < 7; round++) {
    const agent = new Agent({
      model: new ScriptedModel([turn, 'done']),
      tools: [wait],
      parallelTools: { maxConcurrency: cap },
    });
    await agent.open();
    const begun = performance.now();
    await agent.run('?');
    ratios.push((performance.now() - begun) / (Math.ceil(calls / cap) * ms));
    await agent.close();
  }
  judge('a turn of 100 calls of 50 ms, 32 at a time, × the ideal', median(ratios), 1.3);
}

/** A run of so many steps, each with a call whose result is a kilobyte. */
async function play(steps, onStep = () => undefined) {
  const store = new MemoryRunStore();
  const look = defineTool({
    name: 'look',
    description: 'Looks.',
    replayClass: 'read_only',
    input: { n: 'integer' },
    execute: ({ n }) => `${n} ${'x'.repeat(1_000)}`,
  });
  let step = 0;
  const model = new FunctionModel(() => {
    onStep(step);
    return step++ < steps ? [{ name: 'look', arguments: { n: step } }] : 'done';
  });
  const agent = new Agent({ model, tools: [look], store, maxSteps: steps + 1 });
  const begun = performance.now();
  const { status } = await agent.run('?');
  if (status !== 'completed') throw new Error(`the run is ${status}`);
  await agent.close();
  return performance.now() - begun;
}

/** Twice the steps should take twice the time. */
async function measureSteps() {
  for (let round = 0; round < 3; round++) await play(200);
  const pairs = [];
  for (let round = 0; round < 9; round++) pairs.push([await play(200), await play(800)]);
  const growth = median(pairs.map(([short, long]) => long / short));
  console.log(`A step: ${(median(pairs.map(([short]) => short)) / 200).toFixed(3)} ms of our own.`);
  judge('800 steps, × the time of 200', growth, 5);
}

/** What one step leaves behind beside its own messages and events. */
async function measureMemory() {
  if (globalThis.gc === undefined) {
    console.log('Run with --expose-gc to see what steps keep.');
    return;
  }
  const heap = [];
  await play(400, step => {
    if (step % 100 !== 0) return;
    globalThis.gc();
    heap.push(process.memoryUsage().heapUsed);
  });
  const perStep = (heap.at(-1) - heap[1]) / 300 / 1024;
  judge('kept for a step with a result of 1 KiB', perStep, 12, 'KiB');
}

function judge(figure, measured, target, unit = '×') {
  const verdict = measured <= target ? 'met' : 'missed';
  verdicts.push({ figure, measured: `${measured.toFixed(2)} ${unit}`, target: `${target} ${unit}`, verdict });
}

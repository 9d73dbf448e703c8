/** Throws random arguments, results and timings at a runtime: node … runtime-fuzz.ts MS SEED */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { CallObservation, createToolRuntime, type ToolRun } from 'toolwright';
import { open, tools } from './hostile-tools.js';
import { SECRET, sentArguments, sentName } from './misbehaviour.js';

const [ms = 1_000, firstSeed = 1] = process.argv.slice(2).map(Number);

const call = fc.record({
  name: sentName,
  arguments: sentArguments,
  cancelAfterMs: fc.option(fc.nat({ max: 30 }), { freq: 4 }),
  hasOwnRun: fc.boolean(),
});
const batch = fc.array(call, { minLength: 10, maxLength: 40 });

const counts = { batches: 0, calls: 0, errors: 0 };
const warnings: Error[] = [];
process.on('warning', warning => warnings.push(warning));

const closing = new Set<Promise<void>>();
const runtime = createToolRuntime(tools, { secrets: { password: SECRET } });
const endAt = performance.now() + ms;
let seed = firstSeed;
await Promise.all(Array.from({ length: 24 }, () => sendBatches()));
await Promise.all(closing);
await runtime.close();
// Tools that never end are given up when their run is closed, and what they hold with them.
console.log(JSON.stringify({ ...counts, openServices: open.services, openCalls: open.calls }));
process.exit(0);

async function sendBatches(): Promise<void> {
  while (performance.now() < endAt) await sendBatch(seed++);
}

async function sendBatch(seed: number): Promise<void> {
  const [calls = []] = fc.sample(batch, { seed, numRuns: 1 });
  const run = runtime.openRun();
  try {
    await Promise.all(calls.map((each, index) => callOnce(each, `${seed}-${index}`, run)));
    // Not waited for: tools that never end are given two seconds.
    closing.add(run.close());
    assert.deepEqual(warnings, []);
  } catch (error) {
    throw new Error(`Found with seed ${seed}.`, { cause: error });
  }
  counts.batches++;
}

interface Sent {
  readonly name: string;
  readonly arguments: unknown;
  readonly cancelAfterMs: number | null;
  readonly hasOwnRun: boolean;
}

async function callOnce(sent: Sent, id: string, run: ToolRun): Promise<void> {
  const cancellation = new AbortController();
  if (sent.cancelAfterMs !== null) setTimeout(() => cancellation.abort(), sent.cancelAfterMs);
  const asked = { id, name: sent.name, arguments: sent.arguments as string };
  const options = { signal: cancellation.signal };
  const answered = sent.hasOwnRun ? runtime.call(asked, options) : run.call(asked, options);
  const observation = await inTime(answered, `${sent.name} was not answered`);
  counts.calls++;
  if (observation.isError) counts.errors++;

  assert(observation instanceof CallObservation);
  assert.equal(observation.callId, id);
  const shown = JSON.stringify([observation.content, observation.structuredContent, observation.error]);
  assert(!shown.includes(SECRET), `a secret is in ${shown.slice(0, 500)}`);
  assert(!/\\n\s+at .*:\d+:\d+/.test(shown), `a stack trace is in ${shown.slice(0, 500)}`);
  assert(Buffer.byteLength(observation.text) <= 110_000, 'the answer is too long');
  if (observation.isError) assert.notEqual(observation.text, '');
  assert(!observation.text.startsWith('The call failed: its answer could not be prepared'), 'no answer');
  observation.visualize();
}

async function inTime<T>(work: Promise<T>, fact: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(fact)), 10_000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

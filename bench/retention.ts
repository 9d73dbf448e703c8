import 'reflect-metadata';
import { createToolRuntime, defineTool } from 'toolwright';

const CALLS = 50_000;

/** Bytes that stay behind for one call whose tool waits, so that its time limit is armed. Needs `--expose-gc`. */
export async function measureRetention(): Promise<number> {
  const wait = defineTool({
    name: 'wait',
    description: 'Wait for the next turn of the event loop.',
    timeoutMs: 30_000,
    execute: (_args: object, run) =>
      new Promise<string>(resolve => {
        setImmediate(() => resolve(run.call.signal.aborted ? 'aborted' : 'done'));
      }),
  });
  const runtime = createToolRuntime([wait]);
  const call = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done += 100) {
      await Promise.all(Array.from({ length: 100 }, () => runtime.call({ name: 'wait' })));
    }
  };
  await call(CALLS / 5);
  const before = await settledHeap();
  await call(CALLS);
  const after = await settledHeap();
  await runtime.close();
  return Math.max(0, after - before) / CALLS;
}

async function settledHeap(): Promise<number> {
  for (let round = 0; round < 5; round++) {
    globalThis.gc?.();
    await new Promise(resolve => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

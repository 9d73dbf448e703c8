import { getEventListeners } from 'node:events';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { Validate, ValidatorConstraint } from 'class-validator';
import {
  CallCancelledError,
  createToolRuntime,
  defineTool,
  FailCall,
  Observation,
  Param,
  type ReplayClass,
  RetryCall,
  type RunContext,
  type RuntimeOptions,
  Tool,
  type ToolFields,
  ToolTimeoutError,
} from 'toolwright';
import { FakeClock } from '../support/fake-clock.js';

type Body = (attempt: number, run: RunContext) => unknown;

/** A tool `work` around `body`, and its runtime on a clock that stands still. */
function setUp(
  body: Body,
  fields: Partial<ToolFields<Record<string, unknown>>> = {},
  options: RuntimeOptions = {},
) {
  const clock = new FakeClock();
  const runs: number[] = [];
  const work = defineTool({
    name: 'work',
    description: 'Works.',
    ...fields,
    execute: (_args, run) => {
      runs.push(run.call.attempt);
      return body(run.call.attempt, run);
    },
  });
  const entropy = { random: () => 0, uuid: () => 'id' };
  const runtime = createToolRuntime([work], { clock, entropy, ...options });
  return { clock, runs, runtime };
}

const never = () => new Promise<never>(() => undefined);
const failing: Body = () => {
  throw new Error('down');
};

describe('a timeout', () => {
  it('holds for each attempt, aborts the signal, and answers although the tool ignores it', async () => {
    const signals: AbortSignal[] = [];
    const { clock, runtime } = setUp(
      (_, run) => {
        signals.push(run.call.signal);
        return never();
      },
      { timeoutMs: 100, maxRetries: 1, retryDelayMs: 10, replayClass: 'read_only' },
    );
    const call = runtime.call({ name: 'work' });
    await clock.advance(99);
    expect(signals.map(signal => signal.aborted)).toEqual([false]);
    await clock.advance(1);
    expect(signals.map(signal => signal.aborted)).toEqual([true]);
    await clock.advance(10 + 99);
    expect(signals.map(signal => signal.aborted)).toEqual([true, false]);
    await clock.advance(1);

    const observation = await call;
    expect(observation).toMatchObject({ isError: true, attempts: 2, durationMs: 210 });
    expect(observation.text).toBe("Tool 'work' timed out after 100 ms.");
    expect(observation.error).toBeInstanceOf(ToolTimeoutError);
    expect(clock.pending).toBe(0);
  });

  it('is 60 seconds unless tool or runtime say otherwise', async () => {
    const byDefault = setUp(never);
    void byDefault.runtime.call({ name: 'work' });
    const byRuntime = setUp(never, {}, { defaults: { timeoutMs: 70 } });
    void byRuntime.runtime.call({ name: 'work' });
    const byTool = setUp(never, { timeoutMs: 50 }, { defaults: { timeoutMs: 70 } });
    void byTool.runtime.call({ name: 'work' });
    await turn();
    expect([byDefault, byRuntime, byTool].map(({ clock }) => clock.delays)).toEqual([[60_000], [70], [50]]);
  });

  it('holds in real time', async () => {
    class Slow {
      @Tool({ description: 'Slow.', timeoutMs: 50 })
      slow() {
        return sleep(500);
      }
    }
    const { text, durationMs } = await createToolRuntime([Slow]).call({ name: 'slow' });
    expect(text).toMatch(/^Tool 'slow' timed out after 50 ms\./);
    expect(durationMs).toBeGreaterThan(40);
    expect(durationMs).toBeLessThan(400);
  });

  it('drops a late result and a late rejection', async () => {
    const late: { resolve(value: unknown): void; reject(error: unknown): void }[] = [];
    const { clock, runtime } = setUp(() => new Promise((resolve, reject) => late.push({ resolve, reject })), {
      timeoutMs: 100,
    });
    const calls = [runtime.call({ name: 'work' }), runtime.call({ name: 'work' })];
    await clock.advance(100);
    late[0]?.resolve('late');
    late[1]?.reject(new Error('late'));
    // Jest fails a test that leaves a rejection unhandled.
    await sleep(5);
    for (const { text } of await Promise.all(calls)) expect(text).toMatch(/timed out after 100 ms/);
  });

  it('cannot interrupt a body that returns without a promise, and costs it no timer', async () => {
    const { clock, runtime } = setUp(() => 'done', { timeoutMs: 1 });
    expect((await runtime.call({ name: 'work' })).text).toBe('done');
    expect(clock.delays).toEqual([]);
  });

  it('leaves no timer behind when the body ends in time', async () => {
    const { clock, runtime } = setUp(async () => 'done');
    await runtime.call({ name: 'work' });
    const broken = setUp(() => ({
      then: () => {
        throw new Error('bad thenable');
      },
    }));
    expect((await broken.runtime.call({ name: 'work' })).text).toBe("Tool 'work' failed: bad thenable");
    expect([clock.pending, broken.clock.pending]).toEqual([0, 0]);
  });

  it.each<[ReplayClass, boolean]>([
    ['read_only', false],
    ['idempotent', false],
    ['side_effecting', true],
  ])('of a %s tool says whether the outcome is unknown', async (replayClass, isUnknown) => {
    const { clock, runtime } = setUp(never, { replayClass, timeoutMs: 100 });
    const call = runtime.call({ name: 'work' });
    await clock.advance(100);
    expect((await call).text.includes('outcome is unknown')).toBe(isUnknown);
  });

  it('of a side_effecting tool is never retried, whatever its author set', async () => {
    const { clock, runtime, runs } = setUp(never, { timeoutMs: 100, maxRetries: 5 });
    const call = runtime.call({ name: 'work' });
    await clock.advance(100_000);
    expect((await call).attempts).toBe(1);
    expect(runs).toEqual([1]);
  });
});

describe('retries', () => {
  it('stop at the first success', async () => {
    const { clock, runtime } = setUp(attempt => (attempt < 3 ? failing(attempt, null as never) : 'up'), {
      maxRetries: 3,
    });
    const call = runtime.call({ name: 'work' });
    await clock.advance(10_000);
    expect(await call).toMatchObject({ text: 'up', isError: false, attempts: 3 });
  });

  it('end after exactly the attempts that were allowed', async () => {
    const { clock, runtime, runs } = setUp(failing, { maxRetries: 2 });
    const call = runtime.call({ name: 'work' });
    await clock.advance(100_000);
    expect(await call).toMatchObject({ text: "Tool 'work' failed: down", isError: true, attempts: 3 });
    expect(runs).toEqual([1, 2, 3]);
  });

  it('wait twice as long each time, at most 30 seconds', async () => {
    const { clock, runtime } = setUp(failing, { maxRetries: 9 });
    void runtime.call({ name: 'work' });
    await clock.advance(1_000_000);
    expect(clock.delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('start at the delay of the tool, else of the runtime', async () => {
    const byTool = setUp(failing, { maxRetries: 2, retryDelayMs: 7 }, { defaults: { retryDelayMs: 90 } });
    const byRuntime = setUp(failing, { maxRetries: 2 }, { defaults: { retryDelayMs: 90 } });
    for (const { clock, runtime } of [byTool, byRuntime]) {
      void runtime.call({ name: 'work' });
      await clock.advance(1_000);
    }
    expect(byTool.clock.delays).toEqual([7, 14]);
    expect(byRuntime.clock.delays).toEqual([90, 180]);
  });

  it('are spread at random over the upper half of the wait', async () => {
    const numbers = [0, 0.5, 0.999];
    const entropy = { random: () => numbers.shift() ?? 0, uuid: () => 'id' };
    const { clock, runtime } = setUp(failing, { maxRetries: 3, retryDelayMs: 100 }, { entropy });
    void runtime.call({ name: 'work' });
    await clock.advance(10_000);
    expect(clock.delays.map(Math.round)).toEqual([100, 150, 200]);
  });

  it.each<[ReplayClass | undefined, number]>([
    ['read_only', 3],
    ['idempotent', 3],
    ['side_effecting', 1],
    [undefined, 1],
  ])('by default of the runtime reach %s tools with %i attempts', async (replayClass, attempts) => {
    const fields = replayClass === undefined ? {} : { replayClass };
    const { clock, runtime } = setUp(failing, fields, { defaults: { maxRetries: 2 } });
    const call = runtime.call({ name: 'work' });
    await clock.advance(100_000);
    expect((await call).attempts).toBe(attempts);
  });

  it('of a side_effecting tool that threw follow its author', async () => {
    const { clock, runtime } = setUp(failing, { replayClass: 'side_effecting', maxRetries: 1 });
    const call = runtime.call({ name: 'work' });
    await clock.advance(10_000);
    expect((await call).attempts).toBe(2);
  });

  it.each([
    ['RetryCall', new RetryCall('Use an id like ORD-1.')],
    ['FailCall', new FailCall('The shop is closed.')],
  ])('never follow a %s, whose text the model reads', async (_, error) => {
    const { runtime, runs } = setUp(
      () => {
        throw error;
      },
      { replayClass: 'read_only', maxRetries: 5 },
    );
    const observation = await runtime.call({ name: 'work' });
    expect(observation.text).toBe(`Tool 'work' failed: ${error.message}`);
    expect(observation.error).toBe(error);
    expect(runs).toEqual([1]);
  });

  it('never follow an error that the tool returned', async () => {
    const { runtime, runs } = setUp(() => Observation.error('no'), { maxRetries: 5 });
    expect((await runtime.call({ name: 'work' })).text).toBe("Tool 'work' failed: no");
    expect(runs).toEqual([1]);
  });

  it('never follow invalid arguments', async () => {
    const { clock, runtime, runs } = setUp(failing, { maxRetries: 5 });
    const observation = await runtime.call({ name: 'work', arguments: '{' });
    expect(observation).toMatchObject({ isError: true, attempts: 0 });
    expect(runs).toEqual([]);
    expect(clock.delays).toEqual([]);
  });

  it('get an action that the attempt before has not touched', async () => {
    const seen: string[][] = [];
    class Sorter {
      @Tool({ description: 'Sort.', maxRetries: 2, retryDelayMs: 0 })
      sort(@Param({ type: () => [String] }) names: string[]) {
        seen.push([...names]);
        names.length = 0;
        throw new Error('down');
      }
    }
    const args = { names: ['b', 'a'] };
    await createToolRuntime([Sorter]).call({ name: 'sort', arguments: args });
    expect(seen).toEqual([
      ['b', 'a'],
      ['b', 'a'],
      ['b', 'a'],
    ]);
    expect(args).toEqual({ names: ['b', 'a'] });
  });
});

describe('a cancellation', () => {
  it('during an attempt releases the caller at once and aborts the signal of the tool', async () => {
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    const { clock, runtime, runs } = setUp(
      (_, run) => {
        seen = run.call.signal;
        return never();
      },
      { replayClass: 'read_only', maxRetries: 5 },
    );
    const call = runtime.call({ name: 'work' }, { signal: controller.signal });
    await turn();
    const reason = new Error('the user left');
    controller.abort(reason);

    const observation = await call;
    expect(observation.text).toBe("Tool 'work' was cancelled.");
    expect(observation.error).toBeInstanceOf(CallCancelledError);
    expect(seen?.aborted).toBe(true);
    expect(seen?.reason).toBe(reason);
    expect(runs).toEqual([1]);
    expect(clock.pending).toBe(0);
  });

  it('of a side_effecting tool leaves the outcome unknown', async () => {
    const { runtime } = setUp(never);
    const { text } = await runtime.call({ name: 'work' }, { signal: AbortSignal.timeout(5) });
    expect(text).toMatch(/^Tool 'work' was cancelled\. The outcome is unknown/);
  });

  it('during a wait ends it without another attempt', async () => {
    const controller = new AbortController();
    const { clock, runtime, runs } = setUp(failing, { maxRetries: 5 });
    const call = runtime.call({ name: 'work' }, { signal: controller.signal });
    await clock.advance(10);
    expect(clock.pending).toBe(1);
    controller.abort();

    expect((await call).text).toBe("Tool 'work' was cancelled.");
    expect(runs).toEqual([1]);
    expect(clock.pending).toBe(0);
  });

  it('before the call keeps the tool from running', async () => {
    const { runtime, runs } = setUp(never);
    const { isError, attempts } = await runtime.call({ name: 'work' }, { signal: AbortSignal.abort() });
    expect({ isError, attempts, runs }).toEqual({ isError: true, attempts: 0, runs: [] });
  });

  it('of a run reaches all its calls', async () => {
    const controller = new AbortController();
    const { runtime } = setUp(never);
    const run = runtime.openRun({ signal: controller.signal });
    const calls = [run.call({ name: 'work' }), run.call({ name: 'work' })];
    await turn();
    controller.abort();
    for (const { text } of await Promise.all(calls)) expect(text).toMatch(/^Tool 'work' was cancelled\./);
    expect((await run.call({ name: 'work' })).text).toMatch(/^Tool 'work' was cancelled\./);
    await run.close();
  });

  it('by one signal reaches any number of calls through one listener, which ends with them', async () => {
    const controller = new AbortController();
    const seen = new Set<AbortSignal>();
    const { runtime } = setUp((_, run) => {
      seen.add(run.call.signal);
      return never();
    });
    const run = runtime.openRun();
    const options = { signal: controller.signal };
    const calls = Array.from({ length: 30 }, () => [
      runtime.call({ name: 'work' }, options),
      run.call({ name: 'work' }, options),
    ]).flat();
    await turn();
    // Node warns of a leak from the eleventh listener on.
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    controller.abort();
    await Promise.all(calls);
    await run.close();
    expect([...seen].map(signal => signal.aborted)).toEqual(Array<boolean>(60).fill(true));
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  it('leaves no listener on the signal of a call that ended by itself', async () => {
    const { signal } = new AbortController();
    const { clock, runtime } = setUp(failing, { maxRetries: 2 });
    const call = runtime.call({ name: 'work' }, { signal });
    await clock.advance(100_000);
    await call;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('two calls of one run', () => {
  it('overlap', async () => {
    const { clock, runtime } = setUp((_, run) => {
      const { id } = run.call;
      return new Promise(resolve => void clock.schedule(250, () => resolve(id)));
    });
    const run = runtime.openRun();
    const calls = ['first', 'second'].map(id => run.call({ id, name: 'work' }));
    await clock.advance(250);
    expect((await Promise.all(calls)).map(({ text, durationMs }) => [text, durationMs])).toEqual([
      ['first', 250],
      ['second', 250],
    ]);
    await run.close();
  });
});

describe('an abort listener', () => {
  it.each(['timeout', 'cancellation'])('may read run.call: %s', async how => {
    let seen: string | undefined;
    const tool = defineTool({
      name: 'listen',
      timeoutMs: how === 'timeout' ? 10 : 10_000,
      execute: (_args, run) =>
        new Promise((_resolve, reject) => {
          run.call.signal.addEventListener('abort', () => {
            seen = run.call.toolName;
            reject(run.call.signal.reason as Error);
          });
        }),
    });
    const runtime = createToolRuntime([tool]);
    const signal = AbortSignal.timeout(how === 'timeout' ? 10_000 : 10);
    expect((await runtime.call({ name: 'listen' }, { signal })).isError).toBe(true);
    expect(seen).toBe('listen');
  });
});

describe('a tool that is at work after its call was answered', () => {
  it('keeps its instance until it has ended, and its caller does not wait', async () => {
    const log: string[] = [];
    @Tool({ timeoutMs: 10 })
    class Slow {
      async execute(): Promise<void> {
        await new Promise(resolve => setTimeout(resolve, 60));
        log.push('ended');
      }
      dispose(): void {
        log.push('disposed');
      }
    }
    const runtime = createToolRuntime([Slow]);
    await runtime.call({ name: 'slow' });
    log.push('answered');
    await runtime.close();
    expect(log).toEqual(['answered', 'ended', 'disposed']);
  });
});

describe('runtime limits and defaults', () => {
  it('treat undefined as left out', async () => {
    const options = { defaults: { timeoutMs: undefined }, limits: { argumentBytes: undefined } } as object;
    const tool = defineTool({
      name: 'wait',
      execute: () => new Promise(resolve => setTimeout(resolve, 5, 'done')),
    });
    const runtime = createToolRuntime([tool], options);
    expect((await runtime.call({ name: 'wait' })).text).toBe('done');
    const big = await runtime.call({ name: 'wait', arguments: JSON.stringify({ a: 'x'.repeat(1_100_000) }) });
    expect(big.text).toMatch(/^Invalid arguments/);
  });

  it.each([
    { argumentDepth: 0 },
    { resultBytes: -1 },
    { dataBytes: 1.5 },
    { argumentBytes: '1' },
    { depth: 3 },
  ])('are refused when they cannot be meant: %j', limits => {
    expect(() => createToolRuntime([], { limits: limits as object })).toThrow(/runtime limits: /);
  });
});

describe('a call that is cancelled while its tool has not awaited yet', () => {
  it.each<[string, (run: RunContext, abort: () => void) => void]>([
    ['by a watcher of its progress', run => run.call.progress({ progress: 1 })],
    ['by the tool itself', (_run, abort) => abort()],
  ])('is answered as cancelled, and its late rejection is dropped: %s', async (_, begin) => {
    const cancellation = new AbortController();
    const abort = (): void => cancellation.abort();
    const tool = defineTool({
      name: 'eager',
      replayClass: 'read_only',
      timeoutMs: 30,
      execute: async (_args, run) => {
        begin(run, abort);
        await sleep(5);
        throw new Error('late');
      },
    });
    const runtime = createToolRuntime([tool]);
    const observation = await runtime.call(
      { name: 'eager' },
      { signal: cancellation.signal, onProgress: abort },
    );
    expect(observation.error).toBeInstanceOf(CallCancelledError);
    await sleep(50);
    await runtime.close();
  });
});

describe('a further attempt whose arguments cannot be checked again', () => {
  it('does not hold a caller that cancels', async () => {
    let checks = 0;
    class Order {
      @Validate(
        (() => {
          @ValidatorConstraint({ async: true })
          class StuckTheSecondTime {
            validate(): Promise<boolean> {
              return ++checks === 1 ? Promise.resolve(true) : new Promise(() => undefined);
            }
          }
          return StuckTheSecondTime;
        })(),
      )
      id!: string;
    }
    const tool = defineTool({
      name: 'order',
      replayClass: 'read_only',
      maxRetries: 1,
      retryDelayMs: 0,
      input: Order,
      execute: () => {
        throw new Error('busy');
      },
    });
    const runtime = createToolRuntime([tool]);
    const call = { name: 'order', arguments: { id: 'a' } };
    const { error } = await runtime.call(call, { signal: AbortSignal.timeout(200) });
    expect(error).toBeInstanceOf(CallCancelledError);
    expect(checks).toBe(2);
  });
});

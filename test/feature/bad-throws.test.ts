import { getEventListeners } from 'node:events';
import {
  type CallObservation,
  createToolRuntime,
  type CurrentCall,
  defineTool,
  FailCall,
  type ProgressUpdate,
  RetryCall,
  type RunContext,
  type RuntimeOptions,
  type ToolFields,
} from 'toolwright';
import { FakeClock } from '../support/fake-clock.js';
import { unhandledRejections } from '../support/unhandled-rejections.js';

type Fields = Partial<ToolFields<Record<string, unknown>>>;

const fails = (): never => {
  throw new Error('no');
};
const traps = Object.fromEntries(
  Object.getOwnPropertyNames(Reflect).map(trap => [trap, fails]),
) as ProxyHandler<object>;

function withGetters(...names: string[]): Error {
  const error = new Error('never read');
  for (const name of names) Object.defineProperty(error, name, { get: fails });
  return error;
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const UNREADABLE = 'it threw an error that cannot be read.';
const THROWN: readonly [string, () => unknown, string][] = [
  ['an error', () => new Error('down'), 'down'],
  ['null', () => null, 'it threw null.'],
  ['undefined', () => undefined, 'it threw undefined.'],
  ['a number', () => 42, 'it threw a number.'],
  ['a bigint', () => 42n, 'it threw a bigint.'],
  ['a boolean', () => false, 'it threw a boolean.'],
  ['a symbol', () => Symbol('s'), 'it threw a symbol.'],
  ['a function', () => fails, 'it threw a function.'],
  ['a class', () => class Failure {}, 'it threw a function.'],
  ['a frozen object', () => Object.freeze({ code: 1 }), 'it threw an object without a message.'],
  [
    'an object without a prototype',
    () => Object.create(null) as unknown,
    'it threw an object without a message.',
  ],
  [
    'a message that is no text',
    () => ({ message: { text: 'down' } }),
    'it threw an object without a message.',
  ],
  ['a promise', () => Promise.resolve('late'), 'it threw a promise.'],
  ['a promise that rejects', () => Promise.reject(new Error('late')), 'it threw a promise.'],
  ['a getter of message that throws', () => withGetters('message'), UNREADABLE],
  [
    'other getters that throw',
    () => withGetters('stack', 'name', 'cause', 'toString', 'toJSON', 'code', 'constructor'),
    'never read',
  ],
  ['a proxy that throws on everything', () => new Proxy({}, traps), UNREADABLE],
  ['a callable proxy that throws on everything', () => new Proxy(fails, traps), 'it threw a function.'],
  ['a revoked proxy', revoked, UNREADABLE],
  ['what only looks like an error of ours', () => ({ [Symbol.for('toolwright.error')]: true }), UNREADABLE],
];

const WAYS: Readonly<Record<string, (thrown: () => unknown) => () => unknown>> = {
  thrown: thrown => () => {
    throw thrown();
  },
  'thrown later': thrown => async () => {
    await Promise.resolve();
    throw thrown();
  },
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- tools reject with anything.
  rejected: thrown => () => Promise.reject(thrown()),
};

const read_only = { replayClass: 'read_only' } as const;
const SET_UPS: Readonly<Record<string, { fields?: Fields; options?: RuntimeOptions; attempts?: number }>> = {
  'as it is': {},
  'with a retry': { fields: { ...read_only, maxRetries: 1, retryDelayMs: 1 }, attempts: 2 },
  'with secrets': { options: { secrets: { KEY: 's3cret-value' } } },
  'with a journal and a guardrail that sees errors': {
    options: {
      journal: { write: event => void JSON.stringify(event) },
      guardrails: [
        { name: 'see', position: 'tool_result', checksErrors: true, check: ({ text }) => text !== '' },
      ],
    },
  },
};

describe.each(Object.keys(SET_UPS))('whatever a tool throws is answered, %s:', setUp => {
  const { fields = {}, options = {}, attempts = 1 } = SET_UPS[setUp]!;

  it.each(THROWN)('%s', async (what, thrown, text) => {
    const unhandled = await unhandledRejections(async () => {
      for (const way of Object.values(WAYS)) {
        const tool = defineTool({ name: 'x', ...fields, execute: way(thrown) });
        const observation = await createToolRuntime([tool], options).call({ name: 'x' });
        expect(observation).toMatchObject({ isError: true, toolName: 'x' });
        expect(observation.text).toMatch(
          /^Tool 'x' failed: |^The call failed: its answer could not be prepared/,
        );
        if (what !== 'what only looks like an error of ours') {
          expect({ text: observation.text, attempts: observation.attempts }).toEqual({
            text: `Tool 'x' failed: ${text}`,
            attempts,
          });
          expect(observation.error?.code).toBe('TOOL_FAILED');
        }
        expect(() => JSON.stringify(observation.content)).not.toThrow();
      }
    });
    expect(unhandled).toEqual([]);
  });
});

describe('what a model reads of a failure', () => {
  const textOf = async (thrown: unknown): Promise<string> => {
    const tool = defineTool({ name: 'x', execute: () => Promise.reject(thrown as Error) });
    return (await createToolRuntime([tool]).call({ name: 'x' })).text.replace("Tool 'x' failed: ", '');
  };

  it('is never a stack trace, also where a message or text holds one', async () => {
    const inner = new TypeError('no rows');
    for (const thrown of [inner.stack, new Error(inner.stack), { message: `outer\n${inner.stack ?? ''}` }]) {
      const text = await textOf(thrown);
      expect(text).toMatch(/^(outer\n)?TypeError: no rows$/);
    }
    const frames = [
      'down',
      '    at Object.<anonymous> (/srv/app/a.ts:1:2)',
      '    at async Promise.all (index 0)',
      '    at file:///srv/app/b.mjs:10:20',
      '\tat Array.map (<anonymous>)',
      '    at new Orders (C:\\app\\a.js:3:4)',
      '  ... 4 lines matching cause stack trace ...',
      'meet me at noon (sharp)',
      'at 10:30 it was up',
    ];
    expect(await textOf(frames.join('\n'))).toBe('down\nmeet me at noon (sharp)\nat 10:30 it was up');
  });

  it('is what a tool says on purpose, as it is', async () => {
    const words = 'Look here:\n    at file:///srv/app/b.mjs:10:20';
    expect(await textOf(new FailCall(words))).toBe(words);
    expect(await textOf(new RetryCall(words))).toBe(words);
  });

  it('is cut between characters, never inside one', async () => {
    for (const offset of [0, 1]) {
      const text = await textOf('a'.repeat(offset) + '😀'.repeat(5_000));
      expect(text.length).toBeLessThanOrEqual(2_001);
      expect(text).toMatch(/^a?(😀)+…$/u);
    }
  });

  it('is soon there, however long the message is', async () => {
    const started = performance.now();
    for (const unit of ['x', ' at (', '\n    at ', '1:1:', '😀']) {
      expect((await textOf(unit.repeat(5_000_000 / unit.length))).length).toBeLessThanOrEqual(2_001);
    }
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('a tool that goes on after its call was answered', () => {
  /** A tool that gives what it can be reached by and never returns by itself. */
  function setUp(how: 'timeout' | 'cancellation') {
    const clock = new FakeClock();
    const updates: ProgressUpdate[] = [];
    const cancellation = new AbortController();
    let answered!: Promise<CallObservation>;
    const reached = new Promise<{ run: RunContext; call: CurrentCall; settle: PromiseWithResolversOf }>(
      reach => {
        const execute = (_args: unknown, run: RunContext): Promise<unknown> =>
          new Promise((resolve, reject) => reach({ run, call: run.call, settle: { resolve, reject } }));
        const tool = defineTool({ name: 'work', timeoutMs: 100, execute });
        answered = createToolRuntime([tool], { clock }).call(
          { name: 'work' },
          { signal: cancellation.signal, onProgress: update => updates.push(update) },
        );
      },
    );
    const stop = async (): Promise<void> => {
      if (how === 'timeout') await clock.advance(100);
      else cancellation.abort();
    };
    return { answered, reached, stop, updates, clock, signal: cancellation.signal };
  }
  interface PromiseWithResolversOf {
    resolve(value: unknown): void;
    reject(error: unknown): void;
  }

  it.each(['timeout', 'cancellation'] as const)('changes nothing, whatever it calls: %s', async how => {
    const unhandled = await unhandledRejections(async () => {
      for (const end of ['resolve', 'reject', 'reject with a promise'] as const) {
        const { answered, reached, stop, updates, clock, signal } = setUp(how);
        const { call, settle } = await reached;
        call.progress({ progress: 1 });
        await stop();
        const before = await answered;
        const shown = JSON.stringify([before.text, before.attempts, before.durationMs]);
        call.progress({ progress: 2 });
        expect(call.signal.aborted).toBe(true);
        expect([call.id, call.toolName, call.attempt]).toEqual([before.callId, 'work', 1]);
        if (end === 'resolve') settle.resolve([Promise.resolve()]);
        else settle.reject(end === 'reject' ? new Error('late') : Promise.reject(new Error('later')));
        await clock.advance(1_000);
        expect(updates).toEqual([{ progress: 1 }]);
        expect(JSON.stringify([before.text, before.attempts, before.durationMs])).toBe(shown);
        expect(before.text).toMatch(how === 'timeout' ? /timed out after 100 ms/ : /was cancelled/);
        expect(clock.pending).toBe(0);
        expect(getEventListeners(signal, 'abort')).toEqual([]);
      }
    });
    expect(unhandled).toEqual([]);
  });

  it('may still call other tools by the runtime, which answers', async () => {
    const clock = new FakeClock();
    const inner: string[] = [];
    const echo = defineTool({ name: 'echo', execute: () => 'echoed' });
    let goOn!: () => void;
    const late = defineTool({
      name: 'late',
      timeoutMs: 100,
      execute: async () => {
        await new Promise<void>(resolve => (goOn = resolve));
        inner.push((await runtime.call({ name: 'echo' })).text, (await run.call({ name: 'echo' })).text);
      },
    });
    const runtime = createToolRuntime([echo, late], { clock });
    const run = runtime.openRun();
    const answered = run.call({ name: 'late' });
    await clock.advance(100);
    expect((await answered).text).toMatch(/timed out/);
    const closed = run.close();
    goOn();
    await closed;
    expect(inner).toEqual(['echoed', "Tool 'echo' failed: its run or runtime is closed. Open a new one."]);
    await runtime.close();
  });
});

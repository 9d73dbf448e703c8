import * as fc from 'fast-check';
import { FailCall, Observation, RetryCall, RunContext } from 'toolwright';

/** Never to be seen in what comes back. */
export const SECRET = 'sesame-4711-open';

const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
  stringUnit: 'binary',
});

const sample = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T =>
  fc.sample(arbitrary, { seed, numRuns: 1 })[0] as T;

async function later<T>(ms: number, act: () => T): Promise<T> {
  await new Promise(resolve => setTimeout(resolve, ms));
  return act();
}

const raise = (thrown: unknown): never => {
  throw thrown;
};

const hostileError = (): Error =>
  Object.defineProperty(new Error('unreadable'), 'message', {
    get: () => raise(new Error('no message for you')),
  });

const nested = (depth: number): unknown => {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { value };
  return value;
};

const cyclic = (): unknown => {
  const value: Record<string, unknown> = {};
  value['self'] = [value];
  return value;
};

const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

/** What a tool may do, good and bad. */
const behaviours: readonly ((seed: number, run: RunContext) => unknown)[] = [
  seed => sample(anything, seed),
  seed => raise(sample(anything, seed)),
  seed => later(seed % 30, () => sample(anything, seed)),
  seed => later(seed % 30, () => raise(sample(anything, seed))),
  // Longer than the time limit of every tool.
  seed => later(60 + (seed % 60), () => raise(new Error('late'))),
  () => new Promise(() => undefined),
  () => raise(hostileError()),
  () => raise(new Proxy({}, { get: () => raise(new Error('no members')) })),
  () => raise(revoked()),
  () => revoked(),
  () => raise(new Error(`the password is ${SECRET}`)),
  (_seed, run) => ({ password: run.secrets.get('password'), [SECRET]: [SECRET] }),
  () => raise(new RetryCall('Try another one.')),
  () => raise(new FailCall('There is none.')),
  seed => nested(seed % 12_000),
  () => cyclic(),
  seed => 'ä€😀x'.repeat(seed % 60_000),
  seed => Array.from({ length: seed % 50_000 }, (_, index) => ({ index })),
  function* () {
    yield 1;
  },
  async function* () {
    yield await Promise.resolve(1);
  },
  () => new ReadableStream(),
  () => ({ then: () => raise(new Error('bad then')) }),
  () => ({
    then(resolve: (value: unknown) => void, reject: (reason: unknown) => void) {
      resolve(1);
      reject(2);
      resolve(3);
    },
  }),
  () => Observation.image(new Uint8Array(300), 'image/png'),
  seed => new Observation({ content: sample(anything, seed) as string }),
  seed => new Observation({ content: 'x', structuredContent: sample(anything, seed) as never }),
  (seed, run) => {
    const { call } = run;
    call.progress({ progress: seed % 5, message: SECRET });
    setTimeout(() => call.progress({ progress: 99, message: 'late' }), seed % 50);
    return new Promise(resolve => call.signal.addEventListener('abort', () => resolve('aborted')));
  },
  seed => {
    const until = performance.now() + (seed % 4);
    while (performance.now() < until);
    return seed;
  },
  () => undefined,
  () => NaN,
];

export function misbehave(seed: number, run: RunContext): unknown {
  const behave = behaviours[seed % behaviours.length] as (typeof behaviours)[number];
  return behave(Math.floor(seed / behaviours.length), run);
}

/** What a model may send: mostly what fits, so that tools are reached, and all kinds of rubbish. */
export const sentArguments: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ seed: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ seed: fc.nat() }).map(value => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.record({ seed: fc.nat().map(String), more: fc.anything() }) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.json().map(text => text.slice(1)) },
  { weight: 1, arbitrary: fc.nat({ max: 20_000 }).map(depth => '['.repeat(depth)) },
  { weight: 1, arbitrary: anything },
);

export const sentName: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 15,
    arbitrary: fc.constantFrom('by_method', 'by_class', 'by_function', 'by_schema', 'by_library'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);

import { Readable } from 'node:stream';
import { runInNewContext } from 'node:vm';
import { Observation, Param, UnusableResultError } from 'toolwright';
import { answer, type Fields } from '../support/answer.js';
import { unhandledRejections } from '../support/unhandled-rejections.js';

const UNUSABLE = "Tool 'x' failed: it ran, but its result is not usable: ";

const fails = (): never => {
  throw new Error('cannot be had');
};

class Shelf {
  #items = ['a', 'b'];
  *[Symbol.iterator]() {
    yield* this.#items;
  }
}

describe('a result that would be lost without a word is an error', () => {
  it.each<[string, () => unknown, string]>([
    ['a function', () => () => 1, 'it is a function.'],
    ['a class', () => class Result {}, 'it is a function.'],
    ['a symbol', () => Symbol('result'), 'it is a symbol.'],
    ['a WeakMap', () => new WeakMap(), 'The value has a WeakMap at its top level.'],
    ['a response', () => new Response('body'), 'The value has a Response at its top level.'],
    ['a Blob', () => ({ file: new Blob(['text']) }), 'The value has a Blob at /file.'],
    [
      'search parameters',
      () => new URLSearchParams('a=1'),
      'The value has a URLSearchParams at its top level.',
    ],
    ['a regular expression', () => [/a/], 'The value has a RegExp at /0.'],
    ['an iterable of its own kind', () => new Shelf(), 'The value has an iterable at its top level.'],
    ['a generator', function* () {}, 'The value has an iterator at its top level.'],
    ['an asynchronous generator', async function* () {}, 'The value has an asynchronous iterator at its top'],
    [
      'a stream of Node',
      () => Readable.from(['a']),
      'The value has an asynchronous iterator at its top level.',
    ],
    ['a web stream', () => new ReadableStream(), 'The value has an asynchronous iterator at its top level.'],
    ['a promise inside', () => ({ rows: [Promise.resolve(1)] }), 'The value has a promise at /rows/0.'],
    ['an unfinished thenable inside', () => [{ then: () => {} }], 'The value has a promise at /0.'],
  ])('%s', async (_what, body, reason) => {
    for (const execute of [body, async () => body()]) {
      const observation = await answer(execute);
      expect(observation.error).toBeInstanceOf(UnusableResultError);
      expect(observation.text.startsWith(UNUSABLE + reason)).toBe(true);
    }
  });

  it.each([
    ['an instance without members', () => new (class Empty {})(), '{}'],
    ['an object without a prototype', () => Object.create(null) as unknown, '{}'],
    ['an empty Map', () => new Map(), '{}'],
    ['an error', () => new TypeError('no rows'), '{"name":"TypeError","message":"no rows"}'],
    ['a function beside data', () => ({ rows: 1, next: () => 2 }), '{"rows":1}'],
    ['a DataView', () => new DataView(new Uint8Array([104, 105]).buffer), '"aGk="'],
    [
      'bytes inside',
      () => ({ file: Buffer.from('hi'), more: [new Uint8Array([104]).buffer] }),
      '{"file":"aGk=","more":["aA=="]}',
    ],
    [
      'collections in collections',
      () => new Map([['rows', new Set([new Map([[1n, new Date(0)]])])]]),
      '{"rows":[[["1","1970-01-01T00:00:00.000Z"]]]}',
    ],
  ])('but not %s', async (_what, body, text) => {
    expect(await answer(body)).toMatchObject({ isError: false, text });
  });

  it('also where an output is declared', async () => {
    for (const outputSchema of [{ type: 'object' }, { type: 'string' }, {}] as const) {
      expect((await answer(() => () => 1, { outputSchema })).text).toContain(`${UNUSABLE}it is a function.`);
    }
  });
});

describe('a result that cannot be read', () => {
  it.each<[string, () => unknown]>([
    [
      'a toJSON that throws',
      () =>
        new (class {
          toJSON = fails;
        })(),
    ],
    [
      'a getter that throws',
      () => ({
        rows: [
          {
            get name() {
              return fails();
            },
          },
        ],
      }),
    ],
    ['a proxy that throws', () => new Proxy({ a: 1 }, { ownKeys: fails })],
    [
      'an observation whose content throws',
      () =>
        new (class extends Observation {
          override toLlmContent = fails;
        })(),
    ],
  ])('is told from a tool that failed: %s', async (_what, body) => {
    const observation = await answer(body);
    expect(observation.text).toBe(`${UNUSABLE}it cannot be read: cannot be had`);
    expect(observation.error).toBeInstanceOf(UnusableResultError);
    expect(observation.error?.cause).toMatchObject({ message: 'cannot be had' });
    expect(observation.attempts).toBe(1);
  });

  it('tells no secret', async () => {
    const body = (): unknown => ({
      toJSON: 1,
      get a() {
        throw new Error('at s3cret-value');
      },
    });
    const observation = await answer(body, {}, { secrets: { KEY: 's3cret-value' } });
    expect(observation.text).toBe(`${UNUSABLE}it cannot be read: at [secret KEY]`);
    expect(String((observation.error?.cause as Error).stack)).not.toContain('s3cret-value');
  });

  it('is nested 10,000 levels deep, as data or by what its toJSON gives', async () => {
    let deep: unknown = {};
    for (let level = 0; level < 10_000; level++) deep = level % 2 === 0 ? [deep] : { deep };
    const endless = { toJSON: () => ({ ...endless }) };
    class Endless {
      toJSON(): Endless {
        return new Endless();
      }
    }
    const output = { outputSchema: { type: 'object' } } as const;
    for (const result of [deep, new Endless(), { a: new Map([['b', deep]]) }]) {
      expect((await answer(() => result)).text).toContain(
        `${UNUSABLE}The value has more than 256 levels at /`.slice(0, -1),
      );
      expect((await answer(() => result, output)).text).toContain(
        `${UNUSABLE}The value has more than 256 levels`,
      );
      expect(
        (
          await answer(
            () => new Observation({ content: [{ type: 'text', text: '', _meta: result } as never] }),
          )
        ).text,
      ).toContain('more than 256 levels');
    }
  });
});

describe('an observation from JavaScript', () => {
  const block = { type: 'text', text: 'a' } as const;

  it.each<[string, unknown, string]>([
    ['content that is a number', 5, 'its content is a number, not a list of content blocks.'],
    ['content that is an object', block, 'its content is an object, not a list of content blocks.'],

    ['a hole in the content', [, block], 'content block 1 is not a plain object.'],
    ['a cycle beside the text', [{ ...block, _meta: cyclic() }], 'The value has a cycle at /_meta/self.'],
  ])('is refused for %s', async (_what, content, reason) => {
    expect((await answer(() => new Observation({ content: content as never }))).text).toContain(
      UNUSABLE + reason,
    );
  });

  it('is refused for structured content that is no object', async () => {
    const observe =
      (structuredContent: unknown): (() => Observation) =>
      () =>
        new Observation({ content: 'a', structuredContent: structuredContent as never });
    expect((await answer(observe([1]))).text).toBe(
      `${UNUSABLE}its structured content is an array, not an object.`,
    );
    expect((await answer(observe('a'))).text).toBe(
      `${UNUSABLE}its structured content is a string, not an object.`,
    );
    expect((await answer(observe({ at: new Date(0) }))).structuredContent).toEqual({
      at: '1970-01-01T00:00:00.000Z',
    });
  });

  it('tells fields that no tool declares, where it shows nothing else', async () => {
    class Weather extends Observation {
      @Param('Degrees.') degrees = 21;
      secret = 'not declared';
    }
    class Silent extends Weather {
      override toLlmContent() {
        return [];
      }
    }
    expect((await answer(() => new Weather())).text).toBe('{"degrees":21}');
    expect((await answer(() => new Weather({ content: 'mild' }))).text).toBe('mild');
    expect((await answer(() => new Silent())).content).toEqual([]);
  });

  it('becomes JSON in everything that stands beside its text', async () => {
    const content = [{ ...block, _meta: { priority: 1n, when: new Date(0), skip: undefined } }];
    const observation = await answer(() => new Observation({ content: content as never }));
    expect(observation.content).toEqual([
      { ...block, _meta: { priority: '1', when: '1970-01-01T00:00:00.000Z' } },
    ]);
    expect(() => JSON.stringify(observation.content)).not.toThrow();
  });

  it.each([[() => fails()], [() => 7], [() => Promise.resolve('view')]])(
    'shows its content when its view is none: %p',
    async view => {
      class Drawn extends Observation {
        override visualize = view as never;
      }
      expect((await answer(() => new Drawn({ content: 'as text' }))).visualize()).toBe('as text');
    },
  );
});

function cyclic(): object {
  const value: Record<string, unknown> = {};
  value['self'] = value;
  return value;
}

describe('promises that nobody waits for', () => {
  const rejects = (): Promise<never> => Promise.reject(new Error('later'));

  it.each<[string, () => unknown]>([
    ['in a list', () => [rejects(), rejects(), 1]],
    ['in objects, maps and sets', () => ({ a: { b: rejects() }, c: new Map([['d', new Set([rejects()])]]) })],
    ['in a cycle', () => Object.assign(cyclic(), { a: rejects() })],
    [
      'beside a getter that throws',
      () => ({
        get a() {
          return fails();
        },
        b: rejects(),
      }),
    ],
  ])('do not end the process: %s', async (_what, body) => {
    const unhandled = await unhandledRejections(async () => {
      for (const execute of [body, async () => body()]) expect((await answer(execute)).isError).toBe(true);
    });
    expect(unhandled).toEqual([]);
  });

  it('do not end the process when they are thrown, also between two attempts', async () => {
    const retried: Fields = { replayClass: 'read_only', maxRetries: 1, retryDelayMs: 20 };
    const unhandled = await unhandledRejections(async () => {
      for (const fields of [{}, retried]) {
        for (const execute of [
          () => {
            // eslint-disable-next-line @typescript-eslint/only-throw-error -- tools throw anything.
            throw rejects();
          },
          async () => {
            // eslint-disable-next-line @typescript-eslint/only-throw-error -- tools throw anything.
            throw rejects();
          },
        ]) {
          expect((await answer(execute, fields)).text).toBe("Tool 'x' failed: it threw a promise.");
        }
      }
    });
    expect(unhandled).toEqual([]);
  });
});

describe('a thenable', () => {
  it.each<[string, object, string]>([
    [
      'that settles twice counts once',
      {
        then: (resolve: (value: string) => void) => {
          resolve('first');
          resolve('second');
          fails();
        },
      },
      'first',
    ],
    ['whose then throws', { then: fails }, "Tool 'x' failed: cannot be had"],
    [
      'whose then cannot be read',
      {
        get then() {
          return fails();
        },
      },
      "Tool 'x' failed: cannot be had",
    ],
    [
      'that gives a thenable',
      { then: (resolve: (value: unknown) => void) => resolve(Promise.resolve('inner')) },
      'inner',
    ],
    [
      'that rejects with nothing',
      { then: (_resolve: unknown, reject: () => void) => reject() },
      "Tool 'x' failed: it threw undefined.",
    ],
  ])('%s', async (_what, thenable, text) => {
    for (const execute of [() => thenable, async () => thenable]) {
      expect(await answer(execute)).toMatchObject({ text, attempts: 1 });
    }
  });
});

describe('a result of JavaScript', () => {
  it('is what its toJSON says, also in a plain object', async () => {
    const price = { amount: 5, secret: 1, toJSON: () => '5 EUR' };
    expect((await answer(() => ({ price }))).text).toBe('{"price":"5 EUR"}');
    const hidden = Object.defineProperty({ a: 1, b: 2 }, 'toJSON', { value: () => ({ a: 1 }) });
    expect((await answer(() => [hidden])).text).toBe('[{"a":1}]');
    expect((await answer(() => Object.assign(Object.create(null) as object, price))).text).toBe('"5 EUR"');
  });

  it('may come from another realm', async () => {
    const strange = (code: string): unknown => runInNewContext(`(${code})`);
    const values = {
      map: strange('new Map([["a", new Set([1])]])'),
      bytes: strange('new Uint8Array([104, 105])'),
      buffer: strange('new Uint8Array([104, 105]).buffer'),
      text: strange('new String("a")'),
      at: strange('new Date(0)'),
      error: strange('new RangeError("far")'),
      plain: strange('({ a: [1] })'),
    };
    expect(JSON.parse((await answer(() => values)).text)).toEqual({
      map: { a: [1] },
      bytes: 'aGk=',
      buffer: 'aGk=',
      text: 'a',
      at: '1970-01-01T00:00:00.000Z',
      error: { name: 'RangeError', message: 'far' },
      plain: { a: [1] },
    });
  });

  it('is refused at once when it is a list without end', async () => {
    const far: string[] = [];
    far[4_000_000_000] = 'row';
    for (const list of [far, new Array(1e8), { list: new Array(1e9) }]) {
      const from = performance.now();
      expect((await answer(() => list)).text).toContain('more than 5000000 values');
      expect(performance.now() - from).toBeLessThan(1_000);
    }
  });
});

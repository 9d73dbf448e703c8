import * as fc from 'fast-check';
import { toJson, UnserializableValueError } from '../../../src/foundation/codecs.js';
import { type JsonValue } from '../../../src/foundation/json.js';

class Money {
  readonly #hidden = 1;
  constructor(
    readonly amount: number,
    readonly currency: string,
  ) {}
  get hidden() {
    return this.#hidden;
  }
}

class Opaque {
  toJSON() {
    return { at: new Date(0), long: 1n };
  }
}

describe('toJson', () => {
  it.each<[string, unknown, JsonValue]>([
    ['a Date', new Date('2030-01-02T03:04:05Z'), '2030-01-02T03:04:05.000Z'],
    ['a bigint', 2n ** 70n, '1180591620717411303424'],
    ['a Set', new Set(['a', new Date(0)]), ['a', '1970-01-01T00:00:00.000Z']],
    ['a Map with text keys', new Map([['b', new Map([['c', 1n]])]]), { b: { c: '1' } }],
    ['a Map with other keys', new Map<unknown, unknown>([[{ id: 1 }, 'x']]), [[{ id: 1 }, 'x']]],
    ['an empty Map', new Map(), {}],
    ['a Buffer', Buffer.from('hi'), 'aGk='],
    ['a view of bytes', new Uint8Array([0, 104, 105, 0]).subarray(1, 3), 'aGk='],
    ['an ArrayBuffer', new Uint8Array([104, 105]).buffer, 'aGk='],
    ['other typed arrays', new Float32Array([0.5, 1]), [0.5, 1]],
    ['an instance', new Money(5, 'EUR'), { amount: 5, currency: 'EUR' }],
    ['an instance with toJSON', new Opaque(), { at: '1970-01-01T00:00:00.000Z', long: '1' }],
    ['an error', new RangeError('too far'), { name: 'RangeError', message: 'too far' }],
    ['boxed values', [Object('a'), Object(1), Object(true)], ['a', 1, true]],
    ['numbers that JSON lacks', [Number.NaN, Infinity, -Infinity], [null, null, null]],
    ['members without a value', { a: undefined, b: () => 1, c: Symbol('c'), d: null }, { d: null }],
    ['items without a value', [undefined, () => 1], [null, null]],
    ['undefined', undefined, null],
    ['a function', () => 1, null],
  ])('turns %s into JSON', (_, value, expected) => {
    expect(toJson(value)).toEqual(expected);
  });

  it('keeps a member named __proto__ a member', () => {
    const json = toJson(JSON.parse('{"__proto__":{"polluted":1}}')) as Record<string, unknown>;
    expect(Object.keys(json)).toEqual(['__proto__']);
    expect((json as { polluted?: unknown }).polluted).toBeUndefined();
    const fromMap = toJson(new Map([['__proto__', 1]])) as Record<string, unknown>;
    expect(JSON.stringify(fromMap)).toBe('{"__proto__":1}');
  });

  it('takes an object that appears twice for no cycle', () => {
    const shared = { n: 1 };
    expect(toJson([shared, { shared }])).toEqual([{ n: 1 }, { shared: { n: 1 } }]);
  });

  it.each<[string, () => unknown, string]>([
    ['a cycle', () => cycle(), 'a cycle at /list/0'],
    ['a cycle through a Map', () => cycleThroughMap(), 'a cycle at /self'],
    ['endless toJSON', () => new Endless(), 'levels'],
    ['257 levels', () => JSON.parse('['.repeat(257) + ']'.repeat(257)) as unknown, 'more than 256 levels'],
    ['an invalid Date', () => ({ at: new Date(Number.NaN) }), 'an invalid Date at /at'],
    ['an invalid Date at the top', () => new Date(Number.NaN), 'an invalid Date at its top level'],
  ])('refuses %s, saying where', (_, make, part) => {
    expect(() => toJson(make())).toThrow(UnserializableValueError);
    expect(() => toJson(make())).toThrow(part);
  });

  it('gives JSON as it is back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(JSON.stringify(toJson(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('gives JSON for anything', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(anything, value => {
        let json: JsonValue;
        try {
          json = toJson(value);
        } catch (error) {
          expect(error).toBeInstanceOf(UnserializableValueError);
          return;
        }
        expect(JSON.parse(JSON.stringify(json))).toEqual(toJson(json));
      }),
    );
  });
});

function cycle(): unknown {
  const list: unknown[] = [];
  const value = { list };
  list.push(value);
  return value;
}

function cycleThroughMap(): unknown {
  const map = new Map<string, unknown>();
  map.set('self', map);
  return map;
}

/** Gives a new object each time, so that no cycle shows. */
class Endless {
  toJSON() {
    return new Endless();
  }
}

import { deepFreeze, isPlainObject } from '../../../src/foundation/json.js';

describe('deepFreeze', () => {
  it('freezes objects and arrays all the way down and gives the same value back', () => {
    const value = {
      list: [{ n: 1 }],
      nested: { bare: Object.assign(Object.create(null) as object, { a: [] }) },
    };
    expect(deepFreeze(value)).toBe(value);
    expect([value, value.list, value.list[0], value.nested, value.nested.bare].every(Object.isFrozen)).toBe(
      true,
    );
    expect(Object.isFrozen((value.nested.bare as { a: unknown }).a)).toBe(true);
  });

  it('leaves class instances and primitives as they are', () => {
    const date = new Date(0);
    deepFreeze({ date });
    expect(Object.isFrozen(date)).toBe(false);
    expect([deepFreeze('a'), deepFreeze(null), deepFreeze(true)]).toEqual(['a', null, true]);
  });

  it('ends on a cycle', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    expect(Object.isFrozen(deepFreeze(cyclic))).toBe(true);
  });
});

describe('isPlainObject', () => {
  it.each([
    ['a literal', {}, true],
    ['an object without a prototype', Object.create(null), true],
    ['what JSON gives', JSON.parse('{"__proto__":{}}'), true],
    ['an array', [], false],
    ['null', null, false],
    ['an instance', new Date(0), false],
    ['a Map', new Map(), false],
    ['a function', () => undefined, false],
  ])('knows %s', (_, value, expected) => {
    expect(isPlainObject(value)).toBe(expected);
  });
});

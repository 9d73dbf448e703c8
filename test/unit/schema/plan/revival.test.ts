import { type JsonSchema } from '../../../../src/schema/json-schema.js';
import { compilePlan } from '../../../../src/schema/plan/plan.js';
import { type NodeFacts } from '../../../../src/schema/typed-schema.js';
import { accept, type Facts, member, refuse, run } from './plan-support.js';

const revived = (schema: JsonSchema, facts: NodeFacts, value: unknown): unknown => {
  const result = run(member(schema), { v: value }, new Map([[schema, facts]]));
  return result.ok ? (result.value as { v: unknown }).v : result.issues[0]?.expected;
};

describe('a date', () => {
  const schema = (): JsonSchema => ({ type: 'string', format: 'date-time' });
  const date = (value: unknown): unknown => revived(schema(), { revive: { kind: 'date' } }, value);
  const words = 'a date-time such as 2026-01-31T09:30:00Z';

  it.each([
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00.25+02:00', '2026-01-31T07:30:00.250Z'],
    ['2026-01-31t09:30:00z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31 09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0023-07-24 00:25:35+00:00', '0023-07-24T00:25:35.000Z'],
    ['0000-01-01t00:00:00z', '0000-01-01T00:00:00.000Z'],
  ])('is made from %s', (text, iso) => {
    expect((date(text) as Date).toISOString()).toBe(iso);
  });

  it.each([
    '2026-02-30T09:30:00Z',
    '2025-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-01-31',
    '2026-01-31T09:30:00',
    '2026-01-31T24:00:00Z',
    '2026-13-01T00:00:00Z',
    '2016-12-31T23:59:60Z',
    '2026-01-31T09:30:00+01',
    '2026-01-31T09:30:00+0100',
    '0',
    '',
    'garbage',
    0,
    1700000000000,
    true,
    null,
    {},
  ])('is not made from %j', value => {
    expect(date(value)).toBe(words);
  });

  it.each([
    '+012000-01-01T00:00:00.000Z',
    '-000001-01-01T00:00:00.000Z',
    new Date('+010000-01-01T00:00:00.000Z'),
    new Date('-000001-12-31T23:59:59.999Z'),
  ])('is not made from a year that RFC 3339 cannot write, which is told: %s', value => {
    const node = schema();
    for (const kind of ['date', 'date-text'] as const) {
      const result = run(member(node), { v: value }, new Map([[node, { revive: { kind } }]]));
      const hint = 'Years go from 0000 to 9999.';
      expect(refuse(result).issues).toMatchObject([{ path: '/v', expected: words, hint }]);
    }
  });

  it('may lie at the limits of what RFC 3339 can write', () => {
    for (const text of ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
      expect([date(text), date(new Date(text))]).toEqual([new Date(text), new Date(text)]);
    }
  });

  it('may be given as one', () => {
    const given = new Date('2026-01-31T09:30:00Z');
    expect(date(given)).toEqual(given);
    expect(date(given)).not.toBe(given);
    expect(date(new Date(NaN))).toBe(words);
  });

  it('stays text without a fact, is made from defaults, and passes null where null fits', () => {
    const when = { ...schema(), default: '2026-01-31T09:30:00Z' };
    const gone: JsonSchema = { type: ['string', 'null'], format: 'date-time' };
    const root: JsonSchema = { type: 'object', properties: { when, gone, text: schema() } };
    const facts: Facts = new Map([when, gone].map(node => [node, { revive: { kind: 'date' } }]));
    const value = accept(run(root, { gone: null, text: '2026-01-31T09:30:00Z' }, facts)).value;
    expect(value).toEqual({
      when: new Date('2026-01-31T09:30:00Z'),
      gone: null,
      text: '2026-01-31T09:30:00Z',
    });
  });
});

describe('a bigint', () => {
  const bigint = (value: unknown): unknown =>
    revived({ type: 'string' }, { revive: { kind: 'bigint' } }, value);

  it('is made from decimal text, a repaired integer or itself', () => {
    expect(bigint('-12345678901234567890')).toBe(-12345678901234567890n);
    expect(bigint(5)).toBe(5n);
    expect(bigint(7n)).toBe(7n);
    for (const wrong of ['', '0x10', '1.5', ' 1', true]) expect(bigint(wrong)).toContain('an integer');
  });
});

describe('bytes', () => {
  const bytes = (value: unknown): unknown =>
    revived({ type: 'string' }, { revive: { kind: 'bytes' } }, value);

  it('are made from strict base64 only', () => {
    expect(bytes('aGk=')).toEqual(new Uint8Array([104, 105]));
    expect(bytes('')).toEqual(new Uint8Array());
    const given = new Uint8Array([1]);
    expect(bytes(given)).toEqual(given);
    expect(bytes(given)).not.toBe(given);
    for (const wrong of ['aGk', 'aG k=', 'a-k=', '%%%%', 1234]) expect(bytes(wrong)).toBe('base64 text');
  });
});

describe('an instance', () => {
  class Address {
    city!: string;
    country = 'DE';
  }
  class Person {
    name!: string;
    address?: Address;
    friends: Person[] = [];
  }
  const address: JsonSchema = {
    type: 'object',
    properties: { city: { type: 'string' }, country: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  };
  const person: JsonSchema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      address,
      friends: { type: 'array', items: { $ref: '#/$defs/Person' } },
    },
    required: ['name'],
    additionalProperties: false,
  };
  const root: JsonSchema = {
    type: 'object',
    properties: { who: { $ref: '#/$defs/Person' } },
    $defs: { Person: person },
  };
  const facts: Facts = new Map([
    [address, { revive: { kind: 'instance', target: Address } }],
    [person, { revive: { kind: 'instance', target: Person } }],
  ]);

  it('keeps the initialisers of absent members, also nested and in recursive schemas', () => {
    const sent = { who: { name: 'Ada', address: { city: 'London' }, friends: [{ name: 'Bob' }] } };
    const who = (accept(run(root, sent, facts)).value as { who: Person }).who;
    expect(who).toBeInstanceOf(Person);
    expect(who.address).toBeInstanceOf(Address);
    expect(who.address?.country).toBe('DE');
    expect(who.friends[0]).toBeInstanceOf(Person);
    expect(who.friends[0]?.friends).toEqual([]);
    expect(sent.who).not.toBeInstanceOf(Person);
  });

  it('may be stated on the reference instead of its target', () => {
    const reference: JsonSchema = { $ref: '#/$defs/A' };
    const schema: JsonSchema = { type: 'object', properties: { a: reference }, $defs: { A: address } };
    const value = accept(
      run(
        schema,
        { a: { city: 'x' } },
        new Map([[reference, { revive: { kind: 'instance', target: Address } }]]),
      ),
    ).value;
    expect((value as { a: unknown }).a).toBeInstanceOf(Address);
  });

  it('is plain without facts', () => {
    expect(accept(run(root, { who: { name: 'Ada' } })).value).toEqual({ who: { name: 'Ada' } });
  });
});

describe('checks', () => {
  const phone: JsonSchema = { type: 'string', minLength: 3 };
  const item: JsonSchema = { type: 'number' };
  const list: JsonSchema = { type: 'array', items: item };
  const root: JsonSchema = { type: 'object', properties: { phone, list } };
  const owners: unknown[] = [];
  const facts: Facts = new Map([
    [
      phone,
      {
        checks: [
          {
            expected: 'a phone number',
            test: (value: unknown, owner: object | undefined) => {
              owners.push(owner);
              return /^\d+$/.test(value as string);
            },
          },
          {
            expected: 'a number in use',
            test: (value: unknown) => {
              if (value === '666') throw new Error('boom');
              return true;
            },
          },
        ],
      },
    ],
    [
      list,
      {
        checks: [
          {
            expected: 'a sorted array',
            test: (value: unknown) =>
              (value as number[]).every((n, i, all) => i === 0 || n >= (all[i - 1] as number)),
          },
        ],
      },
    ],
    [
      item,
      { checks: [{ expected: 'an even number', test: (value: unknown) => (value as number) % 2 === 0 }] },
    ],
  ]);

  it('run after the keywords, with the owner', () => {
    const sent = { phone: '123', list: [2, 4] };
    expect(run(root, sent, facts).ok).toBe(true);
    expect(owners.at(-1)).toBe(sent);
    expect(refuse(run(root, { phone: 'abcd' }, facts)).issues).toEqual([
      { path: '/phone', expected: 'a phone number', received: 'the text "abcd"' },
    ]);
    expect(refuse(run(root, { phone: 'a' }, facts)).issues.map(issue => issue.expected)).toEqual([
      'text of at least 3 characters',
    ]);
  });

  it('that throw are no fault of the value: the error passes', () => {
    expect(() => run(root, { phone: '666' }, facts)).toThrow('boom');
  });

  it('belong to the array or to its items, wherever their node is', () => {
    expect(refuse(run(root, { list: [2, 3] }, facts)).issues).toMatchObject([
      { path: '/list/1', expected: 'an even number' },
    ]);
    expect(refuse(run(root, { list: [4, 2] }, facts)).issues).toMatchObject([
      { path: '/list', expected: 'a sorted array' },
    ]);
  });

  it('see the typed value', () => {
    const when: JsonSchema = { type: 'string', format: 'date-time' };
    const future: Facts = new Map([
      [
        when,
        {
          revive: { kind: 'date' },
          checks: [
            {
              expected: 'a date after 2026',
              test: (value: unknown) => (value as Date).getUTCFullYear() > 2026,
            },
          ],
        },
      ],
    ]);
    const plan = compilePlan({ schema: member(when), facts: future });
    expect(plan.run({ v: '2027-01-01T00:00:00Z' })).toMatchObject({ ok: true });
    expect(plan.run({ v: '2026-01-01T00:00:00Z' })).toMatchObject({
      ok: false,
      issues: [{ expected: 'a date after 2026', received: 'the text "2026-01-01T00:00:00Z"' }],
    });
  });
});

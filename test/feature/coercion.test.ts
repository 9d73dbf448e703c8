import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsDate,
  IsEnum,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';
import { createToolRuntime, defineTool, Param, type Repair, type RepairRule } from 'toolwright';

enum Level {
  Low,
  High = 7,
}
class Nested {
  @IsInt() n!: number;
}
class Circle {
  @IsNumber() radius!: number;
}
class Square {
  @IsNumber() side!: number;
}
abstract class Shape {
  kind!: string;
}
const shapes = {
  property: 'kind',
  subTypes: [
    { name: 'circle', value: Circle },
    { name: 'square', value: Square },
  ],
};

class OfBoolean {
  @IsBoolean() v!: boolean;
}
class OfNumber {
  @IsNumber() v!: number;
}
class OfInteger {
  @IsInt() v!: number;
}
class OfString {
  @IsString() v!: string;
}
class OfDate {
  @IsDate() v!: Date;
}
class OfBigint {
  @Param() v!: bigint;
}
class OfBuffer {
  @Param() v!: Buffer;
}
class OfEither {
  @Param({ anyOf: [{ type: 'string' }, { type: 'number' }] }) v!: string | number;
}
class OfNullable {
  @Param({ type: 'number', nullable: true }) v!: number | null;
}
class OfOptional {
  @IsNumber() @IsOptional() v?: number;
}
class OfDefault {
  @Param({ type: 'number', default: 4 }) v!: number;
}
class OfNumbers {
  @IsNumber({}, { each: true }) v!: number[];
}
class OfTypedNumbers {
  @IsNumber({}, { each: true }) @Type(() => Number) v!: number[];
}
class OfDates {
  @Param({ type: () => [Date] }) v!: Date[];
}
class OfNested {
  @ValidateNested() v!: Nested;
}
class OfNestedList {
  @ValidateNested({ each: true }) @Type(() => Nested) v!: Nested[];
}
class OfLevel {
  @IsEnum(Level) v!: Level;
}
class OfColour {
  @Param({ enum: ['1', 'red'] }) v!: string;
}
class OfMap {
  @Type(() => Number) v!: Map<string, number>;
}
class OfSet {
  @Type(() => String) v!: Set<string>;
}
class OfShape {
  @ValidateNested() @Type(() => Object, { discriminator: shapes }) v!: Shape;
}

type Target = new () => { v?: unknown };

/** What the tool received, with the repairs that were recorded. */
async function send(target: Target, args: unknown) {
  let received: { v?: unknown } | undefined;
  const tool = defineTool({
    name: 'take',
    input: target,
    replayClass: 'read_only',
    execute: action => void (received = action),
  });
  const observation = await createToolRuntime([tool]).call({ name: 'take', arguments: args });
  expect(observation.isError).toBe(received === undefined);
  return { received, repairs: observation.repairs, text: observation.text };
}

const REFUSED = Symbol('refused');
type Row = readonly [input: unknown, result: unknown, rule?: RepairRule];

const table = new Map<Target, readonly Row[]>([
  [
    OfBoolean,
    [
      [true, true],
      ['true', true, 'text-to-boolean'],
      ['false', false, 'text-to-boolean'],
      ...['0', 'no', '', 'TRUE', ' true', 0, 1, {}, [], null].map((input): Row => [input, REFUSED]),
    ],
  ],
  [
    OfNumber,
    [
      [2, 2],
      ['2', 2, 'text-to-number'],
      ['-1.50', -1.5, 'text-to-number'],
      ...['', ' ', '0x10', '1e3', '2abc', 'abc', 'NaN', '+2', '1,5'].map((input): Row => [input, REFUSED]),
      ...[true, {}, ['7'], [5], null].map((input): Row => [input, REFUSED]),
    ],
  ],
  [
    OfInteger,
    [
      ['9007199254740991', 9007199254740991, 'text-to-number'],
      ['9007199254740993', REFUSED],
      ['1.5', REFUSED],
      [1.5, REFUSED],
    ],
  ],
  [
    OfString,
    [
      ['5', '5'],
      [1, '1', 'integer-to-text'],
      [-7, '-7', 'integer-to-text'],
      ...[1.5, 2 ** 53, true, { a: 1 }, ['a'], null].map((input): Row => [input, REFUSED]),
    ],
  ],
  [
    OfDate,
    [
      ['2026-01-31T09:30:00+01:00', new Date('2026-01-31T08:30:00Z')],
      ...[0, true, 'garbage', '2026-01-31', '2026-02-30T00:00:00Z', '', {}, null].map((input): Row => [
        input,
        REFUSED,
      ]),
    ],
  ],
  [
    OfBigint,
    [
      ['-12345678901234567890', -12345678901234567890n],
      [5, 5n, 'integer-to-text'],
      ...['1.5', '0x1', '', 1.5, true].map((input): Row => [input, REFUSED]),
    ],
  ],
  [
    OfBuffer,
    [
      ['aGk=', new Uint8Array([104, 105])],
      ...[[1, 2], 'a-k=', { type: 'Buffer', data: [1, 2] }, 5].map((input): Row => [input, REFUSED]),
    ],
  ],
  [
    OfEither,
    [
      ['5', '5'],
      [5, 5],
      ['true', 'true'],
      [true, REFUSED],
    ],
  ],
  [
    OfNullable,
    [
      [null, null],
      ['5', 5, 'text-to-number'],
      ['null', REFUSED],
    ],
  ],
  [
    OfOptional,
    [
      [null, undefined, 'null-to-absent'],
      ['', REFUSED],
    ],
  ],
  [
    OfDefault,
    [
      [null, 4, 'null-to-absent'],
      ['5', 5, 'text-to-number'],
    ],
  ],
  [
    OfNumbers,
    [
      [['1', 2], [1, 2], 'text-to-number'],
      ['[1]', [1], 'text-to-json'],
      ...[['1', 'x'], [null], [[1]], { a: 1 }, 1, '1', '{"a":1}', '1,2'].map((input): Row => [
        input,
        REFUSED,
      ]),
    ],
  ],
  [
    OfTypedNumbers,
    [
      [['1'], [1], 'text-to-number'],
      [['1', 'x'], REFUSED],
    ],
  ],
  [
    OfDates,
    [
      [['2026-01-31T09:30:00Z'], [new Date('2026-01-31T09:30:00Z')]],
      [[0], REFUSED],
    ],
  ],
  [
    OfNested,
    [
      [{ n: 3 }, Object.assign(new Nested(), { n: 3 })],
      [{ n: '3' }, Object.assign(new Nested(), { n: 3 }), 'text-to-number'],
      ['{"n":3}', Object.assign(new Nested(), { n: 3 }), 'text-to-json'],
      ...[[{ n: 3 }], 'n', {}, { n: 3, extra: 1 }, '[{"n":3}]'].map((input): Row => [input, REFUSED]),
    ],
  ],
  [
    OfNestedList,
    [
      [[{ n: '3' }], [Object.assign(new Nested(), { n: 3 })], 'text-to-number'],
      ['[{"n":3}]', [Object.assign(new Nested(), { n: 3 })], 'text-to-json'],
      ...[{ n: 3 }, [[{ n: 3 }]], [null]].map((input): Row => [input, REFUSED]),
    ],
  ],
  [
    OfLevel,
    [
      [7, Level.High],
      ['7', Level.High, 'text-to-number'],
      ...['High', 'A', 1, true, null].map((input): Row => [input, REFUSED]),
    ],
  ],
  [
    OfColour,
    [
      [1, '1', 'integer-to-text'],
      ['Red', REFUSED],
    ],
  ],
  [
    OfMap,
    [
      [{ a: 1 }, new Map([['a', 1]])],
      [{ a: '1' }, new Map([['a', 1]]), 'text-to-number'],
      ...[[['a', 1]], { a: 'x' }, new Map([['a', 1]]), JSON.parse('{"__proto__":1}')].map((input): Row => [
        input,
        REFUSED,
      ]),
    ],
  ],
  [
    OfSet,
    [
      [['a', 'b'], new Set(['a', 'b'])],
      [[1], new Set(['1']), 'integer-to-text'],
      ...[{ a: 1 }, new Set(['a']), [true]].map((input): Row => [input, REFUSED]),
    ],
  ],
  [
    OfShape,
    [
      [{ kind: 'circle', radius: 2 }, Object.assign(new Circle(), { radius: 2 })],
      [{ kind: 'square', side: '2' }, Object.assign(new Square(), { side: 2 }), 'text-to-number'],
      ['{"kind":"square","side":2}', Object.assign(new Square(), { side: 2 }), 'text-to-json'],
      ...[{ kind: 'oval', radius: 2 }, { radius: 2 }, { kind: 'circle', side: 2 }, { kind: ['circle'] }].map(
        (input): Row => [input, REFUSED],
      ),
    ],
  ],
]);

const rows = [...table].flatMap(([target, list]) =>
  list.map(([input, result, rule]) => ({ target, type: target.name, input, result, rule })),
);

describe('coercion', () => {
  it.each(rows)('$type: $input becomes $result', async ({ target, input, result, rule }) => {
    const { received, repairs } = await send(target, { v: input });
    expect(received === undefined ? REFUSED : received.v).toEqual(result);
    if (received === undefined) return;
    expect(received).toBeInstanceOf(target);
    // Objects of the class that was declared, not only of the same members.
    expect(Object.getPrototypeOf(Object(received.v))).toBe(Object.getPrototypeOf(Object(result)));
    expect(repairs.map(repair => repair.rule)).toEqual(rule === undefined ? [] : [rule]);
  });

  it.each<[string, Target, unknown, readonly Repair[]]>([
    [
      'JSON text, and inside of it',
      OfNestedList,
      '[{"n":"3"}]',
      [
        { path: '/v', rule: 'text-to-json', from: '[{"n":"3"}]', to: [{ n: '3' }] },
        { path: '/v/0/n', rule: 'text-to-number', from: '3', to: 3 },
      ],
    ],
    [
      'elements',
      OfNumbers,
      ['1', 2, '3'],
      [
        { path: '/v/0', rule: 'text-to-number', from: '1', to: 1 },
        { path: '/v/2', rule: 'text-to-number', from: '3', to: 3 },
      ],
    ],
    ['what was left out', OfOptional, null, [{ path: '/v', rule: 'null-to-absent', from: null }]],
  ])('records every repair with path, from and to: %s', async (_, target, input, repairs) => {
    expect((await send(target, { v: input })).repairs).toEqual(repairs);
  });

  it('leaves no property behind where null stood for nothing', async () => {
    const { received } = await send(OfOptional, { v: null });
    expect(Object.keys(received ?? {})).not.toContain('v');
  });

  it.each([undefined, null, '', ' ', 'null'])('takes %j for no arguments', async sent => {
    expect((await send(OfDefault, sent)).received).toEqual(Object.assign(new OfDefault(), { v: 4 }));
  });
});

describe('discriminators', () => {
  it('that are unknown are refused with the known ones, never taken for the base class', async () => {
    expect((await send(OfShape, { v: { kind: 'oval', radius: 2 } })).text).toContain(
      "/v/kind: expected one of 'circle', 'square', received the text \"oval\".",
    );
  });
});

describe('inherited properties', () => {
  class Base {
    @IsInt() id!: number;
    @IsString() note: string = 'none';
    @IsNumber() @IsOptional() v?: number;
  }
  class Derived extends Base {
    @Param({ minLength: 3 }) declare note: string;
    @IsBoolean() urgent!: boolean;
  }
  class Leaf extends Derived {}

  it.each([Derived, Leaf])('are repaired and hydrated with those of the class: %p', async target => {
    const { received, repairs } = await send(target, { id: '1', note: 'abc', urgent: 'true', v: '2' });
    expect(received).toEqual(Object.assign(new target(), { id: 1, note: 'abc', urgent: true, v: 2 }));
    expect(received).toBeInstanceOf(Base);
    expect(repairs.map(repair => repair.path)).toEqual(expect.arrayContaining(['/id', '/urgent', '/v']));
  });

  it('obey what a class adds to them, and its parent does not', async () => {
    expect((await send(Derived, { id: 1, note: 'ab', urgent: true })).text).toContain('/note: expected text');
    expect((await send(Base, { id: 1, note: 'ab' })).received).toEqual(
      Object.assign(new Base(), { id: 1, note: 'ab' }),
    );
  });
});

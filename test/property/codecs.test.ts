import { Type } from 'class-transformer';
import { IsOptional, ValidateNested } from 'class-validator';
import fc from 'fast-check';
import { createToolRuntime, defineTool, Param, withExecutor } from 'toolwright';
import { toJson } from '../../src/foundation/codecs.js';
import { SEEDED } from './seed.js';

class Leaf {
  @Param() when!: Date;
  @Param() big!: bigint;
  @Param() bytes!: Uint8Array;
  @Param() text!: string;
}
class Branch {
  @Param({ type: () => [Date] }) dates!: Date[];
  @Param({ type: () => [BigInt as never] }) bigs!: bigint[];
  @Param({ type: () => [Uint8Array] }) chunks!: Uint8Array[];
  @ValidateNested() leaf!: Leaf;
  @ValidateNested({ each: true }) @Type(() => Leaf) leaves!: Leaf[];
  @Param({ nullable: true }) @Type(() => Date) maybe!: Date | null;
}
/** What only class-transformer fills. */
class Collections {
  @Type(() => Number) numbers!: Map<string, number>;
  @Type(() => Date) dates!: Map<string, Date>;
  @Type(() => String) texts!: Set<string>;
  @Type(() => Date) days!: Set<Date>;
}
class Root {
  @ValidateNested() branch!: Branch;
  @ValidateNested({ each: true }) @Type(() => Branch) branches!: Branch[];
  @ValidateNested() @IsOptional() collections?: Collections;
}

const make = <T extends object>(target: new () => T, members: { [K in keyof T]?: fc.Arbitrary<T[K]> }) =>
  fc
    .record(members as Record<string, fc.Arbitrary<unknown>>, { noNullPrototype: true })
    .map(record => Object.assign(new target(), record));

const dates = fc.date({
  min: new Date('0000-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const bytes = fc.uint8Array({ maxLength: 40, size: 'max' });
const few = { maxLength: 3 };
const leaf = make(Leaf, { when: dates, big: fc.bigInt(), bytes, text: fc.string({ unit: 'binary' }) });
const branch = make(Branch, {
  dates: fc.array(dates, few),
  bigs: fc.array(fc.bigInt(), few),
  chunks: fc.array(bytes, few),
  leaf,
  leaves: fc.array(leaf, few),
  maybe: fc.option(dates),
});
/** `__proto__` is refused as a name. */
const keys = fc.string({ maxLength: 5 }).filter(key => key !== '__proto__');
const mapOf = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<Map<string, T>> =>
  fc.array(fc.tuple(keys, values), few).map(entries => new Map(entries));
const setOf = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<Set<T>> =>
  fc.array(values, few).map(items => new Set(items));
const collections = make(Collections, {
  numbers: mapOf(fc.double({ noNaN: true, noDefaultInfinity: true }).map(number => number + 0)),
  dates: mapOf(dates),
  texts: setOf(fc.string()),
  days: setOf(dates),
});
const roots = fc
  .tuple(branch, fc.array(branch, few), fc.option(collections, { nil: undefined }))
  .map(([first, branches, collected]) =>
    Object.assign(
      new Root(),
      { branch: first, branches },
      collected === undefined ? {} : { collections: collected },
    ),
  );

const RUNS = { ...SEEDED, numRuns: 150 };

describe('typed values', () => {
  it('are what they were after they became JSON and arguments', async () => {
    let received: unknown;
    const tool = defineTool({
      name: 'take',
      input: Root,
      replayClass: 'read_only',
      execute: action => void (received = action),
    });
    const runtime = createToolRuntime([tool]);
    await fc.assert(
      fc.asyncProperty(roots, async root => {
        const json = toJson(root);
        for (const sent of [json, JSON.stringify(json)]) {
          const { text, repairs } = await runtime.call({ name: 'take', arguments: sent });
          expect([text, repairs]).toEqual(['(no output)', []]);
          expect(received).toStrictEqual(root);
          expect(toJson(received)).toEqual(json);
        }
      }),
      RUNS,
    );
  });

  it('may also be passed as they are by a caller in JavaScript', async () => {
    let received: unknown;
    const tool = defineTool({
      name: 'take',
      input: Branch,
      replayClass: 'read_only',
      execute: action => void (received = action),
    });
    const runtime = createToolRuntime([tool]);
    await fc.assert(
      fc.asyncProperty(branch, async given => {
        const { text, repairs } = await runtime.call({ name: 'take', arguments: given });
        expect([text, repairs]).toEqual(['(no output)', []]);
        expect(received).toStrictEqual(given);
        expect(received).not.toBe(given);
      }),
      RUNS,
    );
  });
});

describe('a Map with keys that are no text', () => {
  const otherKeys = fc.oneof(fc.integer(), fc.boolean(), dates);
  const entries = fc.array(fc.tuple(otherKeys, fc.integer()), { minLength: 1, maxLength: 3 });

  it('becomes pairs, which do not come back: the property wants an object', async () => {
    const tool = defineTool({ name: 'take', input: Collections, replayClass: 'read_only' });
    const execute = (): string => 'taken';
    const runtime = createToolRuntime([withExecutor(tool, execute)]);
    await fc.assert(
      fc.asyncProperty(entries, async pairs => {
        const numbers = toJson(new Map(pairs));
        expect(numbers).toEqual([...new Map(pairs)].map(pair => toJson(pair)));
        const { text } = await runtime.call({ name: 'take', arguments: { numbers } });
        expect(text).toContain('/numbers: expected an object, received an array');
      }),
      { ...RUNS, numRuns: 30 },
    );
  });
});

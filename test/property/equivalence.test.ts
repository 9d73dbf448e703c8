import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsOf from 'ajv-formats';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validate } from 'class-validator';
import fc from 'fast-check';
import { createToolRuntime, defineTool, type JsonSchema, type Repair } from 'toolwright';
import { toJson } from '../../src/foundation/codecs.js';
import { findBuiltInRule } from '../../src/schema/validators/built-in.js';
import { ruleTable } from '../../src/schema/validators/rule-table.js';
import { type ValidationRecord } from '../../src/schema/validators/validation-records.js';
import { type ClassSpec, classSpecs, describeSpec } from './class-arbitrary.js';
import { generatedRules } from './exact-rules.js';
import { alteredValues, normalise, valuesOf, withoutBlanks } from './json-arbitrary.js';
import { type MadeTool, makeTool, type Shape } from './made-tool.js';
import { SEEDED } from './seed.js';

const RUNS = { ...SEEDED, interruptAfterTimeLimit: 20_000 };
const VALUES = 15;

type Accepts = (value: unknown) => boolean;

/** An engine of its own, which knows nothing but the advertised schema and coerces nothing. */
function oracleOf(schema: JsonSchema): Accepts {
  const check = oracle.compile(schema);
  return value => check(value);
}
const oracle = new Ajv2020({ strict: false, logger: false });
formatsOf.default(oracle);

interface Subject extends MadeTool {
  readonly schema: JsonSchema;
  readonly accepts: Accepts;
  call(value: unknown): Promise<{ readonly isError: boolean; readonly repairs: readonly Repair[] }>;
}

function subjectOf(spec: ClassSpec, shape: Shape): Subject | undefined {
  const tool = makeTool(spec, shape);
  if (tool === undefined) return undefined;
  const schema = tool.definition.inputSchema;
  const runtime = createToolRuntime([tool.definition]);
  return {
    ...tool,
    schema,
    accepts: oracleOf(schema),
    call: async value => runtime.call({ name: 'made', arguments: structuredClone(value) }),
  };
}

/** Objects of one realm: Ajv takes equal ones of two realms for different items. */
const asParsed = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

interface Trial {
  readonly numRuns: number;
  readonly specs: fc.Arbitrary<ClassSpec>;
  /** Those that the classes stand in turn for. */
  readonly shapes: readonly [Shape, ...Shape[]];
}

/** Runs `judge` on values for many classes, and counts them: a generator that finds nothing proves nothing. */
async function judgeAll(
  { numRuns, specs, shapes }: Trial,
  valuesFor: (schema: JsonSchema) => fc.Arbitrary<unknown>,
  judge: (subject: Subject, value: unknown) => Promise<boolean>,
): Promise<number> {
  let judged = 0;
  const property = fc.asyncProperty(specs, fc.constantFrom(...shapes), fc.gen(), async (spec, shape, gen) => {
    const subject = subjectOf(spec, shape);
    if (subject === undefined) return;
    for (let i = 0; i < VALUES; i++) {
      const value = asParsed(gen(() => valuesFor(subject.schema)));
      try {
        if (await judge(subject, value)) judged++;
      } catch (cause) {
        const facts = { shape, class: describeSpec(spec), schema: subject.schema, value };
        throw new Error(`${String(cause)}\n${JSON.stringify(facts, null, 1)}`, { cause });
      }
    }
  });

  await fc.assert(property, { ...RUNS, numRuns });
  return judged;
}

/** The arguments after their recorded repairs, and nothing else. */
function applyRepairs(sent: unknown, repairs: readonly Repair[]): unknown {
  const root = { '': structuredClone(sent) } as Record<string, unknown>;
  for (const { path, from, ...repair } of repairs) {
    const steps = path.split('/');
    const key = steps.pop()!;
    const holder = steps.reduce(
      (at, step) => at[step] as Record<string, unknown>,
      path === '' ? root : { '': root[''] },
    );
    const at = path === '' ? root : holder;
    expect(at[key]).toEqual(from);
    if ('to' in repair) at[key] = structuredClone(repair.to);
    else Reflect.deleteProperty(at, key);
  }
  return root[''];
}

const SHAPES = ['input', 'command', 'method'] as const;

/** The rows of the table whose validators a list of decorators records. */
function rowsOf(decorators: readonly PropertyDecorator[]): string[] {
  const rows = decorators.flatMap(decorate => {
    class Bearer {
      value: unknown;
    }
    decorate(Bearer.prototype, 'value');
    const records = getMetadataStorage().getTargetValidationMetadatas(Bearer, '', true, false);
    return records.map(record => findBuiltInRule(record as unknown as ValidationRecord));
  });
  return Object.keys(ruleTable).filter(name => rows.includes(ruleTable[name]));
}

describe('the generator of classes', () => {
  it('knows every row that the table calls exact', () => {
    const exact = Object.keys(ruleTable).filter(name => ruleTable[name]?.looser === undefined);
    expect(rowsOf(generatedRules())).toEqual(expect.arrayContaining(exact));
    expect(exact.length).toBeGreaterThan(30);
  });
});

describe('classes made of exact rows', () => {
  const trial = (numRuns: number): Trial => ({ numRuns, specs: classSpecs(), shapes: SHAPES });

  it('accept what their schema accepts: without repair, and back to the same JSON', async () => {
    const judged = await judgeAll(trial(150), valuesOf, async (subject, value) => {
      if (!subject.accepts(value)) return false;
      const observation = await subject.call(value);
      expect(observation).toMatchObject({ isError: false, repairs: [] });
      expect(toJson(subject.received())).toEqual(normalise(value, subject.schema));
      return true;
    });
    expect(judged).toBeGreaterThan(200);
  });

  it('refuse what their schema refuses, or record repairs that make it fit', async () => {
    const outcomes = { refused: 0, repaired: 0 };
    await judgeAll(trial(200), alteredValues, async (subject, value) => {
      const { isError, repairs } = await subject.call(value);
      if (subject.accepts(value)) {
        expect({ isError, repairs }).toEqual({ isError: false, repairs: [] });
        return true;
      }
      outcomes[isError ? 'refused' : 'repaired']++;
      if (isError) return true;
      expect(repairs).not.toEqual([]);
      const repaired = applyRepairs(value, repairs);
      expect(subject.accepts(repaired)).toBe(true);
      expect(toJson(subject.received())).toEqual(normalise(repaired, subject.schema));
      return true;
    });
    expect(outcomes.refused).toBeGreaterThan(100);
    expect(outcomes.repaired).toBeGreaterThan(50);
  });
});

describe('classes that class-validator alone describes', () => {
  const trial: Trial = { numRuns: 50, specs: classSpecs(2, true), shapes: ['input'] };
  const OPTIONS = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true };

  it('hydrate what their schema accepts to instances that class-validator accepts', async () => {
    const judged = await judgeAll(trial, valuesOf, async (subject, value) => {
      if (!subject.accepts(value)) return false;
      expect((await subject.call(value)).isError).toBe(false);
      expect(subject.received()).toBeInstanceOf(subject.target);
      expect(await validate(subject.received() as object, OPTIONS)).toEqual([]);
      return true;
    });
    expect(judged).toBeGreaterThan(200);
  });

  it('have a schema that refuses what class-validator refuses', async () => {
    const judged = await judgeAll(trial, alteredValues, async (subject, value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      const instance = plainToInstance(subject.target, withoutBlanks(value) as object);
      if ((await validate(instance, OPTIONS)).length === 0) return false;
      expect(subject.accepts(value)).toBe(false);
      return true;
    });
    expect(judged).toBeGreaterThan(200);
  });
});

describe('multiples of decimal fractions', () => {
  const schemaOf = (multipleOf: number): JsonSchema => ({
    type: 'object',
    properties: { v: { type: 'number', multipleOf } },
  });
  const accepts = async (multipleOf: number, v: number): Promise<boolean> => {
    const tool = defineTool({ name: 'take', inputSchema: schemaOf(multipleOf), execute: () => 'ok' });
    return !(await createToolRuntime([tool]).call({ name: 'take', arguments: { v } })).isError;
  };

  it.each([
    [0.1, 0.3],
    [0.01, 19.99],
    [0.01, 0.07],
  ])('are what they are on paper, where Ajv divides without rounding: %d, %d', async (multipleOf, v) => {
    expect(oracleOf(schemaOf(multipleOf))({ v })).toBe(false);
    expect(await accepts(multipleOf, v)).toBe(true);
    expect(await accepts(multipleOf, v + multipleOf / 2)).toBe(false);
  });

  it('are never refused where Ajv accepts them', async () => {
    const cases = fc.tuple(
      fc.constantFrom(0.1, 0.01, 0.001, 0.3, 1.1),
      fc.integer({ min: -10_000, max: 10_000 }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([multipleOf, count]) => {
        const v = count * multipleOf;
        expect(await accepts(multipleOf, v)).toBe(true);
        const half = v + multipleOf / 2;
        expect([oracleOf(schemaOf(multipleOf))({ v: half }), await accepts(multipleOf, half)]).toEqual([
          false,
          false,
        ]);
      }),
      { ...RUNS, numRuns: 100 },
    );
  });
});

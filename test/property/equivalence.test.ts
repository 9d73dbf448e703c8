import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsOf from 'ajv-formats';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import fc from 'fast-check';
import { createToolRuntime, type JsonSchema, type Repair } from 'toolwright';
import { toJson } from '../../src/foundation/codecs.js';
import { type ClassSpec, classSpecs, describeSpec, type MadeTool, makeTool } from './class-arbitrary.js';
import { alteredValues, normalise, valuesOf } from './json-arbitrary.js';

/** A run of the same seed and path is the same run: both are printed with a failure. */
const RUNS = { seed: Number(process.env['PROPERTY_SEED'] ?? 20), interruptAfterTimeLimit: 20_000 };
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

function subjectOf(spec: ClassSpec): Subject | undefined {
  const tool = makeTool(spec);
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

/** Runs `judge` on values for many classes, and counts them: a generator that finds nothing proves nothing. */
async function judgeAll(
  [numRuns, specs]: readonly [number, fc.Arbitrary<ClassSpec>],
  valuesFor: (schema: JsonSchema) => fc.Arbitrary<unknown>,
  judge: (subject: Subject, value: unknown) => Promise<boolean>,
): Promise<number> {
  let judged = 0;
  const property = fc.asyncProperty(specs, fc.gen(), async (spec, gen) => {
    const subject = subjectOf(spec);
    if (subject === undefined) return;
    for (let i = 0; i < VALUES; i++) {
      const value = asParsed(gen(() => valuesFor(subject.schema)));
      try {
        if (await judge(subject, value)) judged++;
      } catch (cause) {
        const facts = { class: describeSpec(spec), schema: subject.schema, value };
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

describe('classes made of exact rows', () => {
  it('accept what their schema accepts: without repair, and back to the same JSON', async () => {
    const judged = await judgeAll([120, classSpecs()], valuesOf, async (subject, value) => {
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
    await judgeAll([200, classSpecs()], alteredValues, async (subject, value) => {
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
  const OPTIONS = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true };

  it('hydrate what their schema accepts to instances that class-validator accepts', async () => {
    const judged = await judgeAll([50, classSpecs(2, true)], valuesOf, async (subject, value) => {
      if (!subject.accepts(value)) return false;
      expect((await subject.call(value)).isError).toBe(false);
      expect(subject.received()).toBeInstanceOf(subject.target);
      expect(await validate(subject.received() as object, OPTIONS)).toEqual([]);
      return true;
    });
    expect(judged).toBeGreaterThan(200);
  });

  it('have a schema that refuses what class-validator refuses', async () => {
    const judged = await judgeAll([50, classSpecs(2, true)], alteredValues, async (subject, value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      const instance = plainToInstance(subject.target, value);
      if ((await validate(instance, OPTIONS)).length === 0) return false;
      expect(subject.accepts(value)).toBe(false);
      return true;
    });
    expect(judged).toBeGreaterThan(200);
  });
});

import { type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsOf from 'ajv-formats';
import fc from 'fast-check';
import { type JsonSchema } from 'toolwright';
import { DIALECT_NAMES } from '../../src/schema/dialects/dialect-name.js';
import { type Profile } from '../../src/schema/dialects/profile.js';
import { profiles } from '../../src/schema/dialects/profiles/profiles.js';
import { renderTool } from '../../src/schema/dialects/render-tool.js';
import { type Loss, type RenderedTool } from '../../src/schema/dialects/rendered-tool.js';
import { normaliseSchema } from '../../src/schema/foreign/normalise-schema.js';
import { unescapeStep } from '../../src/schema/plan/pointer.js';
import { findViolations, parametersOf } from '../unit/schema/dialects/obey.js';
import { asOlderDraft, toolSchemas } from './dialect-schemas.js';
import { express, isObject, valuesFor } from './dialect-values.js';
import { SEEDED } from './seed.js';

const RUNS = { ...SEEDED, numRuns: 60, endOnFailure: true };
const VALUES = 6;

const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true, ownProperties: true });
formatsOf.default(ajv);
const compile = (schema: JsonSchema): ValidateFunction => {
  const check = ajv.compile(schema);
  // Thousands of schemas would stay otherwise.
  ajv.removeSchema(schema);
  return check;
};

const asParsed = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The canonical schema without what is reported as lost: what it refuses, no loss explains. */
function withoutLosses(canonical: JsonSchema, losses: readonly Loss[]): JsonSchema {
  const relaxed = asParsed(canonical) as Record<string, unknown>;
  for (const { path, keyword } of losses) {
    const node = path
      .split('/')
      .slice(1)
      .reduce<unknown>(
        (held, step) =>
          isObject(held) || Array.isArray(held) ? Reflect.get(held, unescapeStep(step)) : undefined,
        relaxed,
      );
    // Keys that come twice are not generated.
    if (!isObject(node) || keyword === 'additionalProperties') continue;
    if (keyword === 'oneOf') node['anyOf'] = node['oneOf'];
    if (keyword === 'prefixItems') delete node['items'];
    Reflect.deleteProperty(node, keyword);
  }
  return relaxed;
}

interface Subject {
  readonly canonical: JsonSchema;
  readonly rendered: RenderedTool;
  readonly parameters: JsonSchema;
  /** That which the rendering follows: the fallback's where the tool is not strict. */
  readonly profile: Profile;
}

function subjectOf(canonical: JsonSchema, dialect: (typeof DIALECT_NAMES)[number]): Subject {
  const rendered = renderTool({ name: 'made', description: 'Made.', inputSchema: canonical }, dialect);
  const asked = profiles[dialect];
  const profile = rendered.strict === asked.isStrict ? asked : asked.fallback!;
  return { canonical, rendered, parameters: parametersOf(rendered), profile };
}

describe.each(DIALECT_NAMES)('any schema in the dialect %s', dialect => {
  const explain = (subject: Subject, facts: object): string =>
    JSON.stringify(
      {
        ...facts,
        canonical: subject.canonical,
        parameters: subject.parameters,
        losses: subject.rendered.losses,
      },
      null,
      1,
    );

  it('compiles in Ajv 2020, obeys the profile, and comes out the same twice', () => {
    let strict = 0;
    const property = fc.property(toolSchemas, canonical => {
      const subject = subjectOf(canonical, dialect);
      compile(subject.parameters);
      expect(findViolations(subject.parameters, subject.profile)).toEqual([]);
      expect(subjectOf(asParsed(canonical) as JsonSchema, dialect).rendered.hash).toBe(subject.rendered.hash);
      expect(subject.rendered.warnings.length === 0).toBe(subject.profile === profiles[dialect]);
      if (subject.profile === profiles[dialect]) strict++;
    });
    fc.assert(property, RUNS);
    expect(strict).toBeGreaterThan(10);
  });

  it('reads what an older draft says as what 2020-12 says, normalised before or not', () => {
    const property = fc.property(toolSchemas, canonical => {
      const older = asOlderDraft(canonical);
      const { parameters } = subjectOf(older, dialect);
      expect(parameters).toEqual(dialect === 'mcp' ? older : subjectOf(canonical, dialect).parameters);
      const normalised = [older, canonical].map(each => normaliseSchema(each).schema);
      const [fromOlder, fromCanonical] = normalised.map(each => subjectOf(each, dialect).parameters);
      expect(fromOlder).toEqual(fromCanonical);
    });
    fc.assert(property, RUNS);
  });

  it('takes values that the canonical schema takes on the way back, but for reported losses', () => {
    let judged = 0;
    const property = fc.property(toolSchemas, fc.gen(), (canonical, gen) => {
      const subject = subjectOf(canonical, dialect);
      const accepts = compile(subject.parameters);
      const relaxed = compile(withoutLosses(canonical, subject.rendered.losses));
      for (let i = 0; i < VALUES; i++) {
        const value = asParsed(gen(() => valuesFor(subject.parameters, subject.parameters)));
        if (!accepts(value)) continue;
        judged++;
        const restored = subject.rendered.restoreArguments(value);
        if (!relaxed(restored))
          throw new Error(explain(subject, { value, restored, errors: relaxed.errors }));
        expect(subject.rendered.restoreArguments(JSON.stringify(value))).toEqual(
          restored === value ? JSON.stringify(value) : restored,
        );
      }
    });
    fc.assert(property, RUNS);
    expect(judged).toBeGreaterThan(100);
  });

  it('gives back every value it expresses, and what is refused stays refused', () => {
    const counts = { accepted: 0, refused: 0 };
    const property = fc.property(toolSchemas, fc.gen(), (canonical, gen) => {
      const subject = subjectOf(canonical, dialect);
      const accepts = compile(canonical);
      const takes = compile(subject.parameters);
      const known = new Map<JsonSchema, ValidateFunction>();
      const how = {
        root: canonical,
        profile: subject.profile,
        isWrapped:
          Object.keys(subject.parameters.properties ?? {}).join() === 'input' &&
          canonical.properties?.['input'] === undefined,
        accepts: (value: unknown, node: JsonSchema) => {
          const check = known.get(node) ?? compile({ ...node, $defs: canonical.$defs ?? {} });
          known.set(node, check);
          return check(value);
        },
      };
      for (let i = 0; i < VALUES; i++) {
        const value = asParsed(gen(() => alter(valuesFor(canonical, canonical), subject.profile)));
        const isAccepted = accepts(value);
        const unsaid: string[] = [];
        const expressed = express(value, { ...how, lose: what => unsaid.push(what) });
        const restored = subject.rendered.restoreArguments(expressed);
        if (isAccepted && !takes(expressed)) {
          if (unsaid.length === 0)
            throw new Error(explain(subject, { value, expressed, errors: takes.errors }));
          continue;
        }
        counts[isAccepted ? 'accepted' : 'refused']++;
        const isSame = JSON.stringify(restored) === JSON.stringify(value);
        if (isAccepted ? !accepts(restored) : accepts(restored))
          throw new Error(explain(subject, { value, expressed, restored, isAccepted, isSame }));
      }
    });
    fc.assert(property, RUNS);
    expect(counts.accepted).toBeGreaterThan(100);
    expect(counts.refused).toBeGreaterThan(100);
  });
});

const replacements = fc.constantFrom<unknown>(
  '',
  'x',
  5,
  -3.5,
  true,
  null,
  [],
  ['a'],
  [null],
  {},
  { x: 1 },
  { key: 'a', value: 1 },
);

/** Half of them with a part replaced, left out or added. */
function alter(values: fc.Arbitrary<unknown>, { schema: rules }: Profile): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.nat(1), fc.nat(30), fc.constantFrom('replace', 'remove', 'add'), replacements)
    .map(([value, isAltered, at, how, by]) => {
      const copy = structuredClone(value);
      const spots = isAltered === 1 ? spotsOf(copy) : [];
      const spot = spots[at % spots.length];
      // There null is how a model leaves something out, and an empty map or tuple has the other brackets.
      if (rules?.allRequired === true && /^\[?null/.test(JSON.stringify(by))) return copy;
      if (rules?.closedObjects === true && /^(\[\]|\{\})$/.test(JSON.stringify(by))) return copy;
      if (spot === undefined) return copy;
      const { holder, key } = spot;
      if (how === 'replace') Reflect.set(holder, key, structuredClone(by));
      else if (Array.isArray(holder))
        holder.splice(
          how === 'remove' ? Number(key) : holder.length,
          how === 'remove' ? 1 : 0,
          ...(how === 'remove' ? [] : [structuredClone(by)]),
        );
      else if (how === 'remove') Reflect.deleteProperty(holder, key);
      else holder['extra'] = structuredClone(by);
      return copy;
    });
}

function spotsOf(value: unknown): { holder: Record<string, unknown> | unknown[]; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    { holder: value as Record<string, unknown>, key },
    ...spotsOf(member),
  ]);
}

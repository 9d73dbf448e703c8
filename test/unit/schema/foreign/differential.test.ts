import { Ajv } from 'ajv';
import fc from 'fast-check';
import { normaliseSchema } from '../../../../src/schema/foreign/normalise-schema.js';
import { compilePlan } from '../../../../src/schema/plan/plan.js';
import { SEEDED } from '../../../property/seed.js';

const names = fc.constantFrom('a', 'b', 'c', 'constructor');
const small = fc.integer({ min: 0, max: 3 });
const scalars = fc.constantFrom<unknown>(0, 1, 2, 3, 1.5, -1, '', 'a', 'ab', 'abc', true, false, null);

const { value } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const optional = (keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc.record(keywords, { requiredKeys: [], noNullPrototype: true });

/** Schemas of draft 07. References stand where they lead into the value, so that none is endless. */
const { schema } = fc.letrec<{ schema: unknown; inner: unknown; list: unknown[] }>(tie => ({
  inner: fc.oneof(
    { maxDepth: 3 },
    fc.boolean(),
    fc
      .constantFrom('#/definitions/x', '#/definitions/y~1z', '#y', 'http://x.y/z', '#')
      .map($ref => ({ $ref })),
    { weight: 4, arbitrary: tie('schema') },
  ),
  list: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
  schema: fc.oneof(
    { maxDepth: 3 },
    fc
      .constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null')
      .map(type => ({ type })),
    fc
      .uniqueArray(fc.constantFrom('string', 'number', 'array', 'object', 'null'), {
        minLength: 1,
        maxLength: 3,
      })
      .map(type => ({ type })),
    optional({ enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 4 }) }),
    optional({ const: value }),
    optional({
      minimum: small,
      exclusiveMaximum: small,
      multipleOf: fc.constantFrom(1, 2),
      minLength: small,
    }),
    optional({ pattern: fc.constantFrom('^a', 'b$', '^(a+)+$', '[\\w-.]') }),
    optional({
      items: fc.oneof(tie('inner'), fc.array(tie('inner'), { minLength: 1, maxLength: 2 })),
      additionalItems: tie('inner'),
      contains: tie('inner'),
      maxItems: small,
      uniqueItems: fc.boolean(),
    }),
    optional({
      properties: fc.dictionary(names, tie('inner'), { maxKeys: 3, noNullPrototype: true }),
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'b|c'), tie('inner'), {
        maxKeys: 2,
        noNullPrototype: true,
      }),
      required: fc.uniqueArray(names, { maxLength: 2 }),
      additionalProperties: tie('inner'),
      propertyNames: optional({ maxLength: small }),
      minProperties: small,
      dependencies: fc.dictionary(names, fc.oneof(fc.uniqueArray(names, { maxLength: 2 }), tie('schema')), {
        maxKeys: 2,
        noNullPrototype: true,
      }),
    }),
    optional({ allOf: tie('list'), anyOf: tie('list') }),
    optional({ oneOf: tie('list'), not: tie('schema') }),
    optional({ if: tie('schema'), then: tie('schema'), else: tie('schema') }),
  ),
}));

/** Objects of one realm: Ajv takes equal ones of two realms for different values. */
const asParsed = <T>(given: T): T => JSON.parse(JSON.stringify(given)) as T;

describe('a schema of draft 07', () => {
  it('judges as Ajv does what it becomes', async () => {
    const verdicts = { accepted: 0, refused: 0 };
    const roots = fc.tuple(schema, schema, schema, fc.array(value, { minLength: 12, maxLength: 12 }));
    const property = fc.asyncProperty(roots, async ([v, x, y, values]) => {
      const root = asParsed({
        $schema: 'http://json-schema.org/draft-07/schema#',
        $id: 'http://x.y/root',
        type: 'object',
        properties: { v },
        definitions: {
          x,
          'y/z': { ...(y as object), $id: '#y' },
          z: { $id: 'http://x.y/z', allOf: [{ minLength: 2 }, { type: ['string', 'null'] }] },
        },
      });
      const oracle = new Ajv({
        strict: false,
        logger: false,
        unicodeRegExp: false,
        ownProperties: true,
      }).compile(asParsed(root));
      const plan = compilePlan({ schema: normaliseSchema(root).schema, facts: new Map() });
      for (const each of values) {
        const sent = asParsed({ v: each });
        const result = await plan.run(sent);
        const accepted = result.ok && result.repairs.length === 0;
        const expected = oracle(asParsed(sent));
        if (accepted !== expected)
          throw new Error(JSON.stringify({ sent, expected, root, errors: oracle.errors }));
        verdicts[accepted ? 'accepted' : 'refused']++;
      }
    });
    await fc.assert(property, { ...SEEDED, numRuns: 150 });
    expect(verdicts.accepted).toBeGreaterThan(100);
    expect(verdicts.refused).toBeGreaterThan(100);
  });
});

import fc from 'fast-check';
import { DefinitionError } from '../../../../src/foundation/definition-error.js';
import { type NormalisedSchema, normaliseSchema } from '../../../../src/schema/foreign/normalise-schema.js';
import { compilePlan } from '../../../../src/schema/plan/plan.js';
import { SEEDED } from '../../../property/seed.js';

const keywords = fc.constantFrom(
  ...['type', 'properties', 'required', 'items', 'prefixItems', 'additionalItems', 'additionalProperties'],
  ...[
    'anyOf',
    'oneOf',
    'allOf',
    'not',
    'if',
    'then',
    'else',
    'enum',
    'const',
    'default',
    'examples',
    'example',
  ],
  ...[
    'minimum',
    'exclusiveMinimum',
    'multipleOf',
    'maxLength',
    'minItems',
    'uniqueItems',
    'pattern',
    'format',
  ],
  ...[
    '$ref',
    '$dynamicRef',
    '$recursiveRef',
    '$id',
    'id',
    '$anchor',
    '$dynamicAnchor',
    '$defs',
    'definitions',
  ],
  ...[
    'dependencies',
    'dependentRequired',
    'dependentSchemas',
    'patternProperties',
    'propertyNames',
    'contains',
  ],
  ...[
    'nullable',
    'discriminator',
    'title',
    'description',
    'unevaluatedProperties',
    'unevaluatedItems',
    '$async',
  ],
  ...['a', 'b', '__proto__', 'constructor', '^a', '$comment', '$vocabulary', 'components', 'maxContains'],
);
const scalars = fc.constantFrom<unknown>(
  ...[
    'string',
    'object',
    'array',
    'any',
    'STRING',
    '',
    'a',
    'b',
    '(',
    '^a',
    '#',
    '#/$defs/a',
    '#/definitions/b',
  ],
  ...['#/components/a', '#a', 'a', 'http://x.y/z', 'true', '3', 'email', '__proto__'],
  ...[0, 1, 3, -1, 1.5, true, false, null],
);
/** Names and values of JSON Schema, put together by chance. */
const { junk } = fc.letrec<{ junk: unknown }>(tie => ({
  junk: fc.oneof({ maxDepth: 4, depthSize: 'medium' }, scalars, fc.array(tie('junk'), { maxLength: 3 }), {
    weight: 3,
    arbitrary: fc.dictionary(keywords, tie('junk'), { maxKeys: 4, noNullPrototype: true }),
  }),
}));

function attempt(given: unknown, root: 'object' | 'any'): NormalisedSchema | undefined {
  try {
    return normaliseSchema(given, { root });
  } catch (error) {
    if (error instanceof DefinitionError) return undefined;
    throw error;
  }
}

describe('whatever somebody sends as a schema', () => {
  it('is normalised to what can be compiled and stays as it is, or refused with a reason', async () => {
    const counts = { normalised: 0, refused: 0 };
    const roots = fc.dictionary(keywords, junk, { maxKeys: 5, noNullPrototype: true });
    const property = fc.asyncProperty(roots, fc.constantFrom('object', 'any'), async (given, root) => {
      const normalised = attempt(given, root);
      counts[normalised === undefined ? 'refused' : 'normalised']++;
      if (normalised === undefined) return;
      const { schema } = normalised;
      expect(normaliseSchema(schema, { root }).schema).toEqual(schema);
      await compilePlan({ schema, facts: new Map() }).run({ a: [1], b: 'x' });
    });
    await fc.assert(property, { ...SEEDED, numRuns: 1_000 });
    expect(Math.min(counts.normalised, counts.refused)).toBeGreaterThan(50);
  });
});

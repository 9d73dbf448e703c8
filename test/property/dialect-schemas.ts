import fc from 'fast-check';
import { type JsonSchema } from 'toolwright';
import { mapSchemas } from '../../src/schema/plan/sub-schemas.js';

const NAMES = ['id', 'a', 'b', 'key', 'value', 'input', '0', 'rest', 'a-b', 'a b', 'constructor', 'größe'];

const text: fc.Arbitrary<JsonSchema> = fc
  .record(
    {
      minLength: fc.nat(3),
      maxLength: fc.integer({ min: 3, max: 6 }),
      pattern: fc.constantFrom('^[a-c]+$', '^(?!x)', '^a'),
      format: fc.constantFrom('date-time', 'date', 'email', 'uri', 'regex'),
      default: fc.constant('abc'),
      description: fc.constantFrom('A text', 'A text.'),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .map(rest => ({ type: 'string', ...rest }));

const number: fc.Arbitrary<JsonSchema> = fc
  .record(
    {
      minimum: fc.integer({ min: -5, max: 0 }),
      exclusiveMaximum: fc.integer({ min: 3, max: 9 }),
      multipleOf: fc.constantFrom(1, 0.5),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .chain(rest => fc.constantFrom('number', 'integer').map(type => ({ type, ...rest })));

const values: fc.Arbitrary<JsonSchema> = fc.constantFrom<JsonSchema>(
  { type: 'string', enum: ['red', 'green'] },
  { type: 'integer', enum: [1, 2] },
  { enum: ['red', 1, null] },
  { type: ['string', 'null'], enum: ['x', null] },
  { const: 'fixed' },
  { const: 5 },
  { type: 'boolean', const: true },
  { enum: [['a'], { a: 1 }] },
  { type: 'string', not: { enum: ['red'] } },
  { type: 'string', allOf: [{ pattern: '^a' }, { pattern: 'b$' }] },
);

const plain: fc.Arbitrary<JsonSchema> = fc.constantFrom<JsonSchema>(
  { type: 'boolean' },
  { type: 'null' },
  { type: ['string', 'null'] },
  { type: ['number', 'string'] },
  { type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] },
);

const REFERENCES: readonly JsonSchema[] = [
  { $ref: '#/$defs/Tree' },
  { $ref: '#/$defs/Tree', description: 'A tree.' },
  { $ref: '#/$defs/Point' },
  { $ref: '#/$defs/Point', description: 'Where.' },
  { $ref: '#/$defs/Point', minProperties: 1, description: 'Where.' },
  { $ref: '#/$defs/Once', minLength: 3, default: 'abc', description: 'Mine.' },
  { allOf: [{ $ref: '#/$defs/Point' }], description: 'Where to.' },
  { $ref: '#/$defs/Chain' },
];

const DEFINITIONS = {
  Once: { type: 'string', maxLength: 5, description: 'Theirs.' },
  Tree: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      kids: { type: 'array', items: { $ref: '#/$defs/Tree' } },
      next: { $ref: '#/$defs/Tree', description: 'The next one.' },
    },
    required: ['kids'],
    additionalProperties: false,
  },
  Point: {
    type: 'object',
    properties: { x: { type: 'number' }, y: { type: 'number' } },
    required: ['x'],
    additionalProperties: false,
  },
  Chain: { type: 'array', items: { $ref: '#/$defs/Chain' }, maxItems: 2 },
} as const satisfies JsonSchema['$defs'];

/** Few things that every strict dialect would give up at, or nothing would be seen of the strict ones. */
const unusual: fc.Arbitrary<JsonSchema> = fc.constantFrom<JsonSchema>(
  { type: 'object' },
  {},
  { type: 'array' },
  { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
);

const named = (node: fc.Arbitrary<JsonSchema>): fc.Arbitrary<Record<string, JsonSchema>> =>
  fc
    .uniqueArray(fc.constantFrom(...NAMES), { maxLength: 4 })
    .chain(names => fc.tuple(fc.constant(names), fc.tuple(...names.map(() => node))))
    .map(([names, nodes]) => Object.fromEntries(names.map((name, index) => [name, nodes[index]!])));

function objects(node: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return fc
    .tuple(named(node), fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), fc.boolean())
    .map(([properties, isRequired, isClosed]) => {
      const required = Object.keys(properties).filter((_name, index) => isRequired[index]);
      return {
        type: 'object',
        properties,
        ...(required.length === 0 ? {} : { required }),
        ...(isClosed ? { additionalProperties: false } : {}),
      };
    });
}

const tuples = (node: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> =>
  fc
    .tuple(
      fc.array(node, { minLength: 1, maxLength: 3 }),
      fc.nat(3),
      fc.option(node, { nil: false as const }),
    )
    .map(([prefixItems, missing, items]) => ({
      type: 'array',
      prefixItems,
      items,
      minItems: Math.max(0, prefixItems.length - missing),
    }));

const maps = (node: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> =>
  fc.tuple(node, fc.boolean(), fc.boolean()).map(([additionalProperties, hasNames, hasCount]) => ({
    type: 'object',
    additionalProperties,
    ...(hasNames ? { propertyNames: { pattern: '^[a-z]+$' } } : {}),
    ...(hasCount ? { minProperties: 1, maxProperties: 2 } : {}),
  }));

const lists = (node: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> =>
  fc.tuple(node, fc.nat(2), fc.boolean()).map(([items, minItems, uniqueItems]) => ({
    ...{ type: 'array', items, minItems, maxItems: 3 },
    ...(uniqueItems ? { uniqueItems } : {}),
  }));

/** Unions whose branches say which one they are, in both spellings, and others. */
const unions = (node: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> =>
  fc.tuple(objects(node), objects(node), node, fc.nat(5)).map(([a, b, other, how]) => {
    const kinds = [a, b].map((branch, index) => ({
      ...branch,
      properties: { kind: { const: `k${index}` }, ...branch.properties },
      required: ['kind', ...(branch.required ?? [])],
    }));
    if (how === 0) return { oneOf: kinds };
    if (how === 1) return { anyOf: kinds };
    if (how === 2) return { anyOf: [{ oneOf: kinds }, { type: 'array', items: { type: 'string' } }] };
    if (how === 3) return { anyOf: [{ anyOf: [other, { type: 'null' }] }, { type: 'boolean' }] };
    return how === 4 ? { anyOf: [other, { type: 'null' }] } : { anyOf: [a, other] };
  });

/** Members that are named by patterns, beside others. */
const patterned = (node: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> =>
  fc.tuple(objects(node), node).map(([object, part]) => ({ ...object, patternProperties: { '^x-': part } }));

const both = (node: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> =>
  fc.tuple(node, node).map(([a, b]) => ({
    allOf: [
      { type: 'object', properties: { left: a }, required: ['left'] },
      { type: 'object', properties: { right: b, left: {} } },
    ],
  }));

function nodes(depth: number): fc.Arbitrary<JsonSchema> {
  const leaves = [text, number, values, plain, fc.constantFrom(...REFERENCES)];
  if (depth === 0) return fc.oneof(...leaves);
  const inner = nodes(depth - 1);
  const grown = [objects, tuples, maps, lists, unions, both].map(grow => ({
    arbitrary: grow(inner),
    weight: 4,
  }));
  return fc.oneof(
    { arbitrary: fc.oneof(...leaves), weight: 16 },
    { arbitrary: fc.oneof(unusual, patterned(inner)), weight: 2 },
    ...grown,
  );
}

/** Schemas of arguments, as toolwright makes them and as others write them. */
export const toolSchemas: fc.Arbitrary<JsonSchema> = fc
  .oneof(
    { arbitrary: objects(nodes(2)), weight: 6 },
    {
      arbitrary: unions(nodes(1)).filter(({ anyOf = [] }) => anyOf.every(each => each.type === 'object')),
      weight: 1,
    },
    { arbitrary: both(nodes(1)), weight: 1 },
  )
  .map(schema => {
    const used = JSON.stringify(schema).includes('#/$defs/');
    const root = schema.type === undefined ? { type: 'object' as const, ...schema } : schema;
    return used ? { ...root, $defs: DEFINITIONS } : root;
  });

/** The same as draft 07 writes it. */
export const asOlderDraft = (schema: JsonSchema): JsonSchema =>
  mapSchemas(schema, (_node, copy) => {
    const { $defs, $ref, prefixItems, items, ...rest } = copy as JsonSchema;
    return {
      ...rest,
      ...($ref === undefined ? {} : { $ref: $ref.replace('#/$defs/', '#/definitions/') }),
      ...($defs === undefined ? {} : { definitions: $defs }),
      ...(prefixItems === undefined ? {} : { items: prefixItems }),
      ...(items === undefined ? {} : { [prefixItems === undefined ? 'items' : 'additionalItems']: items }),
    };
  }) as JsonSchema;

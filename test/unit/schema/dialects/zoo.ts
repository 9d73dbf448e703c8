import { type JsonSchema } from 'toolwright';

const text = { type: 'string' } as const;
const object = (properties: JsonSchema['properties'] & object, ...required: string[]): JsonSchema => ({
  ...{ type: 'object', properties },
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
});
const tree: JsonSchema = object(
  { name: text, kids: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
  'name',
  'kids',
);
const cat = object({ kind: { const: 'cat' }, lives: { type: 'integer' } }, 'kind');
const dog = object({ kind: { const: 'dog' }, barks: { type: 'boolean' } }, 'kind', 'barks');
const point = object({ x: { type: 'number' }, y: { type: 'number' } }, 'x', 'y');

/** One schema for each thing that some provider does not take as it is. */
export const zoo: Readonly<Record<string, JsonSchema>> = {
  nothing: object({}),
  plain: object({ id: { ...text, description: 'Order id.' }, count: { type: 'integer' } }, 'id', 'count'),
  optional: object({ id: text, limit: { type: 'integer', default: 20 } }, 'id'),
  nullable: object({ note: { type: ['string', 'null'] }, until: { type: ['string', 'null'] } }, 'note'),
  bounds: object(
    {
      name: { ...text, minLength: 1, maxLength: 40 },
      age: { type: 'integer', minimum: 0, exclusiveMaximum: 150, multipleOf: 1 },
    },
    'name',
    'age',
  ),
  formats: object(
    {
      at: { ...text, format: 'date-time' },
      mail: { ...text, format: 'email' },
      link: { ...text, format: 'uri' },
    },
    'at',
    'mail',
    'link',
  ),
  patterns: object(
    { id: { ...text, pattern: '^ORD-\\d{6}$' }, word: { ...text, pattern: '^(?!no)\\w+$' } },
    'id',
    'word',
  ),
  enums: object(
    {
      color: { ...text, enum: ['red', 'green'] },
      level: { type: 'integer', enum: [1, 2] },
      mixed: { enum: ['auto', 1, null] },
    },
    'color',
    'level',
    'mixed',
  ),
  constants: object(
    { version: { const: 2 }, agreed: { const: true }, mode: { const: 'fast' } },
    'version',
    'agreed',
  ),
  structuredValues: object(
    {
      pair: {
        enum: [
          [1, 2],
          [3, 4],
        ],
      },
    },
    'pair',
  ),
  lists: object(
    { tags: { type: 'array', items: text, minItems: 2, maxItems: 5, uniqueItems: true } },
    'tags',
  ),
  anyItems: object({ rows: { type: 'array' } }, 'rows'),
  tuple: object(
    {
      range: {
        type: 'array',
        prefixItems: [{ type: 'number' }, { type: 'number' }],
        items: false,
        minItems: 2,
      },
    },
    'range',
  ),
  optionalTuple: object(
    {
      path: {
        type: 'array',
        prefixItems: [text, { type: 'integer' }],
        items: { type: 'boolean' },
        minItems: 1,
      },
    },
    'path',
  ),
  map: object(
    {
      headers: {
        type: 'object',
        additionalProperties: text,
        propertyNames: { pattern: '^[a-z-]+$' },
        minProperties: 1,
      },
    },
    'headers',
  ),
  openObject: object(
    { options: { type: 'object', properties: { deep: { type: 'boolean' } }, additionalProperties: true } },
    'options',
  ),
  freeForm: object({ data: { type: 'object' }, extra: {} }, 'data'),
  unstatedOpenness: { type: 'object', properties: { query: text }, required: ['query'] },
  discriminated: object({ pet: { oneOf: [cat, dog] } }, 'pet'),
  overlapping: object(
    {
      id: {
        oneOf: [
          { ...text, minLength: 3 },
          { ...text, pattern: '^#' },
        ],
      },
    },
    'id',
  ),
  rootUnion: { type: 'object', description: 'A pet.', anyOf: [cat, dog] },
  rootChoice: { ...object({ id: text, name: text }), anyOf: [{ required: ['id'] }, { required: ['name'] }] },
  rootAllOf: {
    type: 'object',
    allOf: [
      { type: 'object', properties: { a: text }, required: ['a'] },
      { type: 'object', properties: { b: { type: 'number' } } },
    ],
  },
  shared: {
    ...object(
      {
        from: { $ref: '#/$defs/Point' },
        to: { $ref: '#/$defs/Point', description: 'Where to.' },
        via: { $ref: '#/$defs/Point' },
      },
      'from',
      'to',
    ),
    $defs: { Point: point },
  },
  usedOnce: { ...object({ at: { $ref: '#/$defs/Point' } }, 'at'), $defs: { Point: point, Unused: text } },
  usedOnceBesideOthers: {
    ...object(
      { at: { $ref: '#/$defs/Named', minProperties: 1, required: ['name'], description: 'Where to.' } },
      'at',
    ),
    $defs: {
      Named: {
        ...object({ name: text, near: { $ref: '#/$defs/Far', title: 'Near' } }),
        description: 'A place.',
      },
      Far: point,
    },
  },
  recursive: { ...object({ root: { $ref: '#/$defs/Tree' } }, 'root'), $defs: { Tree: tree } },
  recursiveThroughNoMember: {
    ...object({ nested: { $ref: '#/$defs/Nested' } }, 'nested'),
    $defs: { Nested: { type: 'array', items: { $ref: '#/$defs/Nested' } } },
  },
  rootRecursion: object({ name: text, child: { $ref: '#' } }, 'name'),
  conditions: {
    ...object({ card: text, zip: text, kind: text }, 'kind'),
    dependentRequired: { card: ['zip'] },
    if: { properties: { kind: { const: 'card' } } },
    then: { required: ['card'] },
  },
  exclusions: object(
    {
      name: { ...text, not: { enum: ['admin', 'root'] } },
      list: { type: 'array', items: text, contains: { const: 'x' } },
    },
    'name',
  ),
  leftovers: object({ code: { ...text, allOf: [{ pattern: '^[A-Z]' }, { pattern: '[0-9]$' }] } }, 'code'),
  oddNames: object({ 'Content-Type': text, 'x y': text, x_y: text, $top: { type: 'integer' } }, 'x y'),
  annotations: object({
    old: {
      ...text,
      title: 'Old',
      deprecated: true,
      examples: ['a', 'b'],
      'x-internal': 1,
      $comment: 'no',
    },
  }),
  otherDrafts: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { at: { $ref: '#/definitions/some.Point' } },
    definitions: { 'some.Point': point },
  },
};

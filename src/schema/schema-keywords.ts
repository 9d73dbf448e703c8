/** How a keyword holds schemas: one, a list of them, or by name. */
export type Holding = 'single' | 'list' | 'named';

export interface SchemaKeyword {
  readonly keyword: string;
  readonly holding: Holding;
  /** What its schemas are about: the value itself, parts of it, what its text says, or nothing until referred to. */
  readonly about: 'value' | 'parts' | 'content' | 'nothing';
  /** True for what 2020-12 has no more. */
  readonly isOld: boolean;
}

const of =
  (holding: Holding, about: SchemaKeyword['about'], isOld = false) =>
  (keyword: string): SchemaKeyword => ({ keyword, holding, about, isOld });

/** Every keyword that holds schemas. */
export const SCHEMA_KEYWORDS: readonly SchemaKeyword[] = [
  ...['properties', 'patternProperties'].map(of('named', 'parts')),
  ...['dependentSchemas'].map(of('named', 'value')),
  ...['dependencies'].map(of('named', 'value', true)),
  ...['items'].map(of('single', 'parts')),
  ...['prefixItems'].map(of('list', 'parts')),
  ...['additionalItems'].map(of('single', 'parts', true)),
  ...['contains', 'unevaluatedItems'].map(of('single', 'parts')),
  ...['propertyNames', 'additionalProperties', 'unevaluatedProperties'].map(of('single', 'parts')),
  ...['not', 'if', 'then', 'else'].map(of('single', 'value')),
  ...['allOf', 'anyOf', 'oneOf'].map(of('list', 'value')),
  ...['contentSchema'].map(of('single', 'content')),
  ...['$defs'].map(of('named', 'nothing')),
  ...['definitions'].map(of('named', 'nothing', true)),
];

/** How the keywords of 2020-12 hold the schemas that they apply. */
export const HOLDINGS: ReadonlyMap<string, Holding> = new Map(
  SCHEMA_KEYWORDS.filter(({ about, isOld }) => about !== 'nothing' && !isOld).map(({ keyword, holding }) => [
    keyword,
    holding,
  ]),
);

/** Say something to the reader and nothing about the value. */
export const ANNOTATIONS: readonly string[] = [
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
];

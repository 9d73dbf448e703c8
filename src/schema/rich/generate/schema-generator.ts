/** A draft-07 schema as a generator gives it. */
export interface GeneratedSchema {
  readonly [keyword: string]: unknown;
}

/** Turns declarations in TypeScript into JSON Schema draft-07. What it is given only has types that JSON has. */
export interface SchemaGenerator {
  /** For messages and for the manifest, e.g. `typescript-json-schema 0.68.0`. */
  readonly name: string;
  /**
   * The schemas of declarations by name; one may refer to another as `#/definitions/name`, also to some that were not
   * asked for.
   */
  generate(declarations: string, names: readonly string[]): Readonly<Record<string, GeneratedSchema>>;
}

import type { DefinitionProblem } from '../../foundation/definition-error.js';
import type { JsonSchema } from '../json-schema.js';
import type { Draft, Variant } from './draft.js';
import { isSame } from './merge-keywords.js';

/** What is referred to, and the nodes that do. */
interface Definition {
  readonly name: string;
  readonly build: () => JsonSchema;
  readonly references: Draft[];
}

/** Collects what goes into `$defs`; names are given at the end, so that the order of declarations cannot matter. */
export class Definitions {
  private readonly found: Definition[] = [];
  private readonly byKey = new Map<object, Map<string, Definition>>();
  private readonly written = new Map<string, JsonSchema>();

  /** @param variant - Tells several definitions of one key apart. */
  link(node: Draft, key: object, { name, build }: Omit<Definition, 'references'>, variant?: Variant): void {
    const ofKey = this.byKey.get(key) ?? new Map<string, Definition>();
    this.byKey.set(key, ofKey);
    const variantKey = variant === undefined ? '' : JSON.stringify(variant);
    let definition = ofKey.get(variantKey);
    if (definition === undefined) {
      definition = { name, build, references: [] };
      ofKey.set(variantKey, definition);
      this.found.push(definition);
    }
    definition.references.push(node);
  }

  /** Takes in `$defs` that an author wrote. */
  hoist(definitions: Readonly<Record<string, JsonSchema>>, where: string): DefinitionProblem[] {
    return Object.entries(definitions).flatMap(([name, schema]) => {
      const present = this.written.get(name);
      if (present === undefined) this.written.set(name, schema);
      return present === undefined || isSame(present, schema) ? [] : [collision(name, where)];
    });
  }

  /** Builds every definition, those found on the way included, and points all references at them. */
  resolve(): Readonly<Record<string, JsonSchema>> {
    const schemas: Record<string, JsonSchema> = {};
    const built = this.buildAll();
    for (const [name, schema] of this.written) schemas[name] = schema;
    for (const { definition, schema } of built) {
      const name = freeName(definition.name, schemas);
      schemas[name] = schema;
      for (const reference of definition.references) reference.$ref = `#/$defs/${name}`;
    }
    return schemas;
  }

  private buildAll(): { definition: Definition; schema: JsonSchema }[] {
    const built = [];
    // Building a definition may append others, which this loop then reaches.
    for (const definition of this.found) built.push({ definition, schema: definition.build() });
    return built;
  }
}

function freeName(wanted: string, taken: object): string {
  let name = wanted;
  for (let count = 2; Object.hasOwn(taken, name); count++) name = `${wanted}${String(count)}`;
  return name;
}

const collision = (name: string, where: string): DefinitionProblem => ({
  where,
  seen: `Another schema already has a different definition '${name}' in its $defs.`,
  fix: 'rename one of them.',
});

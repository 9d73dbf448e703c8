import type { Constructor } from '../../foundation/constructor.js';
import type { DefinitionProblem } from '../../foundation/definition-error.js';
import type { JsonSchema } from '../json-schema.js';
import type { Draft, Variant } from './draft.js';
import { isSame } from './merge-keywords.js';

/** A class that is referred to, and the nodes that do. */
export interface Definition {
  readonly target: Constructor;
  readonly variant: Variant | undefined;
  readonly references: Draft[];
}

/** Collects what goes into `$defs`; names are given at the end, so that the order of declarations cannot matter. */
export class Definitions {
  private readonly classes: Definition[] = [];
  private readonly byClass = new Map<Constructor, Map<string, Definition>>();
  private readonly written = new Map<string, JsonSchema>();

  link(node: Draft, target: Constructor, variant?: Variant): void {
    const ofClass = this.byClass.get(target) ?? new Map<string, Definition>();
    this.byClass.set(target, ofClass);
    const key = variant === undefined ? '' : JSON.stringify(variant);
    let definition = ofClass.get(key);
    if (definition === undefined) {
      definition = { target, variant, references: [] };
      ofClass.set(key, definition);
      this.classes.push(definition);
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
  resolve(build: (definition: Definition) => JsonSchema): Readonly<Record<string, JsonSchema>> {
    const schemas: Record<string, JsonSchema> = {};
    const built = this.buildAll(build);
    for (const [name, schema] of this.written) schemas[name] = schema;
    for (const { definition, schema } of built) {
      const name = freeName(definition.target.name || 'Anonymous', schemas);
      schemas[name] = schema;
      for (const reference of definition.references) reference.$ref = `#/$defs/${name}`;
    }
    return schemas;
  }

  private buildAll(
    build: (definition: Definition) => JsonSchema,
  ): { definition: Definition; schema: JsonSchema }[] {
    const built = [];
    // Building a definition may append others, which this loop then reaches.
    for (const definition of this.classes) built.push({ definition, schema: build(definition) });
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

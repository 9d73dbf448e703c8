import type { Constructor } from '../foundation/constructor.js';
import { DefinitionError, type DefinitionProblem } from '../foundation/definition-error.js';
import { deepFreeze } from '../foundation/json.js';
import { buildField } from './fast/build-field.js';
import { ClassReader, type ClassSources } from './fast/class-object.js';
import { Definitions } from './fast/definitions.js';
import type { Workshop } from './fast/draft.js';
import type { FieldDeclaration, FieldSchema } from './fast/field-schema.js';
import { objectOf } from './fast/object-of.js';
import type { JsonSchema } from './json-schema.js';
import type { NodeFacts, TypedSchema } from './typed-schema.js';

/**
 * Builds one canonical schema from run-time types, stated options and the metadata of class-validator and
 * class-transformer. Mistakes are collected, so that an author sees all of them at once.
 */
export class SchemaBuilder {
  private readonly facts = new Map<JsonSchema, NodeFacts>();
  private readonly problems: DefinitionProblem[] = [];
  private readonly definitions = new Definitions();
  private readonly classes: ClassReader;
  private readonly workshop: Workshop;

  constructor(sources: ClassSources) {
    this.classes = new ClassReader(sources);
    this.workshop = {
      problem: problem => this.problem(problem),
      declares: target => this.classes.declares(target),
      link: (node, target, variant) => {
        const build = (): JsonSchema => this.classes.buildObject(target, target.name, this.workshop, variant);
        this.definitions.link(node, target, { name: this.classes.nameOf(target), build }, variant);
      },
      refer: (node, key, name, build) => this.definitions.link(node, key, { name, build }),
      addFacts: (node, facts) => this.facts.set(node, { ...this.facts.get(node), ...facts }),
      hoist: (definitions, where) => this.problems.push(...this.definitions.hoist(definitions, where)),
    };
  }

  /** The schema of one parameter, property or result. */
  field(declaration: FieldDeclaration): FieldSchema {
    return buildField(declaration, this.workshop);
  }

  /** The schema of an object that has these members and no others. */
  objectOf(members: ReadonlyMap<string, FieldSchema>): JsonSchema {
    return objectOf(members);
  }

  /** The object schema of a DTO or Action class, to stand at the root. */
  classObject(target: Constructor, where: string): JsonSchema {
    return this.classes.buildObject(target, where, this.workshop);
  }

  /** The members of a class whose values are assigned to an instance that something else makes. */
  classMembers(target: Constructor, where: string): ReadonlyMap<string, FieldSchema> {
    return this.classes.buildMembers(target, where, this.workshop);
  }

  /** True for classes that declare properties in any way that can be read. */
  declares(target: Constructor): boolean {
    return this.classes.declares(target);
  }

  /** Adds a mistake that was found outside, to be thrown with the others. */
  problem(problem: DefinitionProblem): void {
    this.problems.push(problem);
  }

  /**
   * Adds the definitions that `root` refers to and freezes the result.
   *
   * @throws {@link DefinitionError} (`DEFINITION`) with every problem found since the builder was made.
   */
  finish(root: JsonSchema): TypedSchema {
    const definitions = this.definitions.resolve();
    if (this.problems.length > 0) throw new DefinitionError(distinct(this.problems));
    if (Object.keys(definitions).length === 0) return { schema: deepFreeze(root), facts: this.facts };
    const schema: JsonSchema = { ...root, $defs: { ...root.$defs, ...definitions } };
    const rootFacts = this.facts.get(root);
    if (rootFacts !== undefined) this.facts.set(schema, rootFacts);
    return { schema: deepFreeze(schema), facts: this.facts };
  }
}

/** A class that stands at the root and in `$defs` is read twice; its problems count once. */
function distinct(problems: readonly DefinitionProblem[]): DefinitionProblem[] {
  return [...new Map(problems.map(problem => [JSON.stringify(problem), problem])).values()];
}

export type { FieldDeclaration, FieldSchema };

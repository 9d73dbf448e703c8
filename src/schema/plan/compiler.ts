import { DefinitionError } from '../../foundation/definition-error.js';
import type { JsonSchema } from '../json-schema.js';
import type { NodeFacts, TypedSchema } from '../typed-schema.js';
import { AjvEngine } from './ajv-engine.js';
import { buildKindNode } from './build-kind.js';
import { buildUnion, isFork } from './build-union.js';
import { hasEndlessLoop } from './endless-loop.js';
import { findFactNodes } from './fact-nodes.js';
import type { Preparation } from './formats.js';
import { kindOf } from './kind.js';
import { Libraries } from './libraries.js';
import { isObject } from './members.js';
import { describeMissed } from './missed-facts.js';
import type { PlanNode } from './node.js';
import { AjvNode } from './nodes/ajv.js';
import { AllNode } from './nodes/all.js';
import { AllowedValuesNode } from './nodes/allowed-values.js';
import { AnythingNode, NothingNode } from './nodes/anything.js';
import { CheckedNode } from './nodes/checked.js';
import { LazyNode } from './nodes/lazy.js';
import { UnionNode } from './nodes/union.js';
import { listParts, type Part, schemasOfPart } from './parts.js';
import { newPass } from './pass.js';
import { childPath, parseLocalReference } from './pointer.js';
import { hasTooManyPaths, TOO_MANY_PATHS } from './reference-paths.js';
import { stableText } from './same-value.js';
import type { Site } from './site.js';
import { hasKindKeywords, hasObjectKeywords, isUnderstood, isWellFormed, typesOf } from './understanding.js';

/** How the nodes below some node are compiled. */
interface Mode {
  /** False below classes that class-transformer makes instances of. */
  readonly hydrates: boolean;
  /** True below nodes that Ajv judges as a whole. */
  readonly isJudged: boolean;
}

interface Place {
  readonly pointer: string;
  readonly mode: Mode;
  readonly facts: NodeFacts;
}

/** Compiles the nodes of one schema, each once per mode. */
export class PlanCompiler {
  readonly pass = newPass();
  /** To be run once, before the compiled nodes are used. */
  readonly preparations: Preparation[] = [];
  readonly libraries = new Libraries();
  private readonly engine: AjvEngine;
  private readonly compiled = new Map<string, Map<JsonSchema, PlanNode>>();
  private readonly visited = new Set<JsonSchema>();
  /** Counts unions in which a value may lead into several branches. */
  private forks = 0;

  constructor(private readonly typed: TypedSchema) {
    this.engine = new AjvEngine(typed);
  }

  /** @throws DefinitionError (`DEFINITION`) for schemas that nothing can be judged by, and for rules that would not run. */
  compile(): PlanNode {
    const { schema } = this.typed;
    if (hasEndlessLoop(schema, this.resolve)) throw new DefinitionError([ENDLESS]);
    if (hasTooManyPaths(schema, this.resolve))
      throw new DefinitionError([{ where: 'JSON Schema', ...TOO_MANY_PATHS }]);
    const node = this.compileNode(schema, '', { hydrates: true, isJudged: false });
    const missed = this.findFacts([schema]).filter(each => !this.visited.has(each));
    if (missed.length > 0) throw new DefinitionError([describeMissed(schema, missed)]);
    return node;
  }

  private compileNode(schema: JsonSchema | boolean, pointer: string, mode: Mode): PlanNode {
    if (typeof schema === 'boolean') return schema ? new AnythingNode() : new NothingNode();
    const known = this.compiledIn(mode);
    const existing = known.get(schema);
    if (existing !== undefined) return existing;
    const lazy = new LazyNode(this.pass);
    known.set(schema, lazy);
    const { forks } = this;
    const node = this.buildNode(schema, pointer, mode);
    lazy.resolve(node, this.forks > forks);
    known.set(schema, node);
    return node;
  }

  private compiledIn(mode: Mode): Map<JsonSchema, PlanNode> {
    const key = `${mode.hydrates} ${mode.isJudged}`;
    const known = this.compiled.get(key) ?? new Map<JsonSchema, PlanNode>();
    this.compiled.set(key, known);
    return known;
  }

  private buildNode(schema: JsonSchema, pointer: string, mode: Mode): PlanNode {
    const isForeign = pointer !== '' && schema['$id'] !== undefined;
    const isOwn = isUnderstood(schema) && !isForeign && this.resolves(schema);
    if (!isOwn && !mode.isJudged) return this.buildAjvNode(schema, pointer, mode);
    if (isForeign || !isWellFormed(schema)) return new AnythingNode();
    return this.buildChecked(schema, { pointer, mode, facts: this.readFacts(schema, mode) });
  }

  private buildAjvNode(schema: JsonSchema, pointer: string, mode: Mode): PlanNode {
    const judged = { ...mode, isJudged: true };
    const parts: readonly JsonSchema[] = Array.isArray(schema.allOf) ? schema.allOf : [];
    const node = new AjvNode(
      this.engine,
      pointer,
      this.compileNode(schema, pointer, judged),
      parts.map((part, index) => this.compileNode(part, `${pointer}/allOf/${index}`, judged)),
    );
    this.preparations.push(() => node.prepare());
    return node;
  }

  /**
   * Below class-transformer nothing is typed or checked here, but a format is still no more than a hint, and a date must
   * be text that `new Date()` reads.
   */
  private readFacts(schema: JsonSchema, mode: Mode): NodeFacts {
    this.visited.add(schema);
    const facts = this.typed.facts.get(schema) ?? {};
    if (mode.hydrates) return facts;
    return {
      ...(facts.isFormatHint === true ? { isFormatHint: true } : {}),
      ...(facts.revive?.kind === 'date' ? { revive: { kind: 'date-text' } } : {}),
    };
  }

  private buildChecked(schema: JsonSchema, place: Place): PlanNode {
    const { checks = [] } = place.facts;
    const node = this.buildUnchecked(schema, place);
    return checks.length === 0 ? node : new CheckedNode(node, checks);
  }

  /** Of several parts Ajv judges all; the first is compiled, and every other that means more than its keywords. */
  private buildUnchecked(schema: JsonSchema, place: Place): PlanNode {
    const means = (part: Part): boolean =>
      (part === 'type' && place.facts.revive !== undefined) ||
      this.findFacts(schemasOfPart(part, schema)).length > 0;
    const [first = 'type', ...others] = listParts(schema, place.facts);
    const meaningful = others.filter(means);
    if (meaningful.length === 0) return this.buildPart(first, schema, place);
    const parts = means(first) ? [first, ...meaningful] : [...meaningful, first];
    const [typing, ...rest] = parts.map(part => this.buildPart(part, schema, place));
    this.forks++;
    return new AllNode(typing as PlanNode, rest);
  }

  private buildPart(part: Part, schema: JsonSchema, place: Place): PlanNode {
    if (part === '$ref') return this.buildReference(schema.$ref ?? '', place);
    if (part === 'values') return new AllowedValuesNode(filterByType(listValues(schema), schema));
    const site = this.buildSite(schema, place);
    if (part === 'type') return buildByType(site);
    if (part === 'allOf') return this.buildAll(schema.allOf ?? [], site);
    if (isFork(schema[part] ?? [], site)) this.forks++;
    return buildUnion(part, this.asExactAsNeeded(part, site, place));
  }

  /** Where branches give different types, what is compiled of a branch must know whether it is the one. */
  private asExactAsNeeded(part: Part, site: Site, place: Place): Site {
    const isTyped = this.findFacts(schemasOfPart(part, site.schema)).length > 0;
    return site.isJudged && isTyped
      ? this.buildSite(site.schema, { ...place, mode: { ...place.mode, isJudged: false } })
      : site;
  }

  private buildAll(schemas: readonly JsonSchema[], site: Site): PlanNode {
    const meaningful = schemas
      .map((schema, index) => ({ schema, index }))
      .filter(({ schema }) => this.findFacts([schema]).length > 0);
    const [typing = new AnythingNode(), ...rest] = meaningful.map(({ schema, index }) =>
      site.compile(schema, 'allOf', index),
    );
    return rest.length === 0 ? typing : new AllNode(typing, rest);
  }

  private findFacts(starts: readonly unknown[]): readonly JsonSchema[] {
    return findFactNodes(starts, this.typed.facts, this.resolve);
  }

  /** A reference that says itself what its target becomes is compiled as a node of its own. */
  private buildReference(reference: string, place: Place): PlanNode {
    const target = this.resolve(reference);
    if (target === undefined) return new AnythingNode();
    const pointer = (parseLocalReference(reference) ?? []).reduce<string>(childPath, '');
    const { revive } = place.facts;
    if (revive === undefined || typeof target === 'boolean')
      return this.compileNode(target, pointer, place.mode);
    return this.buildChecked(target, {
      ...place,
      pointer,
      facts: { ...this.readFacts(target, place.mode), revive },
    });
  }

  private buildSite(schema: JsonSchema, place: Place): Site {
    const { pointer, mode, facts } = place;
    return {
      schema,
      facts,
      pointer,
      isJudged: mode.isJudged,
      pass: this.pass,
      preparations: this.preparations,
      libraries: this.libraries,
      compile: (child, ...steps) => this.compileNode(child, steps.reduce<string>(childPath, pointer), mode),
      asJson: () => this.buildSite(schema, { ...place, mode: { ...mode, hydrates: false } }),
      means: child => this.findFacts([child]).length > 0,
      follow: child => this.follow(child),
    };
  }

  private follow(schema: JsonSchema): JsonSchema {
    let followed = schema;
    for (let hops = 0; followed.$ref !== undefined && hops < MAX_HOPS; hops++) {
      const target = this.resolve(followed.$ref);
      if (typeof target !== 'object') break;
      followed = target;
    }
    return followed;
  }

  private resolves(schema: JsonSchema): boolean {
    return schema.$ref === undefined || this.resolve(schema.$ref) !== undefined;
  }

  /** Undefined for references that lead out of the schema or nowhere. */
  private readonly resolve = (reference: string): JsonSchema | boolean | undefined => {
    let node: unknown = this.typed.schema;
    for (const step of parseLocalReference(reference) ?? [undefined]) {
      if (typeof node !== 'object' || node === null || step === undefined || !Object.hasOwn(node, step))
        return undefined;
      node = (node as Record<string, unknown>)[step];
    }
    return isObject(node) || typeof node === 'boolean' ? node : undefined;
  };
}

const ENDLESS = {
  where: 'JSON Schema',
  seen: 'A part of it refers back to itself without going into the value, so that no value can be judged.',
  fix: 'let the reference lead to a property or an item, or remove it.',
};

const MAX_HOPS = 16;
const ALL_TYPES = ['string', 'number', 'boolean', 'array', 'object', 'null'];

function buildByType(site: Site): PlanNode {
  const types = listTypes(site);
  if (types.length === 0) return new AnythingNode();
  const branches = types.map(type => buildKindNode(type, site));
  if (branches.length === 1) return branches[0] as PlanNode;
  return new UnionNode({ branches, isExclusive: false, discriminator: undefined }, site.pass);
}

/** The types a node is compiled for; none when it says nothing. Arguments are an object even where the root does not say so. */
function listTypes({ schema, facts, pointer }: Site): readonly string[] {
  const named = typesOf(schema);
  if (named.length > 0)
    return [...new Set(named)].filter(type => type !== 'integer' || !named.includes('number'));
  if (facts.revive !== undefined) {
    return [facts.revive.kind === 'instance' || facts.revive.kind === 'libraries' ? 'object' : 'string'];
  }
  if (pointer === '' && hasObjectKeywords(schema)) return ['object'];
  return hasKindKeywords(schema) ? ALL_TYPES : [];
}

/** What `const` and `enum` leave together. */
function listValues({ const: constant, enum: allowed = [constant] }: JsonSchema): readonly unknown[] {
  if (constant === undefined) return allowed;
  return allowed.filter(value => stableText(value) === stableText(constant));
}

function filterByType(values: readonly unknown[], schema: JsonSchema): readonly unknown[] {
  const types = typesOf(schema);
  if (types.length === 0) return values;
  return values.filter(
    value => types.includes(kindOf(value) ?? '') || (Number.isInteger(value) && types.includes('integer')),
  );
}

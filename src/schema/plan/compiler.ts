import { type JsonSchema } from '../json-schema.js';
import { type NodeFacts, type TypedSchema } from '../typed-schema.js';
import { AjvEngine } from './ajv-engine.js';
import { buildKindNode } from './build-kind.js';
import { buildUnion } from './build-union.js';
import { type Preparation } from './formats.js';
import { kindOf } from './kind.js';
import { Libraries } from './libraries.js';
import { isObject } from './members.js';
import { type PlanNode } from './node.js';
import { AjvNode } from './nodes/ajv.js';
import { AllowedValuesNode } from './nodes/allowed-values.js';
import { AnythingNode, NothingNode } from './nodes/anything.js';
import { CheckedNode } from './nodes/checked.js';
import { LazyNode } from './nodes/lazy.js';
import { UnionNode } from './nodes/union.js';
import { type Pass } from './pass.js';
import { childPath, parseLocalReference } from './pointer.js';
import { type Site } from './site.js';
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
  readonly pass: Pass = { depth: 0, deferred: [], failures: undefined };
  /** To be run once, before the compiled nodes are used. */
  readonly preparations: Preparation[] = [];
  readonly libraries = new Libraries();
  private readonly engine: AjvEngine;
  private readonly compiled = new Map<string, Map<JsonSchema, PlanNode>>();

  constructor(private readonly typed: TypedSchema) {
    this.engine = new AjvEngine(typed);
  }

  compile(): PlanNode {
    return this.compileNode(this.typed.schema, '', { hydrates: true, isJudged: false });
  }

  private compileNode(schema: JsonSchema | boolean, pointer: string, mode: Mode): PlanNode {
    if (typeof schema === 'boolean') return schema ? new AnythingNode() : new NothingNode();
    const known = this.compiledIn(mode);
    const existing = known.get(schema);
    if (existing !== undefined) return existing;
    const lazy = new LazyNode(this.pass);
    known.set(schema, lazy);
    const node = this.buildNode(schema, pointer, mode);
    lazy.resolve(node);
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
    return this.buildChecked(schema, { pointer, mode, facts: this.findFacts(schema, mode) });
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

  /** Below class-transformer an empty list stays where checks were: the format is still left to them. */
  private findFacts(schema: JsonSchema, mode: Mode): NodeFacts {
    const facts = this.typed.facts.get(schema) ?? {};
    if (mode.hydrates) return facts;
    return facts.checks === undefined ? {} : { checks: [] };
  }

  private buildChecked(schema: JsonSchema, place: Place): PlanNode {
    const { checks = [] } = place.facts;
    const node = this.buildUnchecked(schema, place);
    return checks.length === 0 ? node : new CheckedNode(node, checks);
  }

  private buildUnchecked(schema: JsonSchema, place: Place): PlanNode {
    if (schema.$ref !== undefined) return this.buildReference(schema.$ref, place);
    const values = schema.const === undefined ? schema.enum : [schema.const];
    if (values !== undefined) return new AllowedValuesNode(filterByType(values, schema));
    const site = this.buildSite(schema, place);
    if (!hasKindKeywords(schema) && schema.type === undefined) {
      if (schema.anyOf !== undefined) return buildUnion('anyOf', site);
      if (schema.oneOf !== undefined) return buildUnion('oneOf', site);
    }
    return buildByType(site);
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
      facts: { ...this.findFacts(target, place.mode), revive },
    });
  }

  private buildSite(schema: JsonSchema, place: Place): Site {
    const { pointer, mode, facts } = place;
    return {
      schema,
      facts,
      pointer,
      pass: this.pass,
      preparations: this.preparations,
      libraries: this.libraries,
      compile: (child, ...steps) => this.compileNode(child, steps.reduce<string>(childPath, pointer), mode),
      asJson: () => this.buildSite(schema, { ...place, mode: { ...mode, hydrates: false } }),
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
  private resolve(reference: string): JsonSchema | boolean | undefined {
    let node: unknown = this.typed.schema;
    for (const step of parseLocalReference(reference) ?? [undefined]) {
      if (typeof node !== 'object' || node === null || step === undefined || !Object.hasOwn(node, step))
        return undefined;
      node = (node as Record<string, unknown>)[step];
    }
    return isObject(node) || typeof node === 'boolean' ? node : undefined;
  }
}

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

function filterByType(values: readonly unknown[], schema: JsonSchema): readonly unknown[] {
  const types = typesOf(schema);
  if (types.length === 0) return values;
  return values.filter(
    value => types.includes(kindOf(value) ?? '') || (Number.isInteger(value) && types.includes('integer')),
  );
}

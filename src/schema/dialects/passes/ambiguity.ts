import type { JsonSchemaType } from '../../json-schema.js';
import { commonTypes } from '../../validators/json-type.js';
import type { Definitions, Node } from '../node.js';
import {
  isNode,
  namedNodesOf,
  NULL_IS_ABSENT,
  propertiesOf,
  requiredOf,
  SHAPE,
  typesOfNode,
} from '../node.js';
import { sameValue } from '../same-value.js';
import { alternativesOf } from './alternatives.js';
import { admitsNull } from './require-optionals.js';

type Pair = readonly [Node, Node];

/** Comparing more of them would take longer than the answer is worth. */
const MAX_PAIRS = 100_000;

/**
 * Finds out whether a value may have the form of two nodes that take it back differently. Only the form counts, by which
 * a branch is chosen on the way back: bounds and patterns are for validation.
 */
export class Ambiguity {
  private readonly asked = new WeakMap<Node, Set<Node>>();
  private readonly sharing = new WeakMap<Node, Map<Node, boolean>>();
  private count = 0;

  constructor(private readonly definitions: Definitions) {}

  isAmong(branches: readonly Node[]): boolean {
    const holding = branches.filter(mayHoldOthers);
    return holding.some((a, index) => holding.slice(index + 1).some(b => this.isBetween(a, b)));
  }

  /** What was asked before is not asked again: it either said no, or has said yes to somebody already. */
  private isBetween(a: Node, b: Node): boolean {
    const later: Pair[] = [[a, b]];
    for (const [left, right] of later) {
      if (left === right || !this.isNew(left, right) || !this.shareHolder(left, right)) continue;
      if (this.count > MAX_PAIRS || !hasSameShape(left, right) || this.loseNullApart(left, right))
        return true;
      for (const [first, second] of partPairs(left, right)) later.push(...this.pairsOf(first, second));
    }
    return false;
  }

  private isNew(a: Node, b: Node): boolean {
    const others = this.asked.get(a) ?? new Set<Node>();
    this.asked.set(a, others);
    const isNew = !others.has(b);
    others.add(b);
    return isNew;
  }

  /** True where a value may have the form of both. */
  private share(a: Node, b: Node): boolean {
    if (!shareValues(a, b)) return false;
    const types = sharedTypes(a, b);
    return types === undefined || types.some(type => !isHolding(type)) || this.shareHolder(a, b);
  }

  /** The same of an object or an array; a circle is no reason against it. */
  private shareHolder(a: Node, b: Node): boolean {
    const known = this.sharing.get(a) ?? new Map<Node, boolean>();
    this.sharing.set(a, known);
    const verdict = known.get(b);
    if (verdict !== undefined || ++this.count > MAX_PAIRS) return verdict ?? true;
    known.set(b, true);
    const types = sharedTypes(a, b) ?? ['array'];
    const isShared =
      shareValues(a, b) && types.some(isHolding) && (types.includes('array') || this.shareMembers(a, b));
    known.set(b, isShared);
    return isShared;
  }

  private shareMembers(a: Node, b: Node): boolean {
    return [...new Set([...requiredOf(a), ...requiredOf(b)])].every(name => {
      const [left, right] = [memberOf(a, name), memberOf(b, name)];
      if (left === undefined || right === undefined)
        return (left === undefined ? a : b).additionalProperties !== false;
      return this.pairsOf(left, right).some(([first, second]) => this.share(first, second));
    });
  }

  /** True where null stands for nothing in a member of one node, and for itself in the other. */
  private loseNullApart(a: Node, b: Node): boolean {
    return sharedMembers(a, b).some(([left, right]) => {
      if (left[NULL_IS_ABSENT] === right[NULL_IS_ABSENT]) return false;
      return admitsNull(left[NULL_IS_ABSENT] === true ? right : left, this.definitions);
    });
  }

  private pairsOf(a: Node, b: Node): readonly Pair[] {
    const others = alternativesOf(b, this.definitions);
    return alternativesOf(a, this.definitions).flatMap(left => others.map((right): Pair => [left, right]));
  }
}

const memberOf = (node: Node, name: string): Node | undefined =>
  Object.hasOwn(propertiesOf(node), name) ? namedNodesOf(node.properties)[name] : undefined;

function sharedMembers(a: Node, b: Node): readonly Pair[] {
  return Object.keys(propertiesOf(a)).flatMap(name => {
    const [left, right] = [memberOf(a, name), memberOf(b, name)];
    return left === undefined || right === undefined ? [] : [[left, right] as const];
  });
}

const partPairs = (a: Node, b: Node): readonly Pair[] =>
  isNode(a.items) && isNode(b.items) ? [...sharedMembers(a, b), [a.items, b.items]] : sharedMembers(a, b);

const isHolding = (type: JsonSchemaType): boolean => type === 'object' || type === 'array';

/** Other values are the same in every dialect. */
function mayHoldOthers(node: Node): boolean {
  const types = typesOfNode(node);
  return valuesOf(node) === undefined && (types.length === 0 || types.some(isHolding));
}

/** Undefined for all. */
function sharedTypes(a: Node, b: Node): readonly JsonSchemaType[] | undefined {
  const [left, right] = [typesOfNode(a), typesOfNode(b)];
  if (left.length === 0 || right.length === 0)
    return left.length === right.length ? undefined : [...left, ...right];
  return commonTypes(left, right);
}

const valuesOf = (node: Node): readonly unknown[] | undefined =>
  'const' in node ? [node.const] : Array.isArray(node.enum) ? node.enum : undefined;

function shareValues(a: Node, b: Node): boolean {
  const [left, right] = [valuesOf(a), valuesOf(b)];
  if (left === undefined || right === undefined) return true;
  return left.some(value => right.some(other => sameValue(value, other)));
}

function hasSameShape(a: Node, b: Node): boolean {
  const [left, right] = [a[SHAPE], b[SHAPE]];
  if (left?.kind !== 'tuple' || right?.kind !== 'tuple') return left?.kind === right?.kind;
  // What follows the places stands at its own place only behind as many.
  return left.size === right.size || [a, b].some(node => memberOf(node, 'rest') === undefined);
}

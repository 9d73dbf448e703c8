import { isObject, ownMember } from '../../plan/members.js';
import type { Definitions, Draft, Node } from '../node.js';
import type { TupleShape } from '../node.js';
import { isNode, nodesOf, NULL_IS_ABSENT, propertiesOf, referenceOf, SHAPE, visitNodes } from '../node.js';
import { Fitter } from './fits.js';

/** Deeper values are refused by validation, and left alone here. */
const MAX_DEPTH = 200;
/** More than a megabyte of JSON holds; only a value that holds itself many times over has as many. */
const MAX_VISITS = 400_000;

/**
 * Takes values of a dialect's shape back to the canonical shape; the identity where both are the same. The draft is asked
 * for at the first call: most tools of a list are never called, and a list of drafts takes more memory than the list.
 */
export function buildRestore(lower: () => Draft): (args: unknown) => unknown {
  let draft: Draft | undefined;
  let isSame: boolean | undefined;
  return args => {
    try {
      draft ??= lower();
      isSame ??= !hasShapes(draft);
      if (isSame) return args;
      const value: unknown = typeof args === 'string' ? JSON.parse(args) : args;
      return new Restorer(draft.definitions).restore(value, draft.root, 0);
    } catch {
      // No JSON, or an object that defends itself: validation says what is wrong.
      return args;
    }
  };
}

function hasShapes({ root, definitions }: Draft): boolean {
  let found = false;
  for (const node of [root, ...Object.values(definitions)])
    visitNodes(node, each => (found ||= each[SHAPE] !== undefined || each[NULL_IS_ABSENT] === true));
  return found;
}

class Restorer {
  private readonly fitter: Fitter;
  private visits = 0;

  constructor(private readonly definitions: Definitions) {
    this.fitter = new Fitter(definitions);
  }

  restore(value: unknown, node: Node, depth: number): unknown {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
    if (++this.visits > MAX_VISITS) throw new RangeError('Too many values.');
    const name = referenceOf(node);
    if (name !== undefined) {
      const target = this.definitions[name];
      return target === undefined ? value : this.restore(value, target, depth + 1);
    }
    const branches = nodesOf(node.anyOf ?? node.oneOf);
    const branch = branches.find(each => this.fitter.fits(value, each)) ?? this.findMeant(branches, value);
    if (branch !== undefined) return this.restore(value, branch, depth + 1);
    if (Array.isArray(value)) return this.restoreArray(value, node, depth);
    return isObject(value) ? this.restoreObject(value, node, depth) : value;
  }

  /**
   * A value that fits no branch is mostly refused; where it can only mean one of them, because of its kind or of what
   * it says about its kind, the refusal reads best when it is about the restored value.
   */
  private findMeant(branches: readonly Node[], value: object): Node | undefined {
    const kind = Array.isArray(value) ? 'array' : 'object';
    const ofKind = branches
      .map(branch => this.definitions[referenceOf(branch) ?? ''] ?? branch)
      .filter(node => [node.type].flat().includes(kind));
    const [meant, ...others] = ofKind.filter(node =>
      Object.entries(propertiesOf(node))
        .filter(([, part]) => isTag(part))
        .every(([name, part]) => this.fitter.fits(ownMember(value, name), part)),
    );
    if (others.length === 0 && meant !== undefined) return meant;
    // A name that only the dialect knows would pass for a further member of an open object.
    return ofKind.find(node => {
      const shape = node[SHAPE];
      return shape?.kind === 'renamed' && [...shape.names.keys()].some(name => Object.hasOwn(value, name));
    });
  }

  private restoreArray(items: readonly unknown[], node: Node, depth: number): unknown {
    if (node[SHAPE]?.kind === 'map') return this.restoreMap(items, node, depth);
    const places = nodesOf(node.prefixItems);
    return items.map((item, index) => {
      const part = places[index] ?? node.items;
      return isNode(part) ? this.restore(item, part, depth + 1) : item;
    });
  }

  private restoreMap(entries: readonly unknown[], node: Node, depth: number): unknown {
    const restored = new Map<string, unknown>();
    const valueNode = isNode(node.items) ? propertiesOf(node.items)['value'] : undefined;
    for (const entry of entries) {
      if (!isEntry(entry) || restored.has(entry.key)) return entries;
      restored.set(
        entry.key,
        valueNode === undefined ? entry.value : this.restore(entry.value, valueNode, depth + 1),
      );
    }
    return Object.fromEntries(restored);
  }

  private restoreObject(value: Record<string, unknown>, node: Node, depth: number): unknown {
    const shape = node[SHAPE];
    const properties = propertiesOf(node);
    const names = shape?.kind === 'renamed' ? shape.names : undefined;
    const restored = Object.entries(value).flatMap(([name, member]) => {
      const part = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (member === null && part?.[NULL_IS_ABSENT] === true && shape?.kind !== 'tuple') return [];
      const rest = isNode(node.additionalProperties) ? node.additionalProperties : undefined;
      const known = part ?? rest;
      const restoredMember = known === undefined ? member : this.restore(member, known, depth + 1);
      return [[names?.get(name) ?? name, restoredMember] as const];
    });
    // Two spellings of one member are for validation to refuse.
    if (new Set(restored.map(([name]) => name)).size < restored.length) return value;
    const object = Object.fromEntries(restored);
    if (shape?.kind === 'wrapped') return Object.keys(value).join() === 'input' ? object['input'] : value;
    return shape?.kind === 'tuple' ? (toList(object, node, shape) ?? value) : object;
  }
}

/** Tells one branch of a union from the others. */
const isTag = (part: Node): boolean =>
  'const' in part || (Array.isArray(part.enum) && part.enum.length === 1);

/** The items of a tuple that was written as an object; undefined for what is none. */
function toList(object: Readonly<Record<string, unknown>>, node: Node, shape: TupleShape): unknown {
  const { rest = null, ...places } = object;
  const isPlace = (name: string): boolean => /^(0|[1-9]\d*)$/.test(name) && Number(name) < shape.size;
  const needed = Array.from({ length: shape.required }, (_, index) => String(index));
  if (!Object.keys(places).every(isPlace) || !needed.every(name => Object.hasOwn(places, name)))
    return undefined;
  if (rest !== null && !Array.isArray(rest)) return undefined;
  const further: readonly unknown[] = rest ?? [];
  const properties = propertiesOf(node);
  const isEmpty = (name: string): boolean =>
    places[name] === null && properties[name]?.[NULL_IS_ABSENT] === true;
  // Behind an empty place nothing but empty ones can be meant, and null is nothing there.
  const firstEmpty = Math.min(...Object.keys(places).filter(isEmpty).map(Number));
  const filled = Object.keys(places).filter(name => places[name] !== null || Number(name) < firstEmpty);
  const last = Math.max(shape.required, ...filled.map(name => Number(name) + 1));
  // An empty place before a filled one is null, which validation refuses where it must not be empty.
  const items = Array.from(
    { length: further.length > 0 ? shape.size : last },
    (_, index) => places[index] ?? null,
  );
  return [...items, ...further];
}

const isEntry = (entry: unknown): entry is { key: string; value: unknown } =>
  isObject(entry) &&
  typeof entry['key'] === 'string' &&
  Object.hasOwn(entry, 'value') &&
  Object.keys(entry).length === 2;

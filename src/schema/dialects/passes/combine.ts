import { ANNOTATIONS } from '../../schema-keywords.js';
import type { Definitions, Draft, Node } from '../node.js';
import {
  annotationsOf,
  assertionsOf,
  COMBINING,
  isAnyIn,
  mapNamed,
  mapParts,
  nodeAt,
  nodesOf,
  propertiesOf,
  referenceOf,
  requiredOf,
  without,
} from '../node.js';
import type { PassContext } from '../pass.js';
import { Unrenderable } from '../unrenderable.js';
import { withSentence } from '../words/sentences.js';
import { mergeNodes } from './merge-nodes.js';

/** Beyond this a schema that repeats itself would fill the memory. */
const MAX_NODES = 20_000;

/** What stands for what no value fits, and for what one node cannot say. */
const LEFT_OVER = ['not', 'allOf'];

/** The names of the definitions that were taken apart on the way to a node: none is taken apart inside itself. */
type Path = readonly string[];

/**
 * Makes one node of what applies to one value: of `allOf`, of a union beside other keywords, and of a reference beside
 * other keywords. Where the rules ask for it only at the root, everything else stays.
 */
export function combine(draft: Draft, context: PassContext): Draft {
  if (!isAnyIn(COMBINING, draft.keywords)) return draft;
  const { root, definitions } = draft;
  const combiner = new Combiner(definitions, context);
  const combinedRoot = combiner.combineRoot(root);
  const isRootOnly = context.rules.combine === 'root';
  const combined = {
    definitions: isRootOnly
      ? definitions
      : mapNamed(definitions, (node, name) => combiner.combineAll(node, [name])),
    root: isRootOnly ? combinedRoot : combiner.combineParts(combinedRoot, []),
  };
  if (combined.root === root && combined.definitions === definitions) return draft;
  return { ...combined, keywords: new Set([...draft.keywords, ...LEFT_OVER]) };
}

class Combiner {
  private count = 0;

  constructor(
    private readonly definitions: Definitions,
    private readonly context: PassContext,
  ) {}

  /** The root is an object, and never a reference. */
  combineRoot(root: Node): Node {
    const path: string[] = [];
    let node = root;
    for (let name = referenceOf(node); name !== undefined; name = referenceOf(node)) {
      if (path.includes(name))
        throw new Unrenderable(
          'the root refers to itself in a circle.',
          'describe the arguments as an object.',
        );
      path.push(name);
      node = this.expand(node, name) ?? node;
    }
    return this.flatten(node, []);
  }

  combineAll(node: Node, path: Path): Node {
    const name = referenceOf(node);
    const flat = this.flatten(node, path);
    const inner = name === undefined || referenceOf(flat) !== undefined ? path : [...path, name];
    return this.combineParts(flat, inner);
  }

  combineParts(node: Node, path: Path): Node {
    this.countNode();
    return mapParts(node, child => this.combineAll(child, path));
  }

  private countNode(): void {
    if (++this.count > MAX_NODES)
      throw new Unrenderable(
        'the schema grows too large when it is written out.',
        'use fewer allOf and unions.',
      );
  }

  private flatten(node: Node, path: Path): Node {
    const single = this.unwrapSingle(node);
    const name = referenceOf(single);
    if (name !== undefined) return this.flattenReference(single, name, path);
    const merged = this.mergeAllOf(single, path);
    return this.spreadUnion(merged, path);
  }

  /** `allOf` around one reference is how older drafts put a description beside it. */
  private unwrapSingle(node: Node): Node {
    if (node.allOf === undefined) return node;
    const [only, second] = nodesOf(node.allOf);
    if (only === undefined || second !== undefined || referenceOf(only) === undefined) return node;
    if (node.$ref !== undefined || assertionsOf(only).length > 1) return node;
    return { ...without(only, ...ANNOTATIONS), ...without(node, 'allOf') };
  }

  private flattenReference(node: Node, name: string, path: Path): Node {
    const beside = Object.keys(node).filter(keyword => keyword !== '$ref');
    if (beside.length === 0) return node;
    if (!path.includes(name)) {
      const expanded = this.expand(node, name);
      return expanded === undefined ? this.impossible(node) : this.flatten(expanded, [...path, name]);
    }
    const asserted = assertionsOf(node).filter(keyword => keyword !== '$ref');
    for (const keyword of asserted)
      this.context.report.lose(node, keyword, 'A recursive reference takes nothing beside it.', 'nothing');
    const reference = nodeAt(node, { $ref: node.$ref });
    return asserted.length === beside.length
      ? reference
      : { ...without(node, '$ref', ...asserted), anyOf: [reference] };
  }

  private expand(node: Node, name: string): Node | undefined {
    const target = this.definitions[name];
    return target === undefined ? undefined : mergeNodes(target, without(node, '$ref'));
  }

  private mergeAllOf(node: Node, path: Path): Node {
    if (node.allOf === undefined) return node;
    let merged = without(node, 'allOf');
    const kept: Node[] = [];
    for (const part of nodesOf(node.allOf)) {
      const flat = this.flattenPart(part, path);
      const both = flat === undefined ? merged : mergeNodes(without(flat, 'allOf'), merged);
      if (both === undefined) return this.impossible(node);
      kept.push(...nodesOf(both.allOf), ...nodesOf(flat?.allOf));
      merged = without(both, 'allOf');
    }
    return kept.length === 0 ? merged : { ...merged, allOf: kept };
  }

  /** Undefined for a part that is the node itself again. */
  private flattenPart(part: Node, path: Path): Node | undefined {
    this.countNode();
    const name = referenceOf(part);
    if (name === undefined) return this.mergeAllOf(part, path);
    if (path.includes(name)) {
      this.context.report.lose(part, '$ref', 'It leads back to the schema that it is part of.', 'nothing');
      return undefined;
    }
    const expanded = this.expand(part, name);
    return expanded === undefined ? this.impossible(part) : this.flattenPart(expanded, [...path, name]);
  }

  /** Every branch says all of what the union stands beside. */
  private spreadUnion(node: Node, path: Path): Node {
    const keyword = node.anyOf === undefined ? 'oneOf' : 'anyOf';
    const branches = nodesOf(node[keyword]);
    if (branches.length === 0) return node;
    const base = without(node, keyword, ...ANNOTATIONS);
    if (assertionsOf(base).length === 0) return node;
    const choice = this.describeChoice(node, keyword, branches);
    if (choice !== undefined) return choice;
    const spread = branches.flatMap(branch => {
      const flat = this.flattenPart(branch, path);
      const merged = flat === undefined ? undefined : mergeNodes(flat, base);
      return merged === undefined ? [] : [this.flatten(merged, path)];
    });
    if (spread.length === 0) return this.impossible(node);
    return { ...annotationsOf(node), [keyword]: spread };
  }

  /** Branches that only ask for members are easier to read in words than spread. */
  private describeChoice(node: Node, keyword: string, branches: readonly Node[]): Node | undefined {
    const isChoice = branches.every(branch => Object.keys(branch).join() === 'required');
    if (!isChoice || Object.keys(propertiesOf(node)).length === 0) return undefined;
    const names = branches.map(branch =>
      requiredOf(branch)
        .map(name => `'${name}'`)
        .join(' with '),
    );
    const amount = keyword === 'oneOf' ? 'exactly one' : 'at least one';
    this.context.report.lose(node, keyword, 'A choice of required members is told in words.', 'description');
    return withSentence(without(node, keyword), `Give ${amount} of these: ${names.join(', ')}.`);
  }

  private impossible(node: Node): Node {
    return nodeAt(node, { ...annotationsOf(node), not: nodeAt(node, {}) });
  }
}

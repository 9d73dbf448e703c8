import type { Definitions, Draft, Node } from '../node.js';
import { isAnyIn, nodeAt, nodesOf, referenceOf, SHAPE, typesOfNode, visitNodes } from '../node.js';
import type { PassContext } from '../pass.js';
import { placeOf } from '../report.js';

const UNIONS = ['anyOf', 'oneOf'] as const;

/**
 * Maps are written as lists and tuples as objects. Where another branch takes a list, or an object, nobody can tell on the
 * way back which one a value was meant for.
 */
export function refuseAlikeBranches(draft: Draft, { report }: PassContext): Draft {
  if (!isAnyIn(UNIONS, draft.keywords)) return draft;
  const check = (node: Node): void => {
    if (areAlike(alternativesOf(node, draft.definitions, new Set())))
      report.block(`the alternatives at ${placeOf(node)} look alike in this dialect`);
  };
  for (const root of [draft.root, ...Object.values(draft.definitions)]) visitNodes(root, check);
  return draft;
}

/** What a value of a union may be, through references and unions inside it; nothing for what is no union. */
function alternativesOf(node: Node, definitions: Definitions, seen: Set<Node>): readonly Node[] {
  return UNIONS.flatMap(keyword => nodesOf(node[keyword])).flatMap(branch => {
    let target = branch;
    for (
      let name = referenceOf(target);
      name !== undefined && !seen.has(target);
      name = referenceOf(target)
    ) {
      seen.add(target);
      target = definitions[name] ?? nodeAt(target, {});
    }
    const isUnion = UNIONS.some(keyword => target[keyword] !== undefined);
    if (!isUnion || seen.has(target)) return [target];
    return alternativesOf(target, definitions, new Set([...seen, target]));
  });
}

function areAlike(branches: readonly Node[]): boolean {
  return branches.some(branch => {
    const kind = branch[SHAPE]?.kind;
    if (kind !== 'map' && kind !== 'tuple') return false;
    const written = kind === 'map' ? 'array' : 'object';
    return branches.some(other => other !== branch && other[SHAPE]?.kind !== kind && mayBe(other, written));
  });
}

function mayBe(node: Node, type: 'array' | 'object'): boolean {
  const types = typesOfNode(node);
  return types.length === 0 || types.includes(type);
}

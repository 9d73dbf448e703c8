import type { Draft, Node } from '../node.js';
import { isAnyIn, nodesOf, referenceOf, SHAPE, typesOfNode, visitNodes } from '../node.js';
import type { PassContext } from '../pass.js';
import { placeOf } from '../report.js';

const UNIONS = ['anyOf', 'oneOf'] as const;

/**
 * Maps are written as lists and tuples as objects. Where another branch takes a list, or an object, nobody can tell on the
 * way back which one a value was meant for.
 */
export function refuseAlikeBranches(draft: Draft, { report }: PassContext): Draft {
  if (!isAnyIn(UNIONS, draft.keywords)) return draft;
  const resolve = (branch: Node): Node => draft.definitions[referenceOf(branch) ?? ''] ?? branch;
  const check = (node: Node): void => {
    for (const keyword of UNIONS) {
      const branches = nodesOf(node[keyword]).map(resolve);
      if (areAlike(branches)) report.block(`the alternatives at ${placeOf(node)} look alike in this dialect`);
    }
  };
  for (const root of [draft.root, ...Object.values(draft.definitions)]) visitNodes(root, check);
  return draft;
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

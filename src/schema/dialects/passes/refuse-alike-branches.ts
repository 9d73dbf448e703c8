import type { Draft, Node } from '../node.js';
import { isAnyIn, SHAPE, typesOfNode, visitNodes } from '../node.js';
import type { PassContext } from '../pass.js';
import { placeOf } from '../report.js';
import { alternativesOf, isUnion } from './alternatives.js';
import { Ambiguity } from './ambiguity.js';

/**
 * Maps are written as lists, tuples as objects, and what is left out as null. Where a value may be meant for two branches
 * that are taken back differently, nobody can tell on the way back which one it was.
 */
export function refuseAlikeBranches(draft: Draft, { report }: PassContext): Draft {
  if (!isAnyIn(['anyOf', 'oneOf'], draft.keywords)) return draft;
  const ambiguity = new Ambiguity(draft.definitions);
  const check = (node: Node): void => {
    if (!isUnion(node)) return;
    const branches = alternativesOf(node, draft.definitions);
    if (areAlike(branches) || ambiguity.isAmong(branches))
      report.block(`the alternatives at ${placeOf(node)} look alike in this dialect`);
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

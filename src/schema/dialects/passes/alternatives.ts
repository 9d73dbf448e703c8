import type { Definitions, Node } from '../node.js';
import { nodesOf, referenceOf } from '../node.js';

const UNIONS = ['anyOf', 'oneOf'] as const;

export const isUnion = (node: Node): boolean => UNIONS.some(keyword => node[keyword] !== undefined);

/** What a value of a node may be, through references and unions, each once; the node itself where it is neither. */
export function alternativesOf(node: Node, definitions: Definitions): readonly Node[] {
  const found: Node[] = [];
  // A set hands out what is added while it is gone through.
  const open = new Set([node]);
  for (const each of open) {
    const name = referenceOf(each);
    const target = name === undefined ? undefined : definitions[name];
    if (target !== undefined) open.add(target);
    else if (isUnion(each))
      UNIONS.flatMap(keyword => nodesOf(each[keyword])).forEach(branch => open.add(branch));
    else found.push(each);
  }
  return found;
}

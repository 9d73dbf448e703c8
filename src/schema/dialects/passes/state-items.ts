import { ANNOTATIONS } from '../../schema-keywords.js';
import type { Node } from '../node.js';
import { nodeAt, typesOfNode } from '../node.js';
import type { PassContext } from '../pass.js';
import { placeOf } from '../report.js';

/** Arrays that say what they hold, and nodes that say their type, where the rules ask for it. */
export function stateItems(node: Node, { rules, report }: PassContext): Node {
  if (!rules.needsItems && !rules.needsTypes) return node;
  const isList = node.items === undefined && typesOfNode(node).includes('array');
  if (rules.needsTypes) {
    if (isList && !hasValues(node)) report.block(`the list at ${placeOf(node)} takes items of any kind`);
    if (isUntyped(node)) report.block(`the value at ${placeOf(node)} may be of any type`);
  }
  return rules.needsItems && isList ? { ...node, items: nodeAt(node, {}) } : node;
}

const hasValues = (node: Node): boolean => 'enum' in node || 'const' in node;

const isUntyped = (node: Node): boolean =>
  node.type === undefined &&
  node.$ref === undefined &&
  node.anyOf === undefined &&
  Object.keys(node).every(keyword => ANNOTATIONS.includes(keyword) || !hasValues(node));

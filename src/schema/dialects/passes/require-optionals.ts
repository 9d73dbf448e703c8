import { ANNOTATIONS } from '../../schema-keywords.js';
import type { Definitions, Node } from '../node.js';
import {
  annotationsOf,
  mapNamed,
  nodeAt,
  nodesOf,
  NULL_IS_ABSENT,
  propertiesOf,
  referenceOf,
  requiredOf,
  SHAPE,
  without,
} from '../node.js';
import type { NodeContext } from '../pass.js';

/**
 * Members that may be left out as members that are required and may be null. Null then stands for a member that is left
 * out, unless the canonical schema admits null itself: there null stays null, and leaving out is what cannot be said.
 */
export function requireOptionals(node: Node, { rules, definitions }: NodeContext): Node {
  const names = rules.allRequired ? Object.keys(propertiesOf(node)) : [];
  if (names.length === 0) return node;
  const required = requiredOf(node);
  if (required.length === names.length && names.every(name => required.includes(name))) return node;
  const properties = mapNamed(propertiesOf(node), (child, name) => {
    if (required.includes(name)) return child;
    return admitsNull(child, definitions) ? child : { ...nullable(child), [NULL_IS_ABSENT]: true };
  });
  return { ...node, properties, required: names };
}

/**
 * Says which defaults can never apply: those of members that cannot be left out, because null is a value of their own.
 * Runs while the defaults are still there.
 */
export function loseDefaults(node: Node, { rules, report, definitions }: NodeContext): Node {
  // A place of a tuple is never left out, but from the end.
  if (!rules.allRequired || node.properties === undefined || node[SHAPE] !== undefined) return node;
  const required = requiredOf(node);
  for (const [name, member] of Object.entries(propertiesOf(node)))
    if ((member['default'] ?? null) !== null && !required.includes(name) && admitsNull(member, definitions))
      report.lose(
        member,
        'default',
        'Null is a value of the member, so nothing says that it is left out.',
        'description',
      );
  return node;
}

/** @param seen - The definitions that were asked already: none of them is asked twice, for none of them said yes. */
export function admitsNull(node: Node, definitions: Definitions, seen = new Set<string>()): boolean {
  const name = referenceOf(node);
  if (name !== undefined) {
    const target = definitions[name];
    if (target === undefined || seen.has(name)) return false;
    return admitsNull(target, definitions, seen.add(name));
  }
  if (node.anyOf !== undefined)
    return nodesOf(node.anyOf).some(branch => admitsNull(branch, definitions, seen));
  if ('const' in node) return node.const === null;
  if (Array.isArray(node.enum)) return node.enum.includes(null);
  return node.type === undefined || [node.type].flat().includes('null');
}

function nullable(node: Node): Node {
  const nothing = nodeAt(node, { type: 'null' });
  if (node.anyOf !== undefined) return { ...node, anyOf: [...nodesOf(node.anyOf), nothing] };
  const type = node.type === undefined ? undefined : [...[node.type].flat(), 'null'];
  if (type !== undefined && Array.isArray(node.enum))
    return { ...node, type, enum: [...(node.enum as unknown[]), null] };
  if (type !== undefined && !('const' in node)) return { ...node, type };
  // A description is about the member, whatever its value.
  const bare = without(node, ...ANNOTATIONS);
  return { ...annotationsOf(node), anyOf: [bare, nothing] };
}

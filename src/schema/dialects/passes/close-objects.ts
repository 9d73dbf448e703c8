import type { Node } from '../node.js';
import { isNode, nodeAt, propertiesOf, requiredOf, SHAPE, typesOfNode, without } from '../node.js';
import type { PassContext } from '../pass.js';
import { placeOf } from '../report.js';
import { withSentence } from '../words/sentences.js';

/**
 * Objects that take nothing but what they name, where the rules ask for it. An object that leaves open whether it takes
 * more is closed; one that says so is a map, written as a list of entries, or cannot be expressed.
 */
export function closeObjects(node: Node, context: PassContext): Node {
  if (
    !context.rules.closedObjects ||
    !typesOfNode(node).includes('object') ||
    'enum' in node ||
    'const' in node
  )
    return node;
  const rest = node.additionalProperties;
  if (isMap(node) && isNode(rest)) return asEntries(node, rest, context);
  const obstacle = findObstacle(node);
  if (obstacle !== undefined) context.report.block(`the object at ${placeOf(node)} ${obstacle}`);
  if (rest === false && node.properties !== undefined) return node;
  return { ...node, properties: propertiesOf(node), additionalProperties: false };
}

const isMap = (node: Node): boolean =>
  isNode(node.additionalProperties) &&
  Object.keys(node.additionalProperties).length > 0 &&
  Object.keys(propertiesOf(node)).length === 0 &&
  node.patternProperties === undefined;

function findObstacle(node: Node): string | undefined {
  const { properties, additionalProperties: rest, patternProperties } = node;
  if (patternProperties !== undefined) return 'names its members by patterns';
  if (rest === undefined && properties === undefined) return 'takes members of any kind';
  if (rest === true || isNode(rest)) return 'takes further members beside those it names';
  const missing = requiredOf(node).find(name => !Object.hasOwn(propertiesOf(node), name));
  return missing === undefined ? undefined : `asks for '${missing}', which it does not describe`;
}

/** `{ a: 1 }` is written `[{ key: 'a', value: 1 }]`. */
function asEntries(node: Node, value: Node, { report }: PassContext): Node {
  const { propertyNames, minProperties, maxProperties } = node;
  const key = nodeAt(node, { ...(isNode(propertyNames) ? propertyNames : {}), type: 'string' });
  const entry = {
    ...{
      type: 'object',
      properties: { key, value },
      required: ['key', 'value'],
      additionalProperties: false,
    },
  };
  const base = without(
    node,
    ...['additionalProperties', 'properties', 'propertyNames', 'minProperties', 'maxProperties', 'required'],
  );
  const list = {
    ...base,
    type: Array.isArray(node.type)
      ? node.type.map(type => (type === 'object' ? 'array' : (type as string)))
      : 'array',
    items: nodeAt(value, entry),
    ...(minProperties === undefined ? {} : { minItems: minProperties }),
    ...(maxProperties === undefined ? {} : { maxItems: maxProperties }),
    [SHAPE]: { kind: 'map' } as const,
  };
  report.lose(node, 'additionalProperties', 'A key may come twice in a list of entries.', 'description');
  const told = withSentence(list, 'A map, written as a list of entries; each key at most once.');
  const required = requiredOf(node);
  if (required.length === 0) return told;
  report.lose(node, 'required', 'A list of entries asks for no keys.', 'description');
  return withSentence(told, `Always give ${required.map(name => `'${name}'`).join(', ')}.`);
}

import type { JsonSchemaType } from '../../json-schema.js';
import { ANNOTATIONS } from '../../schema-keywords.js';
import { commonTypes } from '../../validators/json-type.js';
import type { Node } from '../node.js';
import {
  isNode,
  namedNodesOf,
  nodeAt,
  nodesOf,
  ORIGIN,
  propertiesOf,
  SOURCES,
  sourcesOf,
  without,
} from '../node.js';
import { sameValue } from '../same-value.js';

/** What stands for the value of a keyword that both nodes have; undefined when one node cannot say both. */
type Merge = (a: unknown, b: unknown) => unknown;

const larger: Merge = (a, b) => Math.max(a as number, b as number);
const smaller: Merge = (a, b) => Math.min(a as number, b as number);
const either: Merge = (a, b) => a === true || b === true;
const both: Merge = (a, b) => mergeNodes(a as Node, b as Node);

const MERGES: Readonly<Record<string, Merge>> = {
  ...Object.fromEntries(
    ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map(keyword => [
      keyword,
      larger,
    ]),
  ),
  ...Object.fromEntries(
    ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map(keyword => [
      keyword,
      smaller,
    ]),
  ),
  uniqueItems: either,
  deprecated: either,
  items: (a, b) => (isNode(a) && isNode(b) ? both(a, b) : false),
  propertyNames: both,
  required: (a, b) => [...new Set([...(a as string[]), ...(b as string[])])],
  allOf: (a, b) => [...nodesOf(a), ...nodesOf(b)],
  type: (a, b) => {
    const types = commonTypes([a].flat() as JsonSchemaType[], [b].flat() as JsonSchemaType[]);
    return types.length === 1 ? types[0] : types;
  },
  enum: (a, b) => (a as unknown[]).filter(value => (b as unknown[]).some(other => sameValue(value, other))),
};

/** Members of an object are judged by all of these together. */
const MEMBERS = ['properties', 'additionalProperties', 'patternProperties'];
const ITEMS = ['items', 'prefixItems'];

/**
 * One node for the values that fit both; what the reader is told comes from `outer` first. What one node cannot say
 * twice is left in an `allOf`. Undefined when no value fits both.
 */
export function mergeNodes(inner: Node, outer: Node): Node | undefined {
  const merged: Record<string, unknown> = { ...inner };
  const leftover: Record<string, unknown> = {};
  const sources: Record<string, readonly string[]> = { ...inner[SOURCES] };
  const members = mergeMembers(inner, outer);
  const isApart = (keyword: string): boolean => MEMBERS.includes(keyword) && hasMembers(inner);
  const values = Object.keys(outer).map(
    keyword => [keyword, isApart(keyword) ? undefined : mergeKeyword(keyword, inner, outer)] as const,
  );
  for (const [keyword, value] of [...values, ...Object.entries(members ?? {})]) {
    if (value !== undefined) {
      merged[keyword] = value;
      sources[keyword] = sourcesOfBoth(keyword, inner, outer);
    } else if (members === undefined || !isApart(keyword)) leftover[keyword] = outer[keyword];
  }
  if (['type', 'enum'].some(keyword => isEmptyList(merged[keyword]))) return undefined;
  const parts = Object.keys(leftover).length === 0 ? [] : [nodeAt(outer, leftover)];
  const allOf = [...nodesOf(merged['allOf']), ...parts];
  const node = { ...merged, [ORIGIN]: inner[ORIGIN], [SOURCES]: sources } as Node;
  return allOf.length === 0 ? without(node, 'allOf') : { ...node, allOf };
}

function mergeKeyword(keyword: string, inner: Node, outer: Node): unknown {
  const a = inner[keyword];
  const b = outer[keyword];
  if (!Object.hasOwn(inner, keyword)) {
    // A prefix and items that were written apart are about other items than together.
    return ITEMS.includes(keyword) && ITEMS.some(other => Object.hasOwn(inner, other)) ? undefined : b;
  }
  if (keyword === 'description' || ANNOTATIONS.slice(0, 4).includes(keyword)) return b;
  if (sameValue(a, b)) return a;
  if (keyword === 'items' && (Object.hasOwn(inner, 'prefixItems') || Object.hasOwn(outer, 'prefixItems')))
    return undefined;
  return MERGES[keyword]?.(a, b);
}

function sourcesOfBoth(keyword: string, inner: Node, outer: Node): readonly string[] {
  const holders = [inner, outer].filter(node => Object.hasOwn(node, keyword));
  return [...new Set(holders.flatMap(node => sourcesOf(node, keyword)))];
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const hasMembers = (node: Node): boolean => MEMBERS.some(keyword => Object.hasOwn(node, keyword));

/** Each member has to fit what both nodes say about it, be it by name or as one of the others. */
function mergeMembers(inner: Node, outer: Node): Record<string, unknown> | undefined {
  if (![inner, outer].every(node => hasMembers(node) && !Object.hasOwn(node, 'patternProperties')))
    return undefined;
  const names = new Set([...Object.keys(propertiesOf(outer)), ...Object.keys(propertiesOf(inner))]);
  const properties: [string, Node][] = [];
  for (const name of names) {
    const merged = mergeParts(memberOf(inner, name), memberOf(outer, name));
    if (merged === undefined) return undefined;
    if (isNode(merged)) properties.push([name, merged]);
  }
  const rest = mergeParts(restOf(inner), restOf(outer));
  if (rest === undefined) return undefined;
  return {
    ...(properties.length === 0 && rest !== false ? {} : { properties: Object.fromEntries(properties) }),
    ...(rest === true ? {} : { additionalProperties: rest }),
  };
}

const memberOf = (node: Node, name: string): unknown =>
  Object.hasOwn(propertiesOf(node), name) ? namedNodesOf(node.properties)[name] : restOf(node);

const restOf = (node: Node): unknown => node.additionalProperties ?? true;

/** Undefined when the parts cannot be told together. */
function mergeParts(a: unknown, b: unknown): unknown {
  if (a === false || b === false) return false;
  if (a === true) return b;
  if (b === true) return a;
  return mergeNodes(a as Node, b as Node);
}

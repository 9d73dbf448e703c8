import type { Draft } from '../../fast/draft.js';
import { admitNull } from '../../fast/nullable.js';
import { ofValues } from './harmonise.js';

/** One node for several that a value may fit: lists of values become one, and null joins what it can. */
export function mergeAlternatives(nodes: readonly Draft[]): Draft {
  const flat = nodes.flatMap(node => (isOnly(node, ['anyOf']) ? (node.anyOf ?? []) : [node])) as Draft[];
  const present = flat.filter(node => node.type !== 'null');
  const merged = distinct(mergeValues(present));
  const [only] = merged;
  const node: Draft = merged.length === 1 && only !== undefined ? { ...only } : { anyOf: merged };
  return present.length === flat.length ? node : admitNull(node);
}

function mergeValues(nodes: readonly Draft[]): Draft[] {
  const listed = nodes.filter(node => isOnly(node, ['type', 'const', 'enum']) && valuesOf(node).length > 0);
  if (listed.length < 2) return [...nodes];
  const values = [...new Set(listed.flatMap(valuesOf))];
  return [ofValues(values), ...nodes.filter(node => !listed.includes(node))];
}

const valuesOf = (node: Draft): readonly unknown[] =>
  node.enum ?? (node.const === undefined ? [] : [node.const]);

const isOnly = (node: Draft, keywords: readonly string[]): boolean =>
  Object.keys(node).every(each => keywords.includes(each)) &&
  (keywords.length > 1 || Object.keys(node).length > 0);

const distinct = (nodes: readonly Draft[]): Draft[] => [
  ...new Map(nodes.map(node => [JSON.stringify(node), node])).values(),
];

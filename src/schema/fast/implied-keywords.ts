import type { JsonSchema } from '../json-schema.js';
import { findContradiction } from './contradiction.js';
import type { Draft } from './draft.js';
import { isNote, keywordTable } from './keyword-table.js';

const LIMITS = new Set(['number', 'count', 'pattern']);

/**
 * Removes what says nothing new, as `@IsNotEmpty() @IsEnum(…)` gives it: limits that every allowed value keeps. Plain
 * enums and plain unions are also what a validation plan can run without a general engine.
 */
export function dropImpliedKeywords(node: Draft): void {
  if (node.enum !== undefined) dropKeptLimits(node, node.enum);
  if (node.anyOf !== undefined && isPlainUnion(node, node.anyOf)) delete node.type;
}

function dropKeptLimits(node: Draft, values: readonly unknown[]): void {
  for (const keyword of Object.keys(node)) {
    const facts = keywordTable[keyword];
    if (facts?.appliesTo === undefined || !LIMITS.has(facts.holds)) continue;
    const limit: JsonSchema = { [keyword]: node[keyword] };
    if (values.every(value => findContradiction(value, limit) === undefined))
      Reflect.deleteProperty(node, keyword);
  }
}

/** True when only the alternatives restrict the values, and each states the type itself. */
function isPlainUnion(node: JsonSchema, branches: readonly JsonSchema[]): boolean {
  const others = Object.keys(node).filter(keyword => keyword !== 'anyOf' && keyword !== 'type');
  return others.every(isNote) && branches.every(branch => branch.type === node.type);
}

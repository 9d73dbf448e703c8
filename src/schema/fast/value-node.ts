import type { JsonSchema, JsonSchemaType } from '../json-schema.js';
import type { ValueCheck } from '../typed-schema.js';
import { commonTypes, isWithin, jsonTypeOf } from '../validators/json-type.js';
import type { AppliedRule } from '../validators/property-rules.js';
import { copyOf, type Draft, typesOfNode, type Workshop } from './draft.js';
import { dropImpliedKeywords } from './implied-keywords.js';
import { addKeywords, appliesTo, isSame, restricts } from './merge-keywords.js';
import { checkNode } from './node-check.js';

/** Everything that is known about one value besides its type. */
export interface ValueFacts {
  readonly where: string;
  readonly rules: readonly AppliedRule[];
  /** Keywords the author stated; they never loosen what a validator says. */
  readonly stated: JsonSchema;
  readonly nullable: boolean;
}

/** Completes a node that holds the type: validators' and stated keywords, checks, and complaints about both. */
export function completeNode(node: Draft, facts: ValueFacts, workshop: Workshop): void {
  narrowType(node, facts, workshop);
  const ofRules = addRuleKeywords(node, facts, workshop);
  addStated(node, facts, ofRules, workshop);
  checkNode(node, facts.where, workshop);
  dropImpliedKeywords(node);
}

function addStated(
  node: Draft,
  { stated, where }: ValueFacts,
  ofRules: ReadonlySet<string>,
  workshop: Workshop,
): void {
  const types = typesOfNode(node);
  for (const [keyword, value] of Object.entries(stated)) {
    if (!appliesTo(keyword, types)) {
      workshop.problem({
        where,
        seen: `'${keyword}' says nothing about a value of type ${types?.join(' or ') ?? ''}.`,
        fix: 'remove it, or state the type it is meant for.',
      });
    }
    if (keyword === 'description') {
      // The author's words come first; what validators add to them follows.
      const words = value as string;
      node.description = node.description === undefined ? words : `${words} ${node.description}`;
      continue;
    }
    // A validator runs, whatever is stated beside it: both hold, and of two bounds the stricter one.
    if (ofRules.has(keyword) && restricts(keyword)) addKeywords(node, { [keyword]: value });
    else (node as Record<string, unknown>)[keyword] = value;
  }
}

function narrowType(node: Draft, facts: ValueFacts, workshop: Workshop): void {
  for (const { types, validator } of facts.rules) {
    const present = typesOfNode(node);
    if (types === undefined || (node.$ref !== undefined && types.includes('object'))) continue;
    const common = present === undefined ? types : commonTypes(present, types);
    if (common.length > 0) setType(node, common);
    else
      workshop.problem({ where: facts.where, seen: contradiction(validator, types, present), fix: FIX_TYPE });
  }
}

const FIX_TYPE =
  'correct the declared type or the decorator; for the items of an array write { each: true } in the decorator; ' +
  'for a class or a converted value add @Type(() => TheType).';

const contradiction = (
  validator: string,
  types: readonly JsonSchemaType[],
  present: readonly JsonSchemaType[] | undefined,
): string =>
  `The validator '${validator}' wants ${types.join(' or ') || 'no JSON value'}, the declared type is ` +
  `${present?.join(' or ') ?? 'unknown'}: nothing satisfies both.`;

function setType(node: Draft, types: readonly JsonSchemaType[]): void {
  const [only] = types;
  node.type = types.length === 1 && only !== undefined ? only : types;
}

/** Adds the keywords of the validators and returns their names; the checks belong to the node itself, never to a part. */
function addRuleKeywords(node: Draft, facts: ValueFacts, workshop: Workshop): ReadonlySet<string> {
  const checks: ValueCheck[] = [];
  const names = new Set<string>();
  for (const rule of facts.rules) {
    const types = typesOfNode(node);
    const added: Draft = {};
    for (const [name, value] of Object.entries(rule.keywords)) {
      if (!appliesTo(name, types)) continue;
      (added as Record<string, unknown>)[name] = copyOf(value);
      names.add(name);
    }
    addKeywords(node, withoutKnown(node, added, types));
    if (rule.isDate) workshop.addFacts(node, { revive: { kind: 'date' } });
    if (rule.check === undefined) continue;
    checks.push(facts.nullable ? admittingNull(rule.check) : rule.check);
    // Formats that stand for a validator approximate it, also those of alternatives.
    for (const part of added.format === undefined ? (added.anyOf ?? []) : [node])
      workshop.addFacts(part, { isFormatHint: true });
  }
  if (checks.length > 0) workshop.addFacts(node, { checks });
  return names;
}

/** Of values that a validator allows, what a type that lists its values does not say itself: it names them, too. */
function withoutKnown(
  { const: constant, enum: listed, description }: Draft,
  added: Draft,
  types: readonly JsonSchemaType[] | undefined,
): Draft {
  if (added.enum === undefined) return added;
  const allowed = valuesOfTypes(added.enum, types);
  if (constant === undefined && listed === undefined) return { ...added, enum: allowed };
  const { description: names, enum: _allowed, ...others } = added;
  const left = constant === undefined ? allowed : allowed.filter(value => isSame(value, constant));
  const isSaid = constant !== undefined && left.length > 0;
  return {
    ...others,
    ...(isSaid ? {} : { enum: left }),
    ...(names === undefined || description !== undefined ? {} : { description: names }),
  };
}

/** A validator may allow values of types that its property cannot have. */
const valuesOfTypes = (
  values: readonly unknown[],
  types: readonly JsonSchemaType[] | undefined,
): readonly unknown[] =>
  types === undefined ? values : values.filter(value => isWithin(jsonTypeOf(value), types));

const admittingNull = (check: ValueCheck): ValueCheck => ({
  expected: check.expected,
  test: (value, owner) => value === null || check.test(value, owner),
});

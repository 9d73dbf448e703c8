import { type JsonSchema, type JsonSchemaType } from '../json-schema.js';
import { type ValueCheck } from '../typed-schema.js';
import { commonTypes } from '../validators/json-type.js';
import { type AppliedRule } from '../validators/property-rules.js';
import { copyOf, type Draft, typesOfNode, type Workshop } from './draft.js';
import { dropImpliedKeywords } from './implied-keywords.js';
import { addKeywords, appliesTo } from './merge-keywords.js';
import { checkNode } from './node-check.js';

/** Everything that is known about one value besides its type. */
export interface ValueFacts {
  readonly where: string;
  readonly rules: readonly AppliedRule[];
  /** Keywords the author stated; they win over those of the validators. */
  readonly stated: JsonSchema;
  readonly nullable: boolean;
}

/** Completes a node that holds the type: validators' and stated keywords, checks, and complaints about both. */
export function completeNode(node: Draft, facts: ValueFacts, workshop: Workshop): void {
  narrowType(node, facts, workshop);
  addRuleKeywords(node, facts, workshop);
  for (const keyword of Object.keys(facts.stated)) {
    if (appliesTo(keyword, typesOfNode(node))) continue;
    workshop.problem({
      where: facts.where,
      seen: `'${keyword}' says nothing about a value of type ${typesOfNode(node)?.join(' or ') ?? ''}.`,
      fix: 'remove it, or state the type it is meant for.',
    });
  }
  const { description, ...others } = facts.stated;
  Object.assign(node, others);
  // The author's words come first; what validators add to them follows.
  if (description !== undefined) {
    node.description = node.description === undefined ? description : `${description} ${node.description}`;
  }
  checkNode(node, facts.where, workshop);
  dropImpliedKeywords(node);
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

function addRuleKeywords(node: Draft, facts: ValueFacts, workshop: Workshop): void {
  const checks: ValueCheck[] = [];
  for (const rule of facts.rules) {
    const keywords = Object.entries(copyOf(rule.keywords)).filter(([name]) =>
      appliesTo(name, typesOfNode(node)),
    );
    const added = Object.fromEntries(keywords) as JsonSchema;
    addKeywords(node, added);
    if (rule.isDate) workshop.addFacts(node, { revive: { kind: 'date' } });
    if (rule.check === undefined) continue;
    const check = facts.nullable ? admittingNull(rule.check) : rule.check;
    if (added.anyOf === undefined) checks.push(check);
    // The formats of alternatives are approximations: the check decides in each of them.
    else for (const branch of added.anyOf) workshop.addFacts(branch, { checks: [check] });
  }
  if (checks.length > 0) workshop.addFacts(node, { checks });
}

const admittingNull = (check: ValueCheck): ValueCheck => ({
  expected: check.expected,
  test: (value, owner) => value === null || check.test(value, owner),
});

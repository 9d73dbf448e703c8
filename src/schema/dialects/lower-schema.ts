import type { JsonSchema } from '../json-schema.js';
import { findExcesses, type Measure, Measurer } from './measure.js';
import type { Draft, Node } from './node.js';
import type { Pass } from './pass.js';
import { together } from './pass.js';
import { arrange } from './passes/arrange.js';
import { closeObjects } from './passes/close-objects.js';
import { combine } from './passes/combine.js';
import { describeConditions, describeConstraints } from './passes/describe-constraints.js';
import { inlineReferences } from './passes/inline-references.js';
import { cutRecursion, limitRecursion } from './passes/limit-recursion.js';
import { readSchema } from './passes/read-schema.js';
import { refuseAlikeBranches } from './passes/refuse-alike-branches.js';
import { renameProperties, renameTop } from './passes/rename-properties.js';
import { loseDefaults, requireOptionals } from './passes/require-optionals.js';
import { rewriteTuples } from './passes/rewrite-tuples.js';
import { shapeRoot } from './passes/shape-root.js';
import { stateItems } from './passes/state-items.js';
import { stateTypes } from './passes/state-types.js';
import { unifyUnions } from './passes/unify-unions.js';
import { writeValues } from './passes/write-values.js';
import type { SchemaRules } from './profile.js';
import { Report } from './report.js';

/**
 * The passes that have something to do under these rules, in this order: each relies on the form that those before it
 * leave.
 */
function planPasses(rules: SchemaRules): readonly Pass[] {
  const { keywords } = rules;
  const isLimited = keywords !== 'all';
  return [
    combine,
    shapeRoot,
    ...when(isLimited, describeConditions),
    inlineReferences,
    ...together({
      up: [
        ...when(isLimited, stateTypes),
        ...when(rules.enums !== undefined, writeValues),
        ...when(isLimited && !keywords.has('oneOf'), unifyUnions),
      ],
    }),
    ...when(rules.recursion !== 'free', limitRecursion),
    ...when(rules.recursion !== 'free', cutRecursion),
    ...together({
      down: [
        ...when(rules.tuples !== 'kept', rewriteTuples),
        ...when(rules.closedObjects, closeObjects),
        ...when(rules.allRequired, loseDefaults),
        ...when(isLimited, describeConstraints),
      ],
      up: [
        ...when(rules.needsItems || rules.needsTypes, stateItems),
        ...when(rules.allRequired, requireOptionals),
        ...when(rules.properties?.where === 'everywhere', renameProperties),
      ],
    }),
    ...when(rules.closedObjects, refuseAlikeBranches),
    ...when(rules.properties?.where === 'top', renameTop),
  ];
}

const when = <T>(isNeeded: boolean, step: T): readonly T[] => (isNeeded ? [step] : []);

const plans = new Map<SchemaRules, readonly Pass[]>();

function passesFor(rules: SchemaRules): readonly Pass[] {
  const passes = plans.get(rules) ?? planPasses(rules);
  plans.set(rules, passes);
  return passes;
}

/** A canonical schema in the form that a provider takes. */
export interface Lowered {
  readonly schema: JsonSchema;
  /** The same with what is needed to take values back. */
  readonly draft: Draft;
  readonly report: Report;
  /** For strict dialects, the only ones that count. */
  readonly measure: Measure | undefined;
  /** The nodes of the canonical schema with very many allowed values. */
  readonly longLists: readonly Node[];
}

export function lowerSchema(canonical: JsonSchema, rules: SchemaRules): Lowered {
  const report = new Report();
  const context = { rules, report };
  const read = readSchema(canonical);
  const draft = passesFor(rules).reduce<Draft>((each, pass) => pass(each, context), read);
  const measurer = rules.closedObjects ? new Measurer() : undefined;
  const schema = arrange(draft, measurer);
  const measure = measurer?.measure(schema);
  if (rules.limits !== undefined && measure !== undefined)
    for (const excess of findExcesses(measure, rules.limits)) report.block(excess);
  return { schema, draft, report, measure, longLists: read.longLists };
}

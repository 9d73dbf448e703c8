import { type JsonSchema } from '../../../../src/schema/json-schema.js';
import {
  type AcceptedValue,
  compilePlan,
  type Plan,
  type PlanResult,
  type RefusedValue,
} from '../../../../src/schema/plan/plan.js';
import { type NodeFacts } from '../../../../src/schema/typed-schema.js';

/** As for a schema that comes without a class, e.g. from a remote server. */
export const compileRawPlan = (schema: JsonSchema): Plan => compilePlan({ schema, facts: new Map() });

export type Facts = ReadonlyMap<JsonSchema, NodeFacts>;

export const run = (schema: JsonSchema, value: unknown, facts: Facts = new Map()): PlanResult => {
  const result = compilePlan({ schema, facts }).run(value);
  if (result instanceof Promise) throw new Error('The plan was expected to answer at once.');
  return result;
};

export const accept = (result: PlanResult): AcceptedValue => {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.issues)}`);
  return result;
};

export const refuse = (result: PlanResult): RefusedValue => {
  if (result.ok) throw new Error(`accepted: ${JSON.stringify(result.value)}`);
  return result;
};

/** The schema of an object with one required member `v`. */
export const member = (schema: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { v: schema },
  required: ['v'],
  additionalProperties: false,
});

const REFUSED = Symbol('refused');
export const refused = (): typeof REFUSED => REFUSED;

/** What a required member of this schema becomes, or {@link refused}. */
export const tryMember = (schema: JsonSchema, value: unknown): unknown => {
  const result = run(member(schema), { v: value });
  return result.ok ? (result.value as { v: unknown }).v : REFUSED;
};

import type { JsonSchema } from '../schema/json-schema.js';
import { compilePlan, type Plan } from '../schema/plan/plan.js';
import type { TypedSchema } from '../schema/typed-schema.js';

/** What the model must supply: a canonical JSON Schema and the plan that enforces it. */
export interface ActionType {
  readonly schema: JsonSchema;
  readonly plan: Plan;
  /** As its author wrote it, where that is JSON Schema 2020-12 to the letter: for those who are to see it unchanged. */
  readonly written?: JsonSchema;
}

/** What comes back as data. */
export interface ObservationType {
  /** Always an object schema: results that are not objects are wrapped as `{ result }`. */
  readonly schema: JsonSchema;
  readonly plan: Plan;
  readonly isWrapped: boolean;
  /** Of a tool that lives elsewhere: what does not fit is left out and told, since nobody here can mend it. @defaultValue false */
  readonly isForeign?: boolean;
}

export function buildActionType(typed: TypedSchema): ActionType {
  return { schema: typed.schema, plan: compilePlan(typed) };
}

import type { JsonSchema } from '../schema/json-schema.js';
import type { ActionType, ObservationType } from './action-type.js';
import type { ToolAnnotations } from './annotations.js';
import type { ExecutionPolicy } from './execution-policy.js';
import type { Icon } from './icon.js';
import type { ReplayClass } from './replay-class.js';
import type { ToolBinding } from './tool-executor.js';

export const TOOL_ORIGINS = [
  'class',
  'method',
  'function',
  'rest',
  'mcp',
  'kb',
  'agent',
  'chain',
  'custom',
] as const;

/** Where a tool comes from. */
export type ToolOrigin = (typeof TOOL_ORIGINS)[number];

/** What a {@link ToolDefinition} is made of. */
export interface ToolDefinitionFields {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly action: ActionType;
  readonly observation?: ObservationType | undefined;
  readonly annotations: ToolAnnotations;
  readonly icons?: readonly Icon[] | undefined;
  readonly replayClass: ReplayClass;
  readonly origin: ToolOrigin;
  readonly policy: ExecutionPolicy;
  readonly binding?: ToolBinding | undefined;
}

/** One tool, whatever its origin: what it takes, what it gives, how it runs, and what is promised about it. Immutable. */
export class ToolDefinition {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  readonly action: ActionType;
  readonly observation: ObservationType | undefined;
  readonly annotations: ToolAnnotations;
  readonly icons: readonly Icon[] | undefined;
  readonly replayClass: ReplayClass;
  readonly origin: ToolOrigin;
  readonly policy: ExecutionPolicy;
  /** Missing for a tool that is only declared; calling it answers an error. */
  readonly binding: ToolBinding | undefined;

  constructor(fields: ToolDefinitionFields) {
    this.name = fields.name;
    this.title = fields.title;
    this.description = fields.description;
    this.action = fields.action;
    this.observation = fields.observation;
    this.annotations = Object.freeze({ ...fields.annotations });
    this.icons = fields.icons;
    this.replayClass = fields.replayClass;
    this.origin = fields.origin;
    this.policy = Object.freeze({ ...fields.policy });
    this.binding = fields.binding;
    Object.freeze(this);
  }

  /** The JSON Schema 2020-12 of the arguments; an object schema. */
  get inputSchema(): JsonSchema {
    return this.action.schema;
  }

  /** The JSON Schema of the structured result; missing when the output is not declared. */
  get outputSchema(): JsonSchema | undefined {
    return this.observation?.schema;
  }

  /** A copy with the given members replaced. */
  with(fields: Partial<ToolDefinitionFields>): ToolDefinition {
    const {
      name,
      title,
      description,
      action,
      observation,
      annotations,
      icons,
      replayClass,
      origin,
      policy,
      binding,
    } = this;
    return new ToolDefinition({
      ...{ name, title, description, action, observation, annotations, icons },
      ...{ replayClass, origin, policy, binding },
      ...fields,
    });
  }

  /** What a listing shows; `outputSchema`, `title` and `icons` only where there is one. */
  describe(): ToolDescription {
    return {
      name: this.name,
      ...(this.title === undefined ? {} : { title: this.title }),
      description: this.description,
      inputSchema: this.inputSchema,
      ...(this.outputSchema === undefined ? {} : { outputSchema: this.outputSchema }),
      annotations: this.annotations,
      ...(this.icons === undefined ? {} : { icons: this.icons }),
      replayClass: this.replayClass,
      origin: this.origin,
    };
  }
}

/** A tool as listings show it; plain JSON. */
export interface ToolDescription {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
  readonly icons?: readonly Icon[];
  readonly replayClass: ReplayClass;
  readonly origin: ToolOrigin;
}

import type { JsonObject } from '../foundation/json.js';
import type { DialectName } from '../schema/dialects/dialect-name.js';
import type { RenderedTool } from '../schema/dialects/rendered-tool.js';
import type { JsonSchema } from '../schema/json-schema.js';
import type { AssistantPart, ModelMessage } from './message.js';
import type { Usage } from './usage.js';

/** May the model call tools: as it likes, at least one, none, or just this one (by exported name). */
export type ToolChoice = 'auto' | 'required' | 'none' | { readonly tool: string };

/** How a model writes; what is left out is the provider's default. */
export interface ModelSettings {
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxOutputTokens?: number;
  readonly seed?: number;
  readonly stopSequences?: readonly string[];
  /** Options of one provider, by its name; handed on as they are. */
  readonly providerOptions?: Readonly<Record<string, JsonObject>>;
}

/** One request to a model. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** In the model's dialect. */
  readonly tools: readonly RenderedTool[];
  readonly toolChoice: ToolChoice;
  /** The answer has to be JSON of this schema; adapters ask the provider for it where it can be asked. */
  readonly output?: { readonly name: string; readonly schema: JsonSchema };
  readonly settings?: ModelSettings;
  readonly signal?: AbortSignal;
}

export const FINISH_REASONS = ['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other'] as const;

/** Why an answer ended. */
export type FinishReason = (typeof FINISH_REASONS)[number];

/** What a model answered. Plain JSON. */
export interface ModelResponse {
  readonly content: readonly AssistantPart[];
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  /** The model that answered, where the provider says so. */
  readonly modelId?: string;
}

/** A part of an answer while it is written; the last one is the whole response. */
export type ModelEvent =
  | { readonly type: 'text-delta'; readonly delta: string }
  | { readonly type: 'reasoning-delta'; readonly delta: string }
  | { readonly type: 'tool-call-start'; readonly callId: string; readonly toolName: string }
  | { readonly type: 'tool-call-delta'; readonly callId: string; readonly delta: string }
  | { readonly type: 'response'; readonly response: ModelResponse };

/** A language model. Adapters carry requests to providers; test doubles answer by themselves. */
export interface Model {
  /** Who serves it: `openai`, `scripted`. */
  readonly provider: string;
  readonly modelId: string;
  /** How tools are written for it. */
  readonly dialect: DialectName;
  /** False for a model that cannot call tools. @defaultValue true */
  readonly supportsTools?: boolean;
  /** False when nobody knows what its answers cost: a limit on cost would never be met. @defaultValue true */
  readonly hasPrice?: boolean;
  /** @throws `MODEL_FAILED` when no answer could be had; the signal's reason when it aborts. */
  generate(request: ModelRequest): Promise<ModelResponse>;
  /** As `generate`, in parts. @defaultValue the whole response at once */
  stream?(request: ModelRequest): AsyncIterable<ModelEvent>;
}

/** True for what has the shape of a {@link Model}. */
export function isModel(value: unknown): value is Model {
  if (typeof value !== 'object' || value === null) return false;
  const { generate, dialect } = value as Partial<Record<keyof Model, unknown>>;
  return typeof generate === 'function' && typeof dialect === 'string';
}

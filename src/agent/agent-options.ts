import type { RunContext } from '../context/run-context.js';
import type { RunOptions, RuntimeOptions } from '../execution/runtime-options.js';
import type { Constructor } from '../foundation/constructor.js';
import type { RunStore } from '../journal/run-store.js';
import type { McpConfig } from '../mcp/client/mcp-config.js';
import type { McpTools } from '../mcp/client/mcp-tools.js';
import type { AiSdkLanguageModel } from '../model/ai-sdk/ai-sdk-language-model.js';
import type { InputPart, ModelMessage } from '../model/message.js';
import type { Model, ModelSettings } from '../model/model.js';
import type { JsonSchema } from '../schema/json-schema.js';
import type { CallPolicy } from '../tool/call-policy.js';
import type { Guardrail } from '../tool/guardrail.js';
import type { ToolSource } from '../tool/tool-source.js';
import type { AgentMiddleware } from './agent-middleware.js';
import type { ApprovalDecision } from './agent-run.js';
import type { StuckLimits } from './stuck.js';

/** Where a run stops by itself. What is left out has no limit, unless a default is named. */
export interface AgentLimits {
  /** Answers of the model. @defaultValue 20 */
  readonly maxSteps?: number;
  readonly maxToolCalls?: number;
  /** Milliseconds by the wall clock, tools and waiting for the model included. */
  readonly maxDurationMs?: number;
  /** US dollars, all rounds and sub-agents together; needs a model with a price. */
  readonly maxCostUsd?: number;
  /** Input and output tokens of all rounds and sub-agents together. */
  readonly maxTokens?: number;
}

/** May the model call tools; a name is that of the tool itself. */
export type AgentToolChoice = 'auto' | 'required' | 'none' | { readonly tool: string };

/** What is asked: text, or text with pictures and documents. */
export type AgentInput = string | readonly InputPart[];

/** Who the agent is and what it may do. */
export interface AgentOptions<TState = unknown, TOutput = unknown>
  extends
    AgentLimits,
    Omit<RuntimeOptions, 'journal' | 'recall' | 'middleware' | 'toolFilter' | 'guardrails' | 'policies'> {
  /** @defaultValue `agent` */
  readonly name?: string;
  /** For whoever it is a tool of. */
  readonly description?: string;
  /** A model of ours, or a language model object of any AI SDK provider (specification v2 or v3). */
  readonly model: Model | AiSdkLanguageModel;
  /** What the agent is told before everything else. @defaultValue nothing */
  readonly instructions?: string | ((run: RunContext<TState>) => string | Promise<string>);
  /** A function is asked at the start of each run, so that what a run sees may depend on who it is for. @defaultValue none */
  readonly tools?:
    | readonly ToolSource[]
    | ((run: RunContext<TState>) => readonly ToolSource[] | Promise<readonly ToolSource[]>);
  /**
   * Servers whose tools are used besides: in the `mcpServers` format, or opened ones, which whoever made them closes. They are
   * connected to when the agent opens.
   * @defaultValue none
   */
  readonly mcp?: McpConfig | McpTools;
  /** Of the tools of `toolSpecs` only those whose name it matches; listed ones stay. @defaultValue all of them */
  readonly toolFilter?: RegExp;
  /** Until the model has called a tool, then it is free. @defaultValue 'auto' */
  readonly toolChoice?: AgentToolChoice;
  /** Lets calls of one turn that only read overlap, `true` up to 8 at a time. @defaultValue false */
  readonly parallelTools?: boolean | { readonly maxConcurrency: number };
  /** The answer has to be this: a class with `@Param` properties or validators, or a JSON Schema of an object. */
  readonly outputType?: Constructor<TOutput> | { readonly schema: JsonSchema };
  /** How often the model is asked again when its answer does not fit `outputType`. @defaultValue 2 */
  readonly maxOutputRetries?: number;
  /** Whether tools that do not only read ask the model for `security_risk` and `summary`. @defaultValue true */
  readonly asksForRisk?: boolean;
  /** About so many tokens go to the model; older tool results are shortened to fit. @defaultValue no limit */
  readonly maxContextTokens?: number;
  /** @defaultValue `{ repeats: 4, failures: 5, alternations: 3 }` */
  readonly stuck?: StuckLimits | false;
  /** How the model writes. */
  readonly settings?: ModelSettings;
  /** The first outermost, around the model and around tools. @defaultValue none */
  readonly middleware?: readonly AgentMiddleware<TState>[];
  /** @defaultValue none */
  readonly guardrails?: readonly Guardrail<TState>[];
  /** @defaultValue none: every call is allowed */
  readonly policies?: readonly CallPolicy<TState>[];
  /**
   * Where runs are kept.
   * @defaultValue nowhere: only the last 1,000 runs that wait for an approval are remembered, in memory, until the agent is
   * closed or, when others come to wait, until their approvals have expired
   */
  readonly store?: RunStore;
  /** How long an approval may be waited for, in milliseconds. @defaultValue for ever */
  readonly approvalTtlMs?: number;
}

/** What one run adds or states otherwise. */
export interface AgentRunOptions<TState = unknown>
  extends Omit<RunOptions<TState>, 'approver' | 'journal' | 'recall'>, AgentLimits {
  /** What was said before: a `Conversation` keeps it for you. Calls in it without a result get one that says so. */
  readonly history?: readonly ModelMessage[];
  readonly toolChoice?: AgentToolChoice;
}

/** Options come last, and may be left out where no state is needed. */
export type OptionsFor<TState, TOptions> = undefined extends TState
  ? [options?: TOptions]
  : [options: TOptions & { readonly state: TState }];

/** What `resume` takes after the id of the run. */
export type ResumeArguments<TState> = undefined extends TState
  ? [decisions?: readonly ApprovalDecision[], options?: ResumeOptions<TState>]
  : [decisions: readonly ApprovalDecision[], options: ResumeOptions<TState> & { readonly state: TState }];

type ResumeOptions<TState> = Omit<AgentRunOptions<TState>, 'runId' | 'history'>;

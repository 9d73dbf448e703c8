import type { RunContext } from '../context/run-context.js';
import type { CheckedCall } from './call-policy.js';
import type { Observation } from './observation.js';

/** True or `{ pass: true }` lets it go on; anything else does not. */
export type GuardrailVerdict = boolean | { readonly pass: boolean; readonly reason?: string };

type Answer = GuardrailVerdict | Promise<GuardrailVerdict>;

/** What every guardrail may state. */
export interface GuardrailFacts {
  readonly name: string;
  /** False: what it says is recorded, and nothing is held up. @defaultValue true */
  readonly blocks?: boolean;
  /** What holds when it cannot be asked: it threw, or gave no verdict. @defaultValue 'block' */
  readonly onError?: 'block' | 'allow';
  /**
   * In an agent: tell the model why and go on, or end the run. An answer that is blocked may be asked for again as often as
   * `maxOutputRetries` says.
   * @defaultValue 'tell' around tools, 'end' at output; at input there is only 'end'
   */
  readonly onTrip?: 'tell' | 'end';
}

/** Inspects accepted arguments before a tool runs. */
export interface ToolCallGuardrail<TState = unknown> extends GuardrailFacts {
  readonly position: 'tool_call';
  check(call: CheckedCall<TState>): Answer;
}

/** Inspects the result of a tool before anybody sees it. */
export interface ToolResultGuardrail<TState = unknown> extends GuardrailFacts {
  readonly position: 'tool_result';
  /** Also asked about results that are errors: what a tool says when it fails. @defaultValue false */
  readonly checksErrors?: boolean;
  check(observation: Observation, call: CheckedCall<TState>): Answer;
}

/** Inspects what an agent is asked, before its model is. */
export interface InputGuardrail<TState = unknown> extends GuardrailFacts {
  readonly position: 'input';
  check(text: string, run: RunContext<TState>): Answer;
}

/** Inspects what an agent is about to answer. */
export interface OutputGuardrail<TState = unknown> extends GuardrailFacts {
  readonly position: 'output';
  check(text: string, run: RunContext<TState>): Answer;
}

/** Inspects what goes in and out of tools and agents, and may hold it up. */
export type Guardrail<TState = unknown> =
  ToolCallGuardrail<TState> | ToolResultGuardrail<TState> | InputGuardrail<TState> | OutputGuardrail<TState>;

export type GuardrailPosition = Guardrail['position'];

/** Where a runtime asks guardrails; an agent asks at all positions. */
export const TOOL_POSITIONS: readonly GuardrailPosition[] = ['tool_call', 'tool_result'];

export const GUARDRAIL_POSITIONS: readonly GuardrailPosition[] = ['input', ...TOOL_POSITIONS, 'output'];

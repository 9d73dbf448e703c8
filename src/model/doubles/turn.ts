import type { JsonObject } from '../../foundation/json.js';
import { describeKind } from '../../foundation/value-kind.js';
import type { AssistantPart, ToolCallPart } from '../message.js';
import type { FinishReason, ModelResponse } from '../model.js';
import { costOf, NO_USAGE, type Price, type Usage } from '../usage.js';
import { ScriptMismatchError } from './script-mismatch-error.js';

/** A tool call to answer with. */
export interface TurnCall {
  readonly name: string;
  /** An object, or the text as a model would have written it, JSON or not. @defaultValue `{}` */
  readonly arguments?: JsonObject | string;
  /** @defaultValue `call-1`, `call-2` and so on, for each model */
  readonly callId?: string;
}

/** An answer in parts. */
export interface TurnFields {
  readonly reasoning?: string;
  readonly text?: string;
  readonly toolCalls?: readonly TurnCall[];
  /** What is left out is 0. */
  readonly usage?: Partial<Usage>;
  /** @defaultValue `tool-calls` with calls, else `stop` */
  readonly finishReason?: FinishReason;
}

/** What a test double answers: text, tool calls, both, a whole response; an error is thrown. */
export type Turn = string | readonly TurnCall[] | TurnFields | ModelResponse | Error;

/** Makes responses of turns, with ids for the calls that have none. */
export class TurnReader {
  readonly #price: Price | undefined;
  #calls = 0;

  constructor(price: Price | undefined) {
    this.#price = price;
  }

  read(turn: Turn): ModelResponse {
    if (turn instanceof Error) throw turn;
    if (typeof turn === 'string') return this.#build({ text: turn });
    if (isList(turn)) return this.#build({ toolCalls: turn });
    if (typeof (turn as unknown) !== 'object' || (turn as unknown) === null)
      throw misunderstood(`it is ${describeKind(turn)}`);
    if ('content' in turn) return turn;
    const stranger = Object.keys(turn).find(name => !TURN_FIELDS.includes(name));
    if (stranger !== undefined) throw misunderstood(`it has '${stranger}'`);
    return this.#build(turn);
  }

  #build({ reasoning, text, toolCalls = [], usage, finishReason }: TurnFields): ModelResponse {
    const content: AssistantPart[] = [];
    if (reasoning !== undefined) content.push({ type: 'reasoning', text: reasoning });
    if (text !== undefined) content.push({ type: 'text', text });
    content.push(...toolCalls.map(call => this.#call(call)));
    return {
      content,
      finishReason: finishReason ?? (toolCalls.length > 0 ? 'tool-calls' : 'stop'),
      usage: this.#usage(usage),
    };
  }

  #call({ name, arguments: args = {}, callId }: TurnCall): ToolCallPart {
    return {
      type: 'tool-call',
      callId: callId ?? `call-${++this.#calls}`,
      toolName: name,
      arguments: typeof args === 'string' ? args : JSON.stringify(args),
    };
  }

  #usage(given: Partial<Usage> = {}): Usage {
    const usage = { ...NO_USAGE, ...given };
    if (this.#price === undefined || given.costUsd !== undefined) return usage;
    return { ...usage, costUsd: costOf(usage, this.#price) };
  }
}

const TURN_FIELDS: readonly string[] = [
  'reasoning',
  'text',
  'toolCalls',
  'usage',
  'finishReason',
] satisfies readonly (keyof TurnFields)[];

const misunderstood = (seen: string): ScriptMismatchError =>
  new ScriptMismatchError(
    `A turn of a model for tests is none: ${seen}. Give text, a list of calls [{ name, arguments }], or ${TURN_FIELDS.join(', ')}.`,
  );

const isList = (turn: object): turn is readonly TurnCall[] => Array.isArray(turn);

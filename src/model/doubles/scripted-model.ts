import { cutText } from '../../foundation/cut-text.js';
import type { ModelMessage } from '../message.js';
import { textOf, toolCallsOf } from '../message.js';
import type { ModelRequest } from '../model.js';
import { type DoubleOptions, FunctionModel } from './function-model.js';
import { ScriptMismatchError } from './script-mismatch-error.js';
import type { Turn } from './turn.js';

const MAX_TEXT = 120;
const MAX_LISTED = 10;

/** One answer of a script, or a function that gives it. */
export type ScriptTurn = Turn | ((request: ModelRequest) => Turn | Promise<Turn>);

/** A model that answers what it is told to, turn by turn, and minds when it is asked more or less often. */
export class ScriptedModel extends FunctionModel {
  readonly #turns: readonly ScriptTurn[];

  constructor(turns: readonly ScriptTurn[], options: DoubleOptions = {}) {
    super(request => this.#next(request), { provider: 'scripted', modelId: 'scripted', ...options });
    this.#turns = [...turns];
  }

  /**
   * @throws {@link ScriptMismatchError} (`SCRIPT_MISMATCH`) when turns are left over, or when more was asked than there
   * were turns, even if that was caught.
   */
  assertConsumed(): void {
    const { length: asked } = this.requests;
    if (asked > this.#turns.length) throw this.#exhausted();
    if (asked < this.#turns.length)
      throw new ScriptMismatchError(
        `The scripted model '${this.modelId}' has ${this.#turns.length} turns and was asked ${asked} times; ` +
          `turn ${asked + 1} was not used. ${this.#whatWasAsked()}`,
      );
  }

  #next(request: ModelRequest): Turn | Promise<Turn> {
    const turn = this.#turns[this.requests.length - 1];
    if (turn === undefined) throw this.#exhausted();
    return typeof turn === 'function' ? turn(request) : turn;
  }

  #exhausted(): ScriptMismatchError {
    return new ScriptMismatchError(
      `The scripted model '${this.modelId}' has ${this.#turns.length} turns and was asked ` +
        `${this.requests.length} times. Add a turn, or find out why it was asked again. ${this.#whatWasAsked()}`,
    );
  }

  #whatWasAsked(): string {
    const first = Math.max(0, this.requests.length - MAX_LISTED);
    const lines = this.requests
      .slice(first)
      .map(({ messages }, index) => `\n  ${first + index + 1}. ${describe(messages.at(-1))}`);
    return lines.length === 0 ? 'It was never asked.' : `It was asked:${lines.join('')}`;
  }
}

function describe(message: ModelMessage | undefined): string {
  if (message === undefined) return 'nothing';
  const said = `${message.role}: ${textIn(message).replaceAll(/\s+/g, ' ')}`;
  return cutText(said, MAX_TEXT);
}

function textIn(message: ModelMessage): string {
  switch (message.role) {
    case 'system':
      return message.text;
    case 'user':
      return textOf(message.content);
    case 'assistant':
      return [
        textOf(message.content),
        ...toolCallsOf(message.content).map(call => `→ ${call.toolName}`),
      ].join(' ');
    case 'tool':
      return message.results.map(({ toolName, content }) => `${toolName} → ${textOf(content)}`).join('; ');
  }
}

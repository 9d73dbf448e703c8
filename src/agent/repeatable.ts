import { type ModelMessage, toolCallsOf } from '../model/message.js';
import type { RunEnd } from './run-loop.js';

/**
 * What of a run's messages may be said again: no calls without their results and, where a guardrail looks at answers, none that it
 * has not passed. Within a run, nobody but the loop speaks to the model after an answer, and only to ask for another one.
 *
 * @param isGuarded - A guardrail may block answers.
 */
export function repeatable(
  messages: readonly ModelMessage[],
  { status, isGuarded }: Pick<RunEnd, 'status'> & { readonly isGuarded: boolean },
): readonly ModelMessage[] {
  const told = messages.map((message, index) =>
    isGuarded && message.role === 'assistant' && messages[index + 1]?.role === 'user' ? BLOCKED : message,
  );
  const last = told.at(-1);
  if (status === 'completed' || last?.role !== 'assistant') return told;
  return isGuarded || toolCallsOf(last.content).length > 0 ? told.slice(0, -1) : told;
}

const BLOCKED: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: '[blocked]' }] };

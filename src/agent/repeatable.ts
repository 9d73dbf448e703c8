import { type ModelMessage, textOf, toolCallsOf } from '../model/message.js';
import { BLOCKED_OUTPUT } from './errors.js';
import type { RunEnd } from './run-loop.js';

/** What of a run's messages may be said again: no answer that was blocked, and no calls without their results. */
export function repeatable(
  messages: readonly ModelMessage[],
  { status, error }: Pick<RunEnd, 'status' | 'error'>,
): readonly ModelMessage[] {
  const told = messages.map((message, index) =>
    message.role === 'assistant' && isRefusal(messages[index + 1]) ? BLOCKED : message,
  );
  const last = told.at(-1);
  if (status === 'completed' || last?.role !== 'assistant') return told;
  return error?.code === 'RUN_BLOCKED' || toolCallsOf(last.content).length > 0 ? told.slice(0, -1) : told;
}

const BLOCKED: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: '[blocked]' }] };

/** Within a run, nobody but the loop speaks to the model after an answer. */
const isRefusal = (message: ModelMessage | undefined): boolean =>
  message?.role === 'user' && textOf(message.content).startsWith(BLOCKED_OUTPUT);

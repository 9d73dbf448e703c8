import { type ModelMessage, toolCallsOf, type ToolResultPart } from '../model/message.js';
import { checkHistory } from './input-check.js';
import { isEmptyAnswer } from './transcript.js';

/**
 * A history as providers take it: every call is followed by its result, and nothing is answered that was not asked. A call
 * without a result gets one that says so; results without a call and empty answers are left out.
 *
 * @throws DEFINITION with every message that is none.
 */
export function answerHistory(history: readonly ModelMessage[]): readonly ModelMessage[] {
  checkHistory(history);
  const answered: ModelMessage[] = [];
  for (const [index, message] of history.entries()) {
    if (message.role === 'tool' || isEmptyAnswer(message)) continue;
    answered.push(message);
    if (message.role !== 'assistant') continue;
    const results = resultsOf(message, history, index + 1);
    if (results.length > 0) answered.push({ role: 'tool', results });
  }
  return answered;
}

function resultsOf(
  { content }: Extract<ModelMessage, { role: 'assistant' }>,
  history: readonly ModelMessage[],
  from: number,
): ToolResultPart[] {
  const following: ToolResultPart[] = [];
  for (let at = from, next = history[at]; next?.role === 'tool'; next = history[++at])
    following.push(...next.results);
  return toolCallsOf(content).map(
    ({ callId, toolName }) =>
      following.find(result => result.callId === callId) ?? {
        callId,
        toolName,
        content: [{ type: 'text', text: `Tool '${toolName}' failed: its result is not known.` }],
        isError: true,
      },
  );
}

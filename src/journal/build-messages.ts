import { type ModelMessage, type ToolCallPart, toolCallsOf, type ToolResultPart } from '../model/message.js';
import type { ModelResponse } from '../model/model.js';
import type { RunEvent, ToolCallEnded } from './events.js';
import { toInputParts } from './input-parts.js';

/** What a run added to its conversation. */
export interface RunMessages {
  /** From the input on; without instructions and history. Calls of earlier turns all have a result. */
  readonly messages: readonly ModelMessage[];
  /** The calls of the last turn that have no answer yet, in order: no model may be asked before each has one. */
  readonly open: readonly ToolCallPart[];
}

/** The answers to the calls of one turn. */
interface Turn {
  readonly calls: readonly ToolCallPart[];
  readonly ended: Map<string, ToolCallEnded>;
}

/** The conversation of a run as its model reads it, tool results whole and in the order of their calls. */
export function buildMessages(events: readonly RunEvent[]): RunMessages {
  const entries: (ModelMessage | Turn)[] = [];
  let turn: Turn | undefined;
  for (const event of events) {
    switch (event.type) {
      case 'run-started':
        entries.push({ role: 'user', content: event.input });
        break;
      case 'message-added':
        entries.push(event.message);
        break;
      case 'model-call-ended':
        if (event.response === undefined) break;
        turn = openTurn(event.response);
        if (event.response.content.length > 0)
          entries.push({ role: 'assistant', content: event.response.content }, turn);
        break;
      case 'tool-call-ended':
        // Providers give ids anew in each turn.
        turn?.ended.set(event.callId, event);
        break;
    }
  }
  return {
    messages: entries.flatMap(entry => ('role' in entry ? [entry] : resultsOf(entry, entry === turn))),
    open: turn === undefined ? [] : unanswered(turn),
  };
}

const openTurn = ({ content }: ModelResponse): Turn => ({ calls: toolCallsOf(content), ended: new Map() });

const unanswered = ({ calls, ended }: Turn): ToolCallPart[] =>
  calls.filter(({ callId }) => !ended.has(callId));

/** What stands for a result that was never recorded. Providers refuse a call without one. */
export const lostResult = (toolName: string): ToolCallEnded['observation'] => ({
  content: [
    {
      type: 'text',
      text: `Tool '${toolName}' failed: its result was lost. The outcome is unknown: it may have taken effect. Check before calling it again.`,
    },
  ],
  isError: true,
});

function resultsOf({ calls, ended }: Turn, isLast: boolean): ModelMessage[] {
  const results = calls.flatMap(({ callId, toolName }): ToolResultPart[] => {
    const observation = ended.get(callId)?.observation ?? (isLast ? undefined : lostResult(toolName));
    if (observation === undefined) return [];
    const { content, isError } = observation;
    return [{ callId, toolName, content: toInputParts(content), isError }];
  });
  return results.length === 0 ? [] : [{ role: 'tool', results }];
}

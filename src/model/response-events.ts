import type { AssistantPart } from './message.js';
import type { ModelEvent, ModelResponse } from './model.js';

/** A whole response as the parts in which a model would have written it, word by word. */
export function* eventsOf(response: ModelResponse): Generator<ModelEvent> {
  for (const part of response.content) yield* eventsOfPart(part);
  yield { type: 'response', response };
}

function* eventsOfPart(part: AssistantPart): Generator<ModelEvent> {
  if (part.type !== 'tool-call') {
    for (const delta of pieces(part.text)) yield { type: `${part.type}-delta`, delta };
    return;
  }
  const { callId, toolName } = part;
  yield { type: 'tool-call-start', callId, toolName };
  for (const delta of pieces(part.arguments)) yield { type: 'tool-call-delta', callId, delta };
}

const pieces = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];

import type { AssistantPart } from '../message.js';
import type { Model, ModelEvent, ModelRequest, ModelResponse } from '../model.js';
import { partsOfTool } from '../parts-of-tool.js';
import { eventsOf } from '../response-events.js';
import { NO_USAGE } from '../usage.js';
import { chooseCall } from './choose-call.js';
import { fillOutput } from './fill-output.js';
import { askBack, introduce, sayResults } from './say.js';
import { readSituation } from './situation.js';

/**
 * A stand-in for a language model that needs no key and no network: it matches the words of a request with the tools,
 * fills in arguments by their schemas, calls, and quotes what comes back. The same request gets the same answer. It
 * understands nothing, and says so where no tool fits.
 */
export class OfflineModel implements Model {
  readonly provider = 'offline';
  readonly modelId = 'offline';
  readonly dialect = 'openai';

  generate(request: ModelRequest): Promise<ModelResponse> {
    // Rejects like any other model, where an answer at once would throw.
    return Promise.resolve(request).then(answer);
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    for (const event of eventsOf(await this.generate(request))) {
      request.signal?.throwIfAborted();
      yield event;
    }
  }
}

function answer(request: ModelRequest): ModelResponse {
  request.signal?.throwIfAborted();
  const content = decide(request);
  const finishReason = content.type === 'tool-call' ? 'tool-calls' : 'stop';
  return { content: [content], finishReason, usage: NO_USAGE };
}

function decide({ messages, tools, toolChoice, output }: ModelRequest): AssistantPart {
  const known = tools.map(partsOfTool);
  const situation = readSituation(messages);
  const choice = chooseCall(known, toolChoice, situation);
  if (choice.kind === 'call') {
    const { toolName } = choice;
    return {
      type: 'tool-call',
      callId: nextId(messages),
      toolName,
      arguments: JSON.stringify(choice.arguments),
    };
  }
  const { text, results } = situation;
  const said =
    choice.kind === 'ask'
      ? askBack(choice.tool, choice.missing)
      : results.length > 0
        ? sayResults(results)
        : introduce(known);
  if (output === undefined) return { type: 'text', text: said };
  return { type: 'text', text: JSON.stringify(fillOutput(output.schema, { text, results, answer: said })) };
}

/** By the place in the conversation, so that it is new in it and the same in each repetition. */
const nextId = (messages: ModelRequest['messages']): string => `offline-${messages.length}`;

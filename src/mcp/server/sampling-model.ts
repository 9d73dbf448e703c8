import type { JsonObject } from '../../foundation/json.js';
import { ModelFailedError } from '../../model/errors.js';
import type { AssistantPart } from '../../model/message.js';
import type { FinishReason, Model, ModelRequest, ModelResponse, ToolChoice } from '../../model/model.js';
import { NO_USAGE } from '../../model/usage.js';
import type { CallingClient, SamplingAnswer, SamplingRequest } from '../protocol/calling-client.js';
import { findClientAtWork } from './client-at-work.js';
import { toSamplingMessages } from './sampling-messages.js';

/** Options of {@link samplingModel}. */
export interface SamplingModelOptions {
  /** Of an answer, where the request states no `maxOutputTokens`. @defaultValue 4,096 */
  readonly maxTokens?: number;
  /** What the client should look for when it chooses a model. @see MCP 2025-11-25, ModelPreferences */
  readonly modelPreferences?: JsonObject;
}

const MODEL = 'mcp-client';

/**
 * The model of the MCP client whose call is at work, so that an agent behind a tool runs on it. A client that takes no
 * tools for its model (`sampling.tools`) is asked without them.
 */
export function samplingModel({ maxTokens = 4_096, modelPreferences }: SamplingModelOptions = {}): Model {
  return {
    provider: 'mcp',
    modelId: MODEL,
    dialect: 'mcp',
    hasPrice: false,
    async generate(request) {
      const client = findClientAtWork();
      if (client === undefined) throw failed('it works only for agents that an MCP client calls', undefined);
      const params = toSampling(request, client, { maxTokens, modelPreferences });
      try {
        return toResponse(await client.sample(params, request.signal));
      } catch (cause) {
        request.signal?.throwIfAborted();
        throw failed(cause instanceof Error ? cause.message : String(cause), cause);
      }
    },
  };
}

const failed = (reason: string, cause: unknown): ModelFailedError =>
  new ModelFailedError({ model: MODEL, reason, attempts: 1, retryable: false, cause });

function toSampling(
  { messages, tools, toolChoice, output, settings = {} }: ModelRequest,
  { abilities }: CallingClient,
  { maxTokens, modelPreferences }: { maxTokens: number; modelPreferences: JsonObject | undefined },
): SamplingRequest {
  const system = messages.flatMap(message => (message.role === 'system' ? [message.text] : []));
  // The protocol has no other way to ask for a shape.
  if (output !== undefined)
    system.push(`Answer with JSON only, of this JSON Schema: ${JSON.stringify(output.schema)}`);
  const takesTools = abilities.samplesWithTools && tools.length > 0;
  const { temperature, stopSequences } = settings;
  return {
    messages: toSamplingMessages(messages, abilities.samplesWithTools),
    maxTokens: settings.maxOutputTokens ?? maxTokens,
    ...(system.length === 0 ? {} : { systemPrompt: system.join('\n\n') }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences === undefined ? {} : { stopSequences }),
    ...(modelPreferences === undefined ? {} : { modelPreferences }),
    ...(takesTools ? choiceOf(tools, toolChoice) : {}),
  };
}

/** The protocol cannot name one tool: it is offered alone. */
function choiceOf(
  tools: ModelRequest['tools'],
  choice: ToolChoice,
): { tools: JsonObject[]; toolChoice: JsonObject } {
  const only = typeof choice === 'object' ? tools.filter(({ name }) => name === choice.tool) : tools;
  return {
    tools: only.map(({ tool }) => tool),
    toolChoice: { mode: typeof choice === 'object' ? 'required' : choice },
  };
}

const FINISHES: Readonly<Record<string, FinishReason>> = {
  endTurn: 'stop',
  stopSequence: 'stop',
  maxTokens: 'length',
  toolUse: 'tool-calls',
};

function toResponse({ content, model, stopReason }: SamplingAnswer): ModelResponse {
  const blocks: readonly JsonObject[] = Array.isArray(content) ? content : [content as JsonObject];
  const parts = blocks.flatMap(toPart);
  const found = stopReason === undefined ? undefined : FINISHES[stopReason];
  const isCalling = parts.some(({ type }) => type === 'tool-call');
  return {
    content: parts,
    finishReason: found ?? (isCalling ? 'tool-calls' : 'stop'),
    usage: NO_USAGE,
    modelId: model,
  };
}

function toPart(block: JsonObject): AssistantPart[] {
  if (block['type'] === 'text') return [{ type: 'text', text: block['text'] as string }];
  if (block['type'] !== 'tool_use') return [];
  const { id, name, input = {} } = block;
  return [
    { type: 'tool-call', callId: id as string, toolName: name as string, arguments: JSON.stringify(input) },
  ];
}

import { isPlainObject, type JsonObject } from '../../foundation/json.js';
import { asModel } from '../../model/ai-sdk/as-model.js';
import type { AssistantPart, InputPart, ModelMessage, ToolResultPart } from '../../model/message.js';
import type { FinishReason, ModelResponse, ToolChoice } from '../../model/model.js';
import { renderTools } from '../../schema/dialects/render-tools.js';
import type { RenderedToolList } from '../../schema/dialects/rendered-tool.js';
import type { JsonSchema } from '../../schema/json-schema.js';

/** What a server wants a model to answer, with which server it is. */
export interface SamplingQuestion {
  readonly server: string;
  /** As `sampling/createMessage` has it: messages, systemPrompt, maxTokens, tools and more. */
  readonly params: JsonObject;
}

/** Which requests of servers are answered. */
export interface SamplingPolicy {
  /** Asked before every request, since servers choose the prompt and you pay for the answer. */
  readonly allow: (request: SamplingQuestion) => boolean | Promise<boolean>;
  /** The most tokens of one answer, whatever a server asks for. @defaultValue 4,096 */
  readonly maxTokens?: number;
}

/** What the specification has for requests that a person refused. */
const REFUSED = -1;

/**
 * Answers with a model what servers want to ask one: for the `sample` option of `McpTools`.
 *
 * @param model - A `Model`, or a model of the AI SDK.
 * @throws `UNKNOWN_MODEL` for a model that is none.
 */
export function sampleWith(
  model: Parameters<typeof asModel>[0],
  { allow, maxTokens = 4_096 }: SamplingPolicy,
): (params: JsonObject, server: string) => Promise<JsonObject> {
  const answering = asModel(model);
  return async (params, server) => {
    if (!(await allow({ server, params })))
      throw Object.assign(new Error('the user does not want this to be answered'), { code: REFUSED });
    const tools = renderTools(toolsOf(params['tools']), answering.dialect);
    const response = await answering.generate({
      messages: messagesOf(params),
      tools: tools.tools,
      toolChoice: toolChoiceOf(params['toolChoice'], tools),
      settings: settingsOf(params, maxTokens),
    });
    return answerOf(response, tools, answering.modelId);
  };
}

interface SampledTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

function toolsOf(tools: unknown): SampledTool[] {
  if (!Array.isArray(tools)) return [];
  return (tools as readonly SampledTool[]).map(({ name, description, inputSchema }) => ({
    name,
    description: (description as string | undefined) ?? '',
    inputSchema,
  }));
}

function toolChoiceOf(choice: unknown, { tools }: RenderedToolList): ToolChoice {
  const mode = isPlainObject(choice) ? choice['mode'] : undefined;
  if (mode === 'none' || tools.length === 0) return 'none';
  return mode === 'required' ? 'required' : 'auto';
}

function settingsOf(params: JsonObject, most: number): object {
  const { maxTokens, temperature, stopSequences } = params;
  return {
    maxOutputTokens: typeof maxTokens === 'number' ? Math.min(maxTokens, most) : most,
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(Array.isArray(stopSequences) ? { stopSequences: stopSequences as readonly string[] } : {}),
  };
}

type Block = Readonly<Record<string, unknown>>;

function messagesOf({ systemPrompt, messages }: JsonObject): ModelMessage[] {
  const given = Array.isArray(messages) ? (messages as readonly { role: string; content: unknown }[]) : [];
  const toolNames = new Map<string, string>();
  return [
    ...(typeof systemPrompt === 'string' ? [{ role: 'system' as const, text: systemPrompt }] : []),
    ...given.flatMap(({ role, content }) => {
      const blocks = (Array.isArray(content) ? content : [content]) as readonly Block[];
      return role === 'assistant' ? [assistantMessage(blocks, toolNames)] : userMessages(blocks, toolNames);
    }),
  ];
}

function assistantMessage(blocks: readonly Block[], toolNames: Map<string, string>): ModelMessage {
  const content = blocks.flatMap((block): AssistantPart[] => {
    if (block['type'] === 'text') return [{ type: 'text', text: String(block['text']) }];
    if (block['type'] !== 'tool_use') return [];
    const { id: callId, name: toolName, input } = block as { id: string; name: string; input: unknown };
    toolNames.set(callId, toolName);
    return [{ type: 'tool-call', callId, toolName, arguments: JSON.stringify(input) }];
  });
  return { role: 'assistant', content };
}

function userMessages(blocks: readonly Block[], toolNames: ReadonlyMap<string, string>): ModelMessage[] {
  const isResult = (block: Block): boolean => block['type'] === 'tool_result';
  const results = blocks.filter(isResult).map((block): ToolResultPart => {
    const callId = String(block['toolUseId']);
    const content = Array.isArray(block['content']) ? (block['content'] as readonly Block[]) : [];
    return {
      callId,
      toolName: toolNames.get(callId) ?? '',
      content: content.flatMap(inputParts),
      isError: block['isError'] === true,
    };
  });
  const content = blocks.filter(block => !isResult(block)).flatMap(inputParts);
  return [
    ...(results.length === 0 ? [] : [{ role: 'tool' as const, results }]),
    ...(content.length === 0 ? [] : [{ role: 'user' as const, content }]),
  ];
}

function inputParts(block: Block): InputPart[] {
  const { type, text, data, mimeType } = block;
  if (type === 'text') return [{ type: 'text', text: String(text) }];
  if ((type === 'image' || type === 'audio') && typeof data === 'string')
    return [{ type: 'file', mediaType: String(mimeType), source: { data } }];
  return [{ type: 'text', text: JSON.stringify(block) }];
}

const STOP_REASONS: Readonly<Partial<Record<FinishReason, string>>> = {
  stop: 'endTurn',
  length: 'maxTokens',
  'tool-calls': 'toolUse',
};

function answerOf(
  { content, finishReason, modelId }: ModelResponse,
  tools: RenderedToolList,
  asked: string,
): JsonObject {
  const blocks = content.flatMap((part): JsonObject[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }];
    if (part.type !== 'tool-call') return [];
    const found = tools.find(part.toolName);
    const written = found?.rendered.restoreArguments(part.arguments) ?? part.arguments;
    const name = found?.originalName ?? part.toolName;
    return [{ type: 'tool_use', id: part.callId, name, input: readObject(written) }];
  });
  const single = blocks.length === 1 ? blocks[0] : undefined;
  return {
    role: 'assistant',
    model: modelId ?? asked,
    stopReason: STOP_REASONS[finishReason] ?? finishReason,
    content: single ?? (blocks.length === 0 ? { type: 'text', text: '' } : blocks),
  };
}

function readObject(written: unknown): JsonObject {
  if (isPlainObject(written)) return written as JsonObject;
  try {
    const value: unknown = JSON.parse(String(written));
    return isPlainObject(value) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}

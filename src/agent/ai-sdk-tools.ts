import type { RunOptions } from '../execution/runtime-options.js';
import type { ToolRuntime } from '../execution/tool-runtime.js';
import { DefinitionError } from '../foundation/definition-error.js';
import type { JsonObject } from '../foundation/json.js';
import { renderTools } from '../schema/dialects/render-tools.js';
import type { JsonSchema } from '../schema/json-schema.js';
import type { ContentBlock } from '../tool/content.js';

/** A tool as the AI SDK takes it. Its own types differ from version to version, hence what is open here. */
export interface AiSdkTool {
  readonly description: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a schema of the AI SDK, whose type is not there to import
  readonly inputSchema: any;
  execute(
    input: unknown,
    options: { readonly toolCallId: string; readonly abortSignal?: AbortSignal },
  ): Promise<AiSdkResult>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  toModelOutput(result: AiSdkResult | { readonly output: AiSdkResult }): any;
}

/** What an AI SDK application gets of a call. */
export interface AiSdkResult {
  readonly text: string;
  readonly isError: boolean;
  readonly structuredContent?: JsonObject;
  readonly content: readonly ContentBlock[];
}

/** How the AI SDK tells schemas of its own. */
const SCHEMA = Symbol.for('vercel.ai.schema');

/**
 * The tools of a runtime for an application that uses the AI SDK (version 5 or 6): `generateText({ tools: toAiSdkTools(runtime) })`.
 * Every call runs through the runtime, in a run of its own.
 *
 * @param options - For each run, or a function that gives them: state, container.
 */
export function toAiSdkTools(
  runtime: ToolRuntime,
  options: RunOptions | (() => RunOptions) = {},
): Record<string, AiSdkTool> {
  if (typeof (runtime as Partial<ToolRuntime> | undefined)?.definitions !== 'function')
    throw new DefinitionError([
      {
        where: 'toAiSdkTools',
        seen: 'it got no runtime.',
        fix: 'write toAiSdkTools(createToolRuntime([Orders])).',
      },
    ]);
  const list = renderTools(runtime.definitions(), 'mcp');
  const known = runtime.toolsMap;
  const entries = list.tools.flatMap(({ name }) => {
    const definition = known.get(list.find(name)?.originalName ?? name);
    if (definition === undefined) return [];
    const { description, inputSchema } = definition;
    const made: AiSdkTool = {
      description,
      inputSchema: schemaOf(inputSchema),
      async execute(input, { toolCallId, abortSignal }) {
        const given = typeof options === 'function' ? options() : options;
        const call = { id: toolCallId, name: definition.name, arguments: input };
        const signals = [abortSignal, given.signal].filter(signal => signal !== undefined);
        const { text, isError, structuredContent, content } = await runtime.call(call, {
          ...given,
          ...(signals.length === 0 ? {} : { signal: AbortSignal.any(signals) }),
        });
        return { text, isError, content, ...(structuredContent === undefined ? {} : { structuredContent }) };
      },
      // Version 5 gives the result itself.
      toModelOutput: result => toModelOutput('output' in result ? result.output : result),
    };
    return [[name, made] as const];
  });
  return Object.fromEntries(entries);
}

/** Takes what the model sends as it is: the runtime validates, and answers so that the model can act on it. */
const schemaOf = (jsonSchema: JsonSchema): object => ({
  [SCHEMA]: true,
  _type: undefined,
  jsonSchema,
  validate: (value: unknown) => ({ success: true, value }),
});

function toModelOutput({ text, isError, content }: AiSdkResult): object {
  if (isError) return { type: 'error-text', value: text };
  if (content.every(({ type }) => type === 'text')) return { type: 'text', value: text };
  return {
    type: 'content',
    value: content.map(block =>
      block.type === 'image' || block.type === 'audio'
        ? { type: 'media', data: block.data, mediaType: block.mimeType }
        : { type: 'text', text: block.type === 'text' ? block.text : JSON.stringify(block) },
    ),
  };
}

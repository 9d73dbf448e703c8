import type { JsonObject } from '../../foundation/json.js';
import type { ModelRequest, ToolChoice } from '../model.js';
import { partsOfTool } from '../parts-of-tool.js';
import { buildPrompt } from './prompt.js';

/** What of a provider decides how requests are written for it. */
export interface CallOptionsTarget {
  readonly specificationVersion: 'v2' | 'v3';
  readonly provider: string;
  /** Sent with every call. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
  /** Options of one provider, beneath those of a request. */
  readonly providerOptions?: ProviderOptions | undefined;
}

/** A request as the specification has it. */
export function buildCallOptions(request: ModelRequest, target: CallOptionsTarget): object {
  const { settings = {}, output, signal } = request;
  return {
    ...settings,
    prompt: buildPrompt(request.messages, toolFilesOf(target)),
    ...(request.tools.length > 0 && {
      tools: buildTools(request, target),
      toolChoice: buildToolChoice(request.toolChoice),
    }),
    ...(output && { responseFormat: { type: 'json', ...output } }),
    ...(signal && { abortSignal: signal }),
    ...(target.headers && { headers: target.headers() }),
    providerOptions: mergeOptions(target.providerOptions, settings.providerOptions),
  };
}

/** Chat completions, whoever serves them, hold only text in the messages of tools. */
const toolFilesOf = ({ provider, specificationVersion }: CallOptionsTarget) =>
  provider.endsWith('.chat') ? 'user-message' : specificationVersion;

function buildTools(
  { tools }: ModelRequest,
  { specificationVersion, provider }: CallOptionsTarget,
): object[] {
  // One API of OpenAI enforces schemas unless it is told not to; other endpoints may not know the word.
  const saysLenient = /^(openai|azure)(\.|$)/.test(provider);
  return tools.map(tool => {
    const { name, description, parameters } = partsOfTool(tool);
    const saysStrict = specificationVersion === 'v3' && (tool.strict || saysLenient);
    return {
      type: 'function',
      name,
      description,
      inputSchema: parameters,
      ...(saysStrict && { strict: tool.strict }),
    };
  });
}

const buildToolChoice = (choice: ToolChoice): object =>
  typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.tool };

type ProviderOptions = Readonly<Record<string, JsonObject>>;

function mergeOptions(beneath: ProviderOptions = {}, above: ProviderOptions = {}): ProviderOptions {
  const merged = Object.entries(above).map(([provider, options]) => [
    provider,
    { ...beneath[provider], ...options },
  ]);
  return { ...beneath, ...(Object.fromEntries(merged) as ProviderOptions) };
}

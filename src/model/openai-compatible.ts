import { compileMask } from '../context/secret-forms.js';
import type { DialectName } from '../schema/dialects/dialect-name.js';
import { AdaptedModel } from './ai-sdk/adapted-model.js';
import { ModelFailedError, UnknownModelError } from './errors.js';
import { loadProvider } from './load-provider.js';
import type { Model } from './model.js';
import { type RetryOptions, withRetries } from './retry.js';
import type { Price } from './usage.js';

const PACKAGE = '@ai-sdk/openai-compatible';
const OPENAI = 'https://api.openai.com/v1';

/** A model behind an endpoint that speaks OpenAI's chat completions. */
export interface OpenAiCompatibleOptions extends RetryOptions {
  /** Name of the model, as the endpoint knows it. */
  readonly model: string;
  /** @defaultValue the environment variable OPENAI_BASE_URL, or else OpenAI's own; read at the first request */
  readonly baseURL?: string | undefined;
  /** @defaultValue the environment variable OPENAI_API_KEY, read at each request; none is sent when it is missing */
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How tools are written. @defaultValue `openai` */
  readonly dialect?: DialectName | undefined;
  /** False for a model that cannot call tools. @defaultValue true */
  readonly supportsTools?: boolean | undefined;
  /** For the cost of its answers. */
  readonly price?: Price | undefined;
  /** Stands in for the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** What its endpoint is called; also the key of its `providerOptions`. @defaultValue `openai-compatible` */
  readonly name?: string | undefined;
}

/**
 * A model behind an endpoint that speaks OpenAI's chat completions: OpenAI itself, most other providers, and servers on
 * this machine. Needs the package `@ai-sdk/openai-compatible`, which is loaded with the first request.
 *
 * @throws {@link UnknownModelError} (`UNKNOWN_MODEL`) without the name of a model.
 */
export function openaiCompatible(options: OpenAiCompatibleOptions): Model {
  const { model: modelId, name = 'openai-compatible', dialect = 'openai' } = options;
  if (typeof modelId !== 'string' || modelId === '')
    throw new UnknownModelError('openaiCompatible() without the name of a model');
  let opened: Promise<AdaptedModel> | undefined;
  const open = (): Promise<AdaptedModel> =>
    (opened ??= openModel(options, name).catch((error: unknown) => {
      // Another attempt may find the package installed, or the environment set.
      opened = undefined;
      throw error;
    }));
  const model: Model = {
    provider: name,
    modelId,
    dialect,
    supportsTools: options.supportsTools ?? true,
    hasPrice: options.price !== undefined,
    generate: async request => (await open()).generate(request),
    async *stream(request) {
      yield* (await open()).stream(request);
    },
  };
  return withRetries(model, options);
}

async function openModel(options: OpenAiCompatibleOptions, name: string): Promise<AdaptedModel> {
  const { model: modelId, fetch, headers = {} } = options;
  const baseURL = readBaseUrl(options);
  const { createOpenAICompatible } = await loadProvider(
    PACKAGE,
    modelId,
    () => import('@ai-sdk/openai-compatible'),
  );
  const provider = createOpenAICompatible({
    name,
    baseURL,
    headers: { ...headers },
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...(fetch && { fetch }),
    // The models of OpenAI that think refuse the older name; other endpoints know only that.
    ...(new URL(baseURL).hostname === 'api.openai.com' && { transformRequestBody: renameTokenLimit }),
  });
  const keyOf = (): string => options.apiKey ?? process.env['OPENAI_API_KEY'] ?? '';
  return new AdaptedModel(provider.chatModel(modelId), {
    dialect: options.dialect ?? 'openai',
    price: options.price,
    clock: options.clock,
    headers: () => (keyOf() === '' ? {} : { authorization: `Bearer ${keyOf()}` }),
    // Schemas of outputs are the user's: the strict form would refuse those with optional members.
    providerOptions: { openaiCompatible: { strictJsonSchema: false } },
    mask: text => maskSecrets(text, { ...headers, apiKey: keyOf() }),
  });
}

/** The value is not shown: it may hold a password. */
function readBaseUrl({ model, baseURL }: OpenAiCompatibleOptions): string {
  const url = baseURL ?? (process.env['OPENAI_BASE_URL'] || OPENAI);
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  const source = baseURL === undefined ? 'the environment variable OPENAI_BASE_URL' : 'its baseURL';
  const reason = `${source} is no http or https URL. Give one like ${OPENAI}.`;
  throw new ModelFailedError({ model, reason, attempts: 1, retryable: false });
}

/** Endpoints quote what they refuse. */
function maskSecrets(text: string, values: Readonly<Record<string, string>>): string {
  const nameByValue = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    const bare = value.replace(/^(Bearer|Basic) /, '');
    if (/key|auth|token|secret|cookie/i.test(name) && bare !== '') nameByValue.set(bare, name);
  }
  return nameByValue.size === 0 ? text : compileMask(nameByValue)(text);
}

function renameTokenLimit({ max_tokens: limit, ...body }: Record<string, unknown>): Record<string, unknown> {
  return limit === undefined ? body : { ...body, max_completion_tokens: limit };
}

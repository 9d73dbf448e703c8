import { isPlainObject, type JsonObject } from '../../foundation/json.js';

/**
 * A language model object of an AI SDK provider, specification version 2 or 3: `openai('gpt-5')` of `@ai-sdk/openai`.
 * Written down here as far as it is used, so that no version of `@ai-sdk/provider` has to be installed.
 */
export interface AiSdkLanguageModel {
  readonly specificationVersion: 'v2' | 'v3';
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<object>;
  doStream(options: never): PromiseLike<{ readonly stream: PartStream }>;
}

/** As much of a web `ReadableStream` as is used; its iterator is not declared everywhere. */
export interface PartStream {
  getReader(): {
    read(): PromiseLike<{ readonly done: boolean; readonly value?: unknown }>;
    cancel(reason?: unknown): PromiseLike<void>;
  };
}

/** What such a model gives is read as data of others: any member may be missing or something else. */
export type Loose = Readonly<Record<string, unknown>>;

export const looseOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null ? (value as Loose) : {};

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The data that a provider wants back, as a member to spread. */
export function providerDataOf(part: Loose): { providerData?: JsonObject } {
  const { providerMetadata } = part;
  if (!isPlainObject(providerMetadata) || Object.keys(providerMetadata).length === 0) return {};
  return { providerData: providerMetadata as JsonObject };
}

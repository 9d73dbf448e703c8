import {
  type LanguageModelV2,
  type LanguageModelV2CallOptions,
  type LanguageModelV2Content,
  type LanguageModelV2StreamPart,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3Content,
  type LanguageModelV3StreamPart,
} from '@ai-sdk/provider';

/** What a provider of version 2 gives, written to the specification. */
export interface V2Answer {
  readonly content?: LanguageModelV2Content[];
  readonly finishReason?: 'stop' | 'tool-calls' | 'unknown';
  readonly usage?: Awaited<ReturnType<LanguageModelV2['doGenerate']>>['usage'];
  readonly parts?: LanguageModelV2StreamPart[];
}

const FLAT = { inputTokens: 10, outputTokens: 4, totalTokens: 14, reasoningTokens: 1, cachedInputTokens: 3 };

export class SpecModelV2 implements LanguageModelV2 {
  readonly specificationVersion = 'v2';
  readonly modelId = 'two';
  readonly supportedUrls = {};
  readonly asked: LanguageModelV2CallOptions[] = [];

  constructor(
    readonly answer: V2Answer,
    readonly provider = 'house',
  ) {}

  async doGenerate(options: LanguageModelV2CallOptions) {
    this.asked.push(options);
    const { content = [], finishReason = 'stop', usage = FLAT } = this.answer;
    return { content, finishReason, usage, warnings: [], response: { modelId: 'two-b' } };
  }

  async doStream(options: LanguageModelV2CallOptions) {
    this.asked.push(options);
    return { stream: streamOf(this.answer.parts ?? []) };
  }
}

/** What a provider of version 3 gives. */
export interface V3Answer {
  readonly content?: LanguageModelV3Content[];
  readonly usage?: Awaited<ReturnType<LanguageModelV3['doGenerate']>>['usage'];
  readonly parts?: LanguageModelV3StreamPart[];
}

export const NESTED = {
  inputTokens: { total: 10, noCache: 7, cacheRead: 3, cacheWrite: 0 },
  outputTokens: { total: 4, text: 3, reasoning: 1 },
};

export class SpecModelV3 implements LanguageModelV3 {
  readonly specificationVersion = 'v3';
  readonly modelId = 'three';
  readonly supportedUrls = {};
  readonly asked: LanguageModelV3CallOptions[] = [];

  constructor(
    readonly answer: V3Answer,
    readonly provider = 'house',
  ) {}

  async doGenerate(options: LanguageModelV3CallOptions) {
    this.asked.push(options);
    const { content = [], usage = NESTED } = this.answer;
    return { content, finishReason: { unified: 'stop' as const, raw: 'end' }, usage, warnings: [] };
  }

  async doStream(options: LanguageModelV3CallOptions) {
    this.asked.push(options);
    return { stream: streamOf(this.answer.parts ?? []) };
  }
}

const streamOf = <T>(parts: readonly T[]): ReadableStream<T> =>
  new ReadableStream<T>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });

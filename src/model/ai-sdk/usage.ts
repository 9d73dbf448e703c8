import { costOf, type Price, type Usage } from '../usage.js';
import { type Loose, looseOf } from './ai-sdk-language-model.js';

/** What decides how a usage is read. */
export interface UsageRules {
  readonly price?: Price | undefined;
  /** The total does not hold the cached tokens, as version 2 has it from Anthropic and Bedrock. */
  readonly addsCached: boolean;
}

/** The tokens of an answer: nested in version 3, flat in version 2. What is not said counts as none. */
export function readUsage(value: unknown, { price, addsCached }: UsageRules): Usage {
  const usage = looseOf(value);
  const tokens = typeof usage['inputTokens'] === 'object' ? readNested(usage) : readFlat(usage, addsCached);
  const counted = { ...tokens, costUsd: 0 };
  return price === undefined ? counted : { ...counted, costUsd: costOf(counted, price) };
}

type Tokens = Omit<Usage, 'costUsd'>;

function readNested(usage: Loose): Tokens {
  const input = looseOf(usage['inputTokens']);
  const output = looseOf(usage['outputTokens']);
  const reasoningTokens = countOf(output['reasoning']);
  return {
    inputTokens:
      numberOf(input['total']) ??
      countOf(input['noCache']) + countOf(input['cacheRead']) + countOf(input['cacheWrite']),
    outputTokens: numberOf(output['total']) ?? countOf(output['text']) + reasoningTokens,
    cachedInputTokens: countOf(input['cacheRead']),
    reasoningTokens,
  };
}

function readFlat(usage: Loose, addsCached: boolean): Tokens {
  const cachedInputTokens = countOf(usage['cachedInputTokens']);
  return {
    inputTokens: countOf(usage['inputTokens']) + (addsCached ? cachedInputTokens : 0),
    outputTokens: countOf(usage['outputTokens']),
    cachedInputTokens,
    reasoningTokens: countOf(usage['reasoningTokens']),
  };
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const countOf = (value: unknown): number => numberOf(value) ?? 0;

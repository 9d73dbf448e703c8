/** Tokens, and what they cost where a price is known. Plain JSON. */
export interface Usage {
  /** All tokens read, cached ones included. */
  readonly inputTokens: number;
  /** All tokens written, thoughts included. */
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly reasoningTokens: number;
  /** US dollars; 0 without a price. */
  readonly costUsd: number;
}

export const NO_USAGE: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  reasoningTokens: 0,
  costUsd: 0,
};

/** What a model costs, in US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** @defaultValue as `input` */
  readonly cachedInput?: number;
}

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
    costUsd: a.costUsd + b.costUsd,
  };
}

/** What the tokens of a usage cost. */
export function costOf(usage: Usage, { input, output, cachedInput = input }: Price): number {
  const freshTokens = usage.inputTokens - usage.cachedInputTokens;
  const sum = freshTokens * input + usage.cachedInputTokens * cachedInput + usage.outputTokens * output;
  return sum / 1_000_000;
}

/** What is not counted is not known, and never less than nothing. */
export function readUsage(usage: unknown): Usage {
  const given = (typeof usage === 'object' && usage !== null ? usage : {}) as Readonly<
    Record<string, unknown>
  >;
  const entries = Object.keys(NO_USAGE).map(name => [name, amountOf(given[name])]);
  return Object.fromEntries(entries) as Usage;
}

const amountOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

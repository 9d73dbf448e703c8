import type { DialectName } from '../../schema/dialects/dialect-name.js';

const DIALECT_BY_PROVIDER: readonly (readonly [RegExp, DialectName])[] = [
  [/anthropic|bedrock/i, 'anthropic'],
  [/google|vertex|gemini/i, 'gemini'],
];

/**
 * How tools are written for a provider, from its name (`anthropic.messages`). Everybody else takes the form of OpenAI;
 * its strict one only on request, since many endpoints that follow it do not know that.
 */
export const dialectOf = (provider: string): DialectName =>
  DIALECT_BY_PROVIDER.find(([name]) => name.test(provider))?.[1] ?? 'openai';

/** The shapes a tool can be rendered in, by the API that takes it. */
export const DIALECT_NAMES = [
  'openai',
  'openai-strict',
  'openai-responses',
  'anthropic',
  'anthropic-strict',
  'gemini',
  'mcp',
] as const;

/** The shape in which one provider's API takes a tool. */
export type DialectName = (typeof DIALECT_NAMES)[number];

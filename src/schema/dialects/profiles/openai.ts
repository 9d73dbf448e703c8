import type { Profile } from '../profile.js';

/** OpenAI chat completions without structured outputs, and what speaks the same protocol: the schema is advice. */
export const openai: Profile = {
  name: 'openai',
  asOf: '2026-11-30',
  sources: ['https://platform.openai.com/docs/guides/function-calling'],
  names: { allowed: /^[a-zA-Z0-9_-]+$/, maxLength: 64 },
  schema: {
    keywords: 'all',
    combine: 'root',
    needsTypes: false,
    needsItems: true,
    closedObjects: false,
    allRequired: false,
    tuples: 'kept',
    recursion: 'free',
  },
  isStrict: false,
  wrap: ({ name, parameters, tool }) => ({
    type: 'function',
    function: { name, description: tool.description, parameters, strict: false },
  }),
};

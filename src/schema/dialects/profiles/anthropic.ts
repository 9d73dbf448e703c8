import type { Profile } from '../profile.js';

/** Anthropic messages without strict tool use. One bad tool fails the whole request. */
export const anthropic: Profile = {
  name: 'anthropic',
  asOf: '2026-11-30',
  sources: ['https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use'],
  names: { allowed: /^[a-zA-Z0-9_-]+$/, maxLength: 128 },
  schema: {
    keywords: 'all',
    combine: 'root',
    needsTypes: false,
    needsItems: false,
    closedObjects: false,
    allRequired: false,
    tuples: 'kept',
    recursion: 'free',
    properties: { allowed: /^[a-zA-Z0-9_.-]+$/, maxLength: 64, where: 'top' },
  },
  isStrict: false,
  wrap: ({ name, parameters, tool }) => ({
    name,
    description: tool.description,
    input_schema: parameters,
  }),
};

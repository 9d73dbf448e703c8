import type { Profile } from '../profile.js';
import { openai } from './openai.js';
import { openaiStrict } from './openai-strict.js';

const loose: Profile = {
  ...openai,
  name: 'openai-responses',
  wrap: ({ name, parameters, tool }) => ({
    ...{ type: 'function', name, description: tool.description, parameters },
    // This API takes a tool that does not say for a strict one.
    strict: false,
  }),
};

/** The OpenAI Responses API, which is strict unless told otherwise. */
export const openaiResponses: Profile = {
  ...openaiStrict,
  name: 'openai-responses',
  sources: [
    ...openaiStrict.sources,
    'https://platform.openai.com/docs/guides/migrate-to-responses#5-update-function-definitions',
  ],
  fallback: loose,
  wrap: ({ name, parameters, tool }) => ({
    ...{ type: 'function', name, description: tool.description, parameters },
    strict: true,
  }),
};

import type { DialectName } from '../dialect-name.js';
import type { Profile } from '../profile.js';
import { anthropic } from './anthropic.js';
import { anthropicStrict } from './anthropic-strict.js';
import { gemini } from './gemini.js';
import { mcp } from './mcp.js';
import { openai } from './openai.js';
import { openaiResponses } from './openai-responses.js';
import { openaiStrict } from './openai-strict.js';

export const profiles: Readonly<Record<DialectName, Profile>> = {
  openai,
  'openai-strict': openaiStrict,
  'openai-responses': openaiResponses,
  anthropic,
  'anthropic-strict': anthropicStrict,
  gemini,
  mcp,
};

import type { Profile } from '../profile.js';
import { anthropic } from './anthropic.js';

/** Anthropic messages with strict tool use. */
export const anthropicStrict: Profile = {
  ...anthropic,
  name: 'anthropic-strict',
  sources: [
    'https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations',
    'https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/lib/transform-json-schema.ts',
  ],
  schema: {
    keywords: new Set([
      ...['$ref', '$defs', 'type', 'title', 'description', 'default', 'enum', 'const', 'anyOf'],
      ...['properties', 'required', 'additionalProperties', 'items', 'minItems', 'pattern', 'format'],
    ]),
    formats: new Set([
      ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
    ]),
    plainPatternsOnly: true,
    largestMinItems: 1,
    enums: { types: ['string', 'number', 'integer', 'boolean', 'null'], mixed: true },
    combine: 'everywhere',
    needsTypes: true,
    needsItems: true,
    closedObjects: true,
    allRequired: false,
    tuples: 'objects',
    recursion: 'none',
    properties: { allowed: /^[a-zA-Z0-9_.-]+$/, maxLength: 64, where: 'top' },
  },
  list: { tools: 20, optionals: 24, unions: 16 },
  fallback: anthropic,
  isStrict: true,
  wrap: ({ name, parameters, tool }) => ({
    ...{ name, description: tool.description, input_schema: parameters },
    strict: true,
  }),
};

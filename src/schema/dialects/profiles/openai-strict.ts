import type { Profile, SchemaRules } from '../profile.js';
import { openai } from './openai.js';

const rules: SchemaRules = {
  keywords: new Set([
    ...['$ref', '$defs', 'type', 'title', 'description', 'enum', 'const', 'anyOf'],
    ...['properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems'],
    ...['pattern', 'format', 'multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ]),
  formats: new Set([
    ...['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
  ]),
  plainPatternsOnly: true,
  enums: { types: ['string', 'number', 'integer', 'boolean', 'null'], mixed: true },
  combine: 'everywhere',
  needsTypes: true,
  needsItems: true,
  closedObjects: true,
  allRequired: true,
  tuples: 'objects',
  recursion: 'free',
  limits: {
    properties: 5_000,
    depth: 10,
    enumValues: 1_000,
    characters: 120_000,
    largeEnum: { values: 250, characters: 15_000 },
  },
};

/** OpenAI chat completions with structured outputs: the model cannot write anything else than the schema says. */
export const openaiStrict: Profile = {
  ...openai,
  name: 'openai-strict',
  asOf: '2026-11-30',
  sources: [
    'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
    'https://jsonschemaprofiles.unitvectorylabs.com/schemas/openai',
  ],
  schema: rules,
  fallback: openai,
  isStrict: true,
  wrap: ({ name, parameters, tool }) => ({
    type: 'function',
    function: { name, description: tool.description, parameters, strict: true },
  }),
};

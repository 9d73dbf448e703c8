import type { Profile } from '../profile.js';

/** The Gemini API with JSON Schema parameters (not the older OpenAPI form). */
export const gemini: Profile = {
  name: 'gemini',
  asOf: '2026-11-30',
  sources: [
    'https://ai.google.dev/gemini-api/docs/structured-output#json_schema_support',
    'https://googleapis.github.io/java-genai/javadoc/google-genai/com.google.genai.types/-function-declaration/parameters-json-schema.html',
    'https://jsonschemaprofiles.unitvectorylabs.com/schemas/gemini',
  ],
  names: { allowed: /^[a-zA-Z_][a-zA-Z0-9_-]*$/, maxLength: 64 },
  schema: {
    keywords: new Set([
      ...['$ref', '$defs', 'type', 'title', 'description', 'enum', 'anyOf', 'format', 'minimum', 'maximum'],
      ...['properties', 'required', 'additionalProperties', 'items', 'prefixItems', 'minItems', 'maxItems'],
    ]),
    formats: new Set(['date-time', 'date', 'time']),
    enums: { types: ['string', 'number', 'integer'], mixed: false },
    combine: 'everywhere',
    needsTypes: false,
    needsItems: true,
    closedObjects: false,
    allRequired: false,
    tuples: 'without false items',
    recursion: 'through optional properties',
    properties: { allowed: /^[a-zA-Z_][a-zA-Z0-9_]*$/, maxLength: 64, where: 'everywhere' },
  },
  isStrict: false,
  wrap: ({ name, parameters, tool }) => ({
    name,
    description: tool.description,
    parametersJsonSchema: parameters,
  }),
};

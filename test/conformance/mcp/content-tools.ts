import { defineTool, Observation, RetryCall, Tool } from 'toolwright';
import { PIXEL, SILENCE } from './media.js';

/** Tools that give every kind of content. */
export class ContentTools {
  @Tool({ name: 'test_simple_text', description: 'Gives a text.' })
  simpleText(): string {
    return 'This is a simple text response for testing.';
  }

  @Tool({ name: 'test_image_content', description: 'Gives a picture.' })
  image(): Observation {
    return Observation.image(PIXEL, 'image/png');
  }

  @Tool({ name: 'test_audio_content', description: 'Gives a sound.' })
  audio(): Observation {
    return Observation.audio(SILENCE, 'audio/wav');
  }

  @Tool({ name: 'test_embedded_resource', description: 'Gives a resource.' })
  embedded(): Observation {
    return new Observation({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    });
  }

  @Tool({ name: 'test_multiple_content_types', description: 'Gives a text, a picture and a resource.' })
  mixed(): Observation {
    return new Observation({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: PIXEL, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: JSON.stringify({ test: 'data', value: 123 }),
          },
        },
      ],
    });
  }

  @Tool({ name: 'test_error_handling', description: 'Fails.' })
  fail(): never {
    throw new RetryCall('This tool intentionally returns an error for testing');
  }
}

/** A schema with keywords that older drafts did not have. */
export const modernSchema = defineTool({
  name: 'json_schema_2020_12_tool',
  description: 'Tool with JSON Schema 2020-12 features',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
  execute: () => 'fits',
});

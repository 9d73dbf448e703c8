import { Prompt, type PromptMessages, Resource } from 'toolwright';
import { PIXEL } from './media.js';

/** What clients read and choose themselves. */
export class TestLibrary {
  @Resource('test://static-text', { description: 'A text.', mimeType: 'text/plain' })
  staticText(): string {
    return 'This is the content of the static text resource.';
  }

  @Resource('test://static-binary', { description: 'A picture.', mimeType: 'image/png' })
  staticBinary(): Uint8Array {
    return Buffer.from(PIXEL, 'base64');
  }

  @Resource('test://template/{id}/data', { description: 'Data of an id.', mimeType: 'application/json' })
  dataOf(id: string): object {
    return { id, templateTest: true, data: `Data for ID: ${id}` };
  }

  @Resource('test://watched-resource', { description: 'Something that changes.' })
  watched(): string {
    return 'Watched resource content';
  }

  @Prompt({ name: 'test_simple_prompt', description: 'A simple prompt.' })
  simple(): string {
    return 'This is a simple prompt for testing.';
  }

  @Prompt({
    name: 'test_prompt_with_arguments',
    description: 'A prompt with two arguments.',
    complete: { arg1: typed => ['paris', 'park', 'party'].filter(each => each.startsWith(typed)) },
  })
  withArguments(arg1: string, arg2: string): string {
    return `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;
  }

  @Prompt({ name: 'test_prompt_with_embedded_resource', description: 'A prompt about a resource.' })
  withResource(resourceUri: string): PromptMessages {
    return [
      {
        type: 'resource',
        resource: {
          uri: resourceUri,
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      },
      'Please process the embedded resource above.',
    ];
  }

  @Prompt({ name: 'test_prompt_with_image', description: 'A prompt about a picture.' })
  withImage(): PromptMessages {
    return [{ type: 'image', data: PIXEL, mimeType: 'image/png' }, 'Please analyze the image above.'];
  }
}

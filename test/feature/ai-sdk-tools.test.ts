import { generateText, stepCountIs, type ToolSet } from 'ai';
import { createToolRuntime, defineTool, Observation, toAiSdkTools } from 'toolwright';

const add = defineTool({
  name: 'add',
  description: 'Adds.',
  input: { a: 'number', b: 'number' },
  execute: ({ a, b }, run) => `${a + b} for ${String(run.state)} as ${run.call.id}`,
});
const picture = defineTool({
  name: 'picture',
  description: 'P.',
  execute: () => Observation.image('QUJD', 'image/png'),
});

interface Prompt {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
}

/** A language model of the AI SDK that makes one call and then says what it read. */
function modelThatCalls(toolName: string, input: string) {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const prompts: Prompt[] = [];
  const model = {
    specificationVersion: 'v3',
    provider: 'test',
    modelId: 'test',
    supportedUrls: {},
    doGenerate: (options: Prompt) => {
      prompts.push(options);
      const isFirst = prompts.length === 1;
      const content = isFirst
        ? [{ type: 'tool-call', toolCallId: 'c1', toolName, input }]
        : [{ type: 'text', text: JSON.stringify(options.prompt.at(-1)?.content) }];
      return Promise.resolve({
        content,
        usage,
        warnings: [],
        finishReason: { unified: isFirst ? 'tool-calls' : 'stop', raw: undefined },
      });
    },
  };
  return { model: model as never, prompts };
}

const ask = async (toolName: string, input: string): Promise<string> => {
  const tools: ToolSet = toAiSdkTools(createToolRuntime([add, picture]), () => ({ state: 'ann' }));
  const { model } = modelThatCalls(toolName, input);
  const { text } = await generateText({ model, tools, prompt: '?', stopWhen: stepCountIs(3) });
  return text;
};

describe('the tools of a runtime in an application with the AI SDK', () => {
  it('run through the runtime', async () => {
    expect(await ask('add', '{"a":1,"b":"2"}')).toContain('3 for ann as c1');
  });

  it('answer mistakes so that the model can act on them', async () => {
    expect(await ask('add', '{"a":"x"}')).toMatch(/error-text.*Invalid arguments for tool 'add'/);
  });

  it('give pictures', async () => {
    expect(await ask('picture', '{}')).toMatch(/"mediaType":"image\/png"/);
  });
});

import { asModel } from '../../../src/model/ai-sdk/as-model.js';
import { type ModelFailedError, UnknownModelError } from '../../../src/model/errors.js';
import { loadProvider } from '../../../src/model/load-provider.js';
import { type ModelMessage } from '../../../src/model/message.js';
import { type Model, type ModelEvent, type ModelRequest } from '../../../src/model/model.js';
import { openaiCompatible } from '../../../src/model/openai-compatible.js';
import { withRetries } from '../../../src/model/retry.js';
import { DIALECT_NAMES } from '../../../src/schema/dialects/dialect-name.js';
import { renderTool } from '../../../src/schema/dialects/render-tool.js';
import { FunctionModel, ScriptedModel } from '../../../src/testing.js';
import { FakeClock } from '../../support/fake-clock.js';
import { NESTED, SpecModelV2, SpecModelV3 } from './spec-model.js';

const ask = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }],
  tools: [],
  toolChoice: 'auto',
  ...more,
});

async function collect(model: Model, request = ask()): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream!(request)) events.push(event);
  return events;
}

const CALL = { type: 'tool-call', toolCallId: 'c', toolName: 'find', input: '{"id":1}' } as const;
const SIGNED = { house: { signature: 's' } };

const conversation: ModelMessage[] = [
  {
    role: 'user',
    content: [
      { type: 'file', mediaType: 'image/*', source: { url: 'data:image/png;base64,AAAA' } },
      { type: 'file', mediaType: 'application/pdf', source: { url: 'https://example.org/a.pdf' } },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.', providerData: SIGNED },
      { type: 'text', text: 'So.' },
      { type: 'tool-call', callId: 'c', toolName: 'find', arguments: '{"id":1}', providerData: SIGNED },
      { type: 'tool-call', callId: 'd', toolName: 'find', arguments: '[1' },
    ],
  },
  {
    role: 'tool',
    results: [
      {
        callId: 'c',
        toolName: 'find',
        content: [
          { type: 'text', text: 'Here:' },
          { type: 'file', mediaType: 'image/png', source: { data: 'BBBB' } },
          { type: 'file', mediaType: 'application/pdf', source: { data: 'CCCC' } },
          { type: 'file', mediaType: 'image/png', source: { url: 'https://example.org/b.png' } },
        ],
        isError: false,
      },
      { callId: 'd', toolName: 'find', content: [{ type: 'text', text: 'No JSON.' }], isError: true },
    ],
  },
];

describe('asModel()', () => {
  it.each([
    ['gpt-5', 'The model is a string.'],
    [undefined, 'The model is undefined.'],
    [{}, 'The model is an object.'],
    [
      { specificationVersion: 'v1', doGenerate() {}, doStream() {} },
      "The model is a model of specification 'v1'.",
    ],
  ])('refuses %p', (value, text) => {
    expect(() => asModel(value as unknown as Model)).toThrow(UnknownModelError);
    expect(() => asModel(value as unknown as Model)).toThrow(text);
  });

  it('gives a model back as it is', () => {
    const model = new ScriptedModel([]);
    expect(asModel(model)).toBe(model);
  });

  it.each([
    ['openai.chat', 'openai'],
    ['azure.responses', 'openai'],
    ['anthropic.messages', 'anthropic'],
    ['amazon-bedrock', 'anthropic'],
    ['google.generative-ai', 'gemini'],
    ['google.vertex.chat', 'gemini'],
    ['vertex.anthropic.messages', 'anthropic'],
    ['house', 'openai'],
  ])('takes the dialect of %s to be %s', (provider, dialect) => {
    expect(asModel(new SpecModelV3({}, provider)).dialect).toBe(dialect);
    expect(asModel(new SpecModelV3({}, provider), { dialect: 'mcp' }).dialect).toBe('mcp');
  });

  it('can call tools unless it is said that it cannot', () => {
    for (const supportsTools of [true, false]) {
      expect(asModel(new SpecModelV2({}), { supportsTools }).supportsTools).toBe(supportsTools);
      expect(openaiCompatible({ model: 'small', supportsTools }).supportsTools).toBe(supportsTools);
    }
    expect(asModel(new SpecModelV2({})).supportsTools).toBe(true);
    expect(openaiCompatible({ model: 'small' }).supportsTools).toBe(true);
  });

  it.each(DIALECT_NAMES)('finds name, description and schema of a tool in the dialect %s', async dialect => {
    const model = new SpecModelV3({});
    const inputSchema = {
      type: 'object',
      properties: { id: { type: 'integer' } },
      required: ['id'],
    } as const;
    const tool = renderTool({ name: 'find', description: 'Finds.', inputSchema }, dialect);
    await asModel(model).generate(ask({ tools: [tool] }));
    expect(model.asked[0]!.tools).toMatchObject([
      {
        type: 'function',
        name: 'find',
        description: 'Finds.',
        inputSchema: { properties: { id: {} }, required: ['id'] },
      },
    ]);
  });

  it('tells OpenAI that a schema is not to be enforced, and version 2 nothing', async () => {
    const tool = renderTool({ name: 'f', description: '', inputSchema: { type: 'object' } }, 'openai');
    for (const [provider, strict] of [
      ['openai.responses', false],
      ['house', undefined],
    ] as const) {
      const model = new SpecModelV3({}, provider);
      await asModel(model).generate(ask({ tools: [tool] }));
      expect((model.asked[0]!.tools![0] as { strict?: boolean }).strict).toBe(strict);
    }
    const model = new SpecModelV2({}, 'openai.responses');
    await asModel(model).generate(ask({ tools: [tool] }));
    expect(model.asked[0]!.tools![0]).not.toHaveProperty('strict');
  });
});

describe('the prompt', () => {
  const both = [
    {
      role: 'user',
      content: [
        { type: 'file', mediaType: 'image/png', data: 'AAAA' },
        { type: 'file', mediaType: 'application/pdf', data: new URL('https://example.org/a.pdf') },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.', providerOptions: SIGNED },
        { type: 'text', text: 'So.' },
        { type: 'tool-call', toolCallId: 'c', toolName: 'find', input: { id: 1 }, providerOptions: SIGNED },
        { type: 'tool-call', toolCallId: 'd', toolName: 'find', input: { unreadable_arguments: '[1' } },
      ],
    },
  ];
  const error = {
    type: 'tool-result',
    toolCallId: 'd',
    toolName: 'find',
    output: { type: 'error-text', value: 'No JSON.' },
  };
  const result = (value: object[]) => ({
    type: 'tool-result',
    toolCallId: 'c',
    toolName: 'find',
    output: { type: 'content', value },
  });

  it('is written as version 3 has it', async () => {
    const model = new SpecModelV3({});
    await asModel(model).generate(ask({ messages: conversation }));
    const files = [
      { type: 'text', text: 'Here:' },
      { type: 'image-data', data: 'BBBB', mediaType: 'image/png' },
      { type: 'file-data', data: 'CCCC', mediaType: 'application/pdf' },
      { type: 'image-url', url: 'https://example.org/b.png' },
    ];
    expect(model.asked[0]!.prompt).toEqual([...both, { role: 'tool', content: [result(files), error] }]);
  });

  it('is written as version 2 has it', async () => {
    const model = new SpecModelV2({});
    await asModel(model).generate(ask({ messages: conversation }));
    const files = [
      { type: 'text', text: 'Here:' },
      { type: 'media', data: 'BBBB', mediaType: 'image/png' },
      { type: 'media', data: 'CCCC', mediaType: 'application/pdf' },
      { type: 'text', text: '[a file of type image/png: https://example.org/b.png]' },
    ];
    expect(model.asked[0]!.prompt).toEqual([...both, { role: 'tool', content: [result(files), error] }]);
  });

  it('says which address of a file is none', async () => {
    const file = { type: 'file', mediaType: 'image/png', source: { url: 'nowhere' } } as const;
    const work = asModel(new SpecModelV3({})).generate(
      ask({ messages: [{ role: 'user', content: [file] }] }),
    );
    await expect(work).rejects.toMatchObject({ code: 'MODEL_FAILED', retryable: false });
  });
});

describe('the answer', () => {
  it('holds what is to be run, and not what the provider ran itself', async () => {
    const model = new SpecModelV3({
      content: [
        { type: 'reasoning', text: 'Hm.', providerMetadata: SIGNED },
        { type: 'text', text: 'So.' },
        { ...CALL, toolCallId: 'theirs', providerExecuted: true },
        { ...CALL, providerMetadata: SIGNED },
        { type: 'source', sourceType: 'url', id: 's', url: 'https://example.org' },
      ],
    });
    expect(await asModel(model).generate(ask())).toEqual({
      content: [
        { type: 'reasoning', text: 'Hm.', providerData: SIGNED },
        { type: 'text', text: 'So.' },
        { type: 'tool-call', callId: 'c', toolName: 'find', arguments: '{"id":1}', providerData: SIGNED },
      ],
      finishReason: 'tool-calls',
      usage: { inputTokens: 10, outputTokens: 4, cachedInputTokens: 3, reasoningTokens: 1, costUsd: 0 },
    });
  });

  it('has the usage of both versions, and what it costs', async () => {
    const price = { input: 1_000_000, output: 10_000_000, cachedInput: 0 };
    const usage = { inputTokens: 10, outputTokens: 4, cachedInputTokens: 3, reasoningTokens: 1, costUsd: 47 };
    expect((await asModel(new SpecModelV2({}), { price }).generate(ask())).usage).toEqual(usage);
    expect((await asModel(new SpecModelV3({}), { price }).generate(ask())).usage).toEqual(usage);
  });

  it('counts cached tokens once, also where version 2 leaves them out of the total', async () => {
    const { usage } = await asModel(new SpecModelV2({}, 'anthropic.messages')).generate(ask());
    expect(usage).toMatchObject({ inputTokens: 13, cachedInputTokens: 3 });
  });

  it('does without a usage and with reasons of its own', async () => {
    const none = { inputTokens: undefined, outputTokens: undefined, totalTokens: undefined };
    const response = await asModel(new SpecModelV2({ usage: none, finishReason: 'unknown' })).generate(ask());
    expect(response).toMatchObject({
      finishReason: 'other',
      modelId: 'two-b',
      usage: { inputTokens: 0, outputTokens: 0 },
    });
  });
});

describe('a stream', () => {
  const finish = { type: 'finish', finishReason: { unified: 'stop', raw: 'end' }, usage: NESTED } as const;

  it('keeps signatures, wherever they come, and hides calls that the provider runs itself', async () => {
    const model = new SpecModelV3({
      parts: [
        { type: 'stream-start', warnings: [] },
        { type: 'response-metadata', modelId: 'three-b' },
        { type: 'reasoning-start', id: '1', providerMetadata: { house: { redacted: 'r' } } },
        { type: 'reasoning-delta', id: '1', delta: 'Hm.' },
        { type: 'reasoning-end', id: '1', providerMetadata: SIGNED },
        { type: 'tool-input-start', id: 'theirs', toolName: 'search', providerExecuted: true },
        { type: 'tool-input-delta', id: 'theirs', delta: '{}' },
        { ...CALL, toolCallId: 'theirs', providerExecuted: true },
        { type: 'text-start', id: '2' },
        { type: 'text-delta', id: '2', delta: 'So.' },
        { type: 'text-end', id: '2' },
        { type: 'tool-input-start', id: 'c', toolName: 'find' },
        { type: 'tool-input-delta', id: 'c', delta: '{"id"' },
        { type: 'tool-input-delta', id: 'c', delta: ':1}' },
        { type: 'tool-input-end', id: 'c' },
        CALL,
        { ...CALL, toolCallId: 'whole' },
        finish,
      ],
    });
    const call = (callId: string) => ({ type: 'tool-call', callId, toolName: 'find', arguments: '{"id":1}' });
    expect(await collect(asModel(model))).toEqual([
      { type: 'reasoning-delta', delta: 'Hm.' },
      { type: 'text-delta', delta: 'So.' },
      { type: 'tool-call-start', callId: 'c', toolName: 'find' },
      { type: 'tool-call-delta', callId: 'c', delta: '{"id"' },
      { type: 'tool-call-delta', callId: 'c', delta: ':1}' },
      { type: 'tool-call-start', callId: 'whole', toolName: 'find' },
      { type: 'tool-call-delta', callId: 'whole', delta: '{"id":1}' },
      {
        type: 'response',
        response: {
          content: [
            { type: 'reasoning', text: 'Hm.', providerData: { house: { redacted: 'r', signature: 's' } } },
            { type: 'text', text: 'So.' },
            call('c'),
            call('whole'),
          ],
          finishReason: 'tool-calls',
          modelId: 'three-b',
          usage: { inputTokens: 10, outputTokens: 4, cachedInputTokens: 3, reasoningTokens: 1, costUsd: 0 },
        },
      },
    ]);
  });

  it.each([
    ['that ends too early', [], /its stream ended before the answer did/],
    ['with an error', [{ type: 'error', error: 'It broke.' }], /It broke\./],
    [
      'with an object as an error',
      [{ type: 'error', error: { message: 'It broke.', code: 503 } }],
      /it answered 503: It broke\./,
    ],
  ] as const)('%s is no answer', async (_, parts, text) => {
    const work = collect(asModel(new SpecModelV3({ parts: [...parts] }), { retries: 0 }));
    await expect(work).rejects.toMatchObject({ code: 'MODEL_FAILED', message: expect.stringMatching(text) });
  });
});

describe('withRetries()', () => {
  const failing = (failure: object) => Object.assign(new Error('No.'), failure);

  it.each([
    [{ statusCode: 503 }, 3],
    [{ isRetryable: true }, 3],
    [{ code: 'ECONNRESET' }, 3],
    [{ cause: { code: 'UND_ERR_SOCKET' } }, 3],
    [{ statusCode: 400, isRetryable: true }, 1],
    [{}, 1],
  ])('asks a provider that throws %j as often as is useful', async (failure, attempts) => {
    const clock = new FakeClock();
    const provider = new SpecModelV2({});
    provider.doGenerate = async options => {
      provider.asked.push(options);
      throw failing(failure);
    };
    const work = asModel(provider, { clock }).generate(ask());
    const thrown = work.catch((error: unknown) => error as ModelFailedError);
    for (let turn = 0; turn < 4; turn++) await clock.advance(10_000);
    expect(await thrown).toMatchObject({ code: 'MODEL_FAILED', details: { attempts } });
    expect(provider.asked).toHaveLength(attempts);
  });

  it('leaves errors of others alone, and a model without a stream without one', async () => {
    const own = new RangeError('mine');
    let asked = 0;
    const plain = new FunctionModel(() => {
      asked++;
      throw own;
    });
    const { provider, modelId, dialect } = plain;
    const model = withRetries({ provider, modelId, dialect, generate: request => plain.generate(request) });
    await expect(model.generate(ask())).rejects.toBe(own);
    expect(asked).toBe(1);
    expect(model.stream).toBeUndefined();
  });
});

describe('a provider that is not installed', () => {
  it('is named, with the command that installs it', async () => {
    const name = '@ai-sdk/openai-compatible';
    const missing = Object.assign(new Error(`Cannot find package '${name}'`), {
      code: 'ERR_MODULE_NOT_FOUND',
    });
    await expect(loadProvider(name, 'small', () => Promise.reject(missing))).rejects.toMatchObject({
      code: 'MODEL_FAILED',
      retryable: false,
      message: expect.stringContaining(`the package '${name}' is not installed. Run: npm install ${name}`),
    });
  });

  it('is not blamed for what it lacks itself', async () => {
    const other = Object.assign(new Error("Cannot find package 'zod'"), { code: 'ERR_MODULE_NOT_FOUND' });
    await expect(loadProvider('@ai-sdk/openai-compatible', 'm', () => Promise.reject(other))).rejects.toBe(
      other,
    );
  });
});

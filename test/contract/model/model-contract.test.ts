import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { asModel } from '../../../src/model/ai-sdk/as-model.js';
import { textOf, toolCallsOf } from '../../../src/model/message.js';
import { isModel, type Model, type ModelEvent, type ModelRequest } from '../../../src/model/model.js';
import { OfflineModel } from '../../../src/model/offline/offline-model.js';
import { openaiCompatible } from '../../../src/model/openai-compatible.js';
import { renderTool } from '../../../src/schema/dialects/render-tool.js';
import { FunctionModel, ScriptedModel } from '../../../src/testing.js';
import { type ChatAnswer, ChatServer } from '../../support/chat-server.js';
import { NESTED, SpecModelV2, SpecModelV3 } from '../../unit/model/spec-model.js';

const ARGUMENTS = '{"orderId":"ORD-123456"}';
const CHAT_CALL: ChatAnswer = { calls: [{ id: 'c', name: 'lookup_order', arguments: ARGUMENTS }] };

/** Models that call `lookup_order` for ORD-123456, and then, with its result, say where the order is. */
interface Subject {
  readonly name: string;
  open(): Promise<{ readonly call: Model; readonly answer: Model; close?(): Promise<void> }>;
}

const CALL_PART = { type: 'tool-call', toolCallId: 'c', toolName: 'lookup_order', input: ARGUMENTS } as const;
const START = { type: 'tool-input-start', id: 'c', toolName: 'lookup_order' } as const;
const DELTA = { type: 'tool-input-delta', id: 'c', delta: ARGUMENTS } as const;
const TEXT = [
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'It is ' },
  { type: 'text-delta', id: 't', delta: 'on its way.' },
  { type: 'text-end', id: 't' },
] as const;
const WORDS = { type: 'text', text: 'It is on its way.' } as const;
const V2_END = {
  type: 'finish',
  finishReason: 'stop',
  usage: { inputTokens: 10, outputTokens: 4, totalTokens: 14 },
} as const;
const V3_END = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: NESTED } as const;

async function overHttp(build: (server: ChatServer) => Model) {
  const calling = await ChatServer.open(CHAT_CALL);
  const answering = await ChatServer.open({ text: 'It is on its way.' });
  const close = async () => {
    await Promise.all([calling.close(), answering.close()]);
  };
  return { call: build(calling), answer: build(answering), close };
}

const subjects: Subject[] = [
  {
    name: 'openaiCompatible',
    open: () => overHttp(({ baseURL }) => openaiCompatible({ model: 'small', baseURL, apiKey: 'k' })),
  },
  {
    name: 'a model of @ai-sdk/openai-compatible',
    open: () =>
      overHttp(({ baseURL }) => asModel(createOpenAICompatible({ name: 'house', baseURL }).chatModel('m'))),
  },
  {
    name: 'a model of version 2',
    open: async () => ({
      call: asModel(new SpecModelV2({ content: [CALL_PART], parts: [START, DELTA, CALL_PART, V2_END] })),
      answer: asModel(new SpecModelV2({ content: [WORDS], parts: [...TEXT, V2_END] })),
    }),
  },
  {
    name: 'a model of version 3',
    open: async () => ({
      call: asModel(new SpecModelV3({ content: [CALL_PART], parts: [START, DELTA, CALL_PART, V3_END] })),
      answer: asModel(new SpecModelV3({ content: [WORDS], parts: [...TEXT, V3_END] })),
    }),
  },
  {
    name: 'ScriptedModel',
    open: async () => ({
      call: new ScriptedModel([[{ name: 'lookup_order', arguments: ARGUMENTS, callId: 'c' }]]),
      answer: new ScriptedModel(['It is on its way.']),
    }),
  },
  {
    name: 'FunctionModel',
    open: async () => {
      const model = new FunctionModel(({ messages }) =>
        messages.at(-1)?.role === 'tool'
          ? 'It is on its way.'
          : [{ name: 'lookup_order', arguments: ARGUMENTS }],
      );
      return { call: model, answer: model };
    },
  },
  {
    name: 'OfflineModel',
    open: async () => ({ call: new OfflineModel(), answer: new OfflineModel() }),
  },
];

const inputSchema = {
  type: 'object',
  properties: { orderId: { type: 'string', pattern: '^ORD-\\d{6}$' } },
  required: ['orderId'],
} as const;

const question = (model: Model, signal?: AbortSignal): ModelRequest => ({
  messages: [
    { role: 'system', text: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'Where is my order ORD-123456?' }] },
  ],
  tools: [renderTool({ name: 'lookup_order', description: 'Look up an order.', inputSchema }, model.dialect)],
  toolChoice: 'auto',
  ...(signal && { signal }),
});

const answered = (model: Model): ModelRequest => {
  const asked = question(model);
  const call = { type: 'tool-call', callId: 'c', toolName: 'lookup_order', arguments: ARGUMENTS } as const;
  const content = [{ type: 'text', text: 'on its way' }] as const;
  const result = { callId: 'c', toolName: 'lookup_order', content, isError: false } as const;
  return {
    ...asked,
    messages: [
      ...asked.messages,
      { role: 'assistant', content: [call] },
      { role: 'tool', results: [result] },
    ],
  };
};

async function collect(model: Model, request: ModelRequest): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream!(request)) events.push(event);
  return events;
}

describe.each(subjects)('$name', ({ open }) => {
  let opened: Awaited<ReturnType<Subject['open']>>;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close?.());

  it('is a model that says who it is', () => {
    const { call } = opened;
    expect(isModel(call)).toBe(true);
    expect(asModel(call)).toBe(call);
    expect([typeof call.provider, typeof call.modelId]).toEqual(['string', 'string']);
  });

  it('asks for a call, with arguments as JSON text and an id', async () => {
    const response = await opened.call.generate(question(opened.call));
    const [call, ...others] = toolCallsOf(response.content);
    expect(others).toEqual([]);
    expect(call).toMatchObject({ toolName: 'lookup_order', callId: expect.stringMatching(/./) });
    expect(JSON.parse(call!.arguments)).toEqual({ orderId: 'ORD-123456' });
    expect(response.finishReason).toBe('tool-calls');
  });

  it('answers with text once it has the result', async () => {
    const response = await opened.answer.generate(answered(opened.answer));
    expect(textOf(response.content)).toContain('on its way');
    expect(response.finishReason).toBe('stop');
  });

  it('gives plain JSON with numbers for all of the usage', async () => {
    const response = await opened.call.generate(question(opened.call));
    expect(JSON.parse(JSON.stringify(response))).toEqual(response);
    expect(Object.values(response.usage).every(Number.isFinite)).toBe(true);
    expect(Object.keys(response.usage).sort()).toEqual([
      'cachedInputTokens',
      'costUsd',
      'inputTokens',
      'outputTokens',
      'reasoningTokens',
    ]);
  });

  it('streams a call: its start, its arguments in pieces, the response last and once', async () => {
    const events = await collect(opened.call, question(opened.call));
    const [start] = events;
    const deltas = events.map(event => (event.type === 'tool-call-delta' ? event.delta : '')).join('');
    const last = events.at(-1);
    if (start?.type !== 'tool-call-start' || last?.type !== 'response')
      throw new Error(JSON.stringify(events));
    expect(start.toolName).toBe('lookup_order');
    expect(toolCallsOf(last.response.content)).toMatchObject([{ callId: start.callId, arguments: deltas }]);
    expect(events.filter(({ type }) => type === 'response')).toHaveLength(1);
  });

  it('streams text in pieces that make up the response', async () => {
    const events = await collect(opened.answer, answered(opened.answer));
    const deltas = events.flatMap(event => (event.type === 'text-delta' ? [event.delta] : []));
    const last = events.at(-1);
    expect(deltas.length).toBeGreaterThan(1);
    expect(last?.type === 'response' && textOf(last.response.content)).toBe(deltas.join(''));
  });

  it('rejects with the reason of a signal that has aborted', async () => {
    const reason = new Error('enough');
    const request = question(opened.call, AbortSignal.abort(reason));
    await expect(opened.call.generate(request)).rejects.toBe(reason);
    await expect(collect(opened.call, request)).rejects.toBe(reason);
  });

  it('leaves the request as it was', async () => {
    const request = answered(opened.answer);
    const before = structuredClone(request.messages);
    await opened.answer.generate(request);
    expect(request.messages).toEqual(before);
  });
});

import { Agent, defineTool, openaiCompatible } from 'toolwright';
import { ChatServer, type ChatStep } from '../support/chat-server.js';

let server: ChatServer;
afterEach(() => server.close());

const eta = defineTool({
  name: 'eta',
  description: 'When an order comes.',
  replayClass: 'read_only',
  input: { order: 'string' },
  execute: ({ order }) => `${order} comes on Tuesday`,
});

async function agentOn(...steps: ChatStep[]): Promise<Agent> {
  server = await ChatServer.open(...steps);
  return new Agent({
    model: openaiCompatible({ model: 'small', baseURL: server.baseURL, apiKey: 'k' }),
    tools: [eta],
    maxSteps: 5,
  });
}

const asks = (order: string, id: string): ChatStep => ({
  calls: [{ id, name: 'eta', arguments: JSON.stringify({ order }) }],
  usage: { prompt_tokens: 10, completion_tokens: 2 },
});
const busy: ChatStep = {
  status: 429,
  headers: { 'retry-after': '0' },
  body: '{"error":{"message":"slow down"}}',
};

describe.each([false, true])('an agent on an endpoint, streaming: %s', isStreaming => {
  const run = async (agent: Agent) => {
    if (!isStreaming) return agent.run('When do they come?');
    const stream = agent.stream('When do they come?');
    let text = '';
    for await (const event of stream) if (event.type === 'text-delta') text += event.delta;
    const result = await stream.result;
    expect(text).toBe(result.text);
    return result;
  };

  it('calls tools, is told to wait, and answers', async () => {
    const agent = await agentOn(
      asks('A-1', 'c1'),
      busy,
      asks('A-2', 'c2'),
      { dropAfter: 0, answer: { text: 'lost' } },
      { text: 'Both on Tuesday.', usage: { prompt_tokens: 30, completion_tokens: 5 } },
    );
    expect(await run(agent)).toMatchObject({
      status: 'completed',
      text: 'Both on Tuesday.',
      steps: 3,
      usage: { inputTokens: 50, outputTokens: 9 },
      calls: [{ callId: 'c1', toolName: 'eta' }, { callId: 'c2' }],
    });
    const { messages } = server.requests.at(-1)?.body ?? { messages: [] };
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool']);
    expect(messages[4]?.content).toBe('A-2 comes on Tuesday');
  });

  it('fails with what the endpoint says when it refuses for good', async () => {
    const agent = await agentOn(asks('A-1', 'c1'), { status: 400, body: '{"error":{"message":"too long"}}' });
    const result = await run(agent);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'MODEL_FAILED' }, steps: 2 });
    expect(result.reason).toContain('too long');
    expect(result.calls[0]?.observation?.text).toBe('A-1 comes on Tuesday');
  });
});

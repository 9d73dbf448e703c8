import { type JsonSchema } from 'toolwright';
import { type ModelMessage, textOf, type ToolCallPart, toolCallsOf } from '../../../src/model/message.js';
import { type ModelRequest } from '../../../src/model/model.js';
import { OfflineModel } from '../../../src/model/offline/offline-model.js';
import { renderTool } from '../../../src/schema/dialects/render-tool.js';

const model = new OfflineModel();

const tool = (
  name: string,
  description: string,
  properties: Record<string, JsonSchema>,
  required: string[] = [],
) => renderTool({ name, description, inputSchema: { type: 'object', properties, required } }, 'openai');

const CODE: JsonSchema = { type: 'string', pattern: '^[A-Z]{3}$' };

const desk = [
  tool(
    'lookup_order',
    'Look up the status of a customer order. Never for refunds.',
    {
      orderId: {
        type: 'string',
        pattern: '^ORD-\\d{6}$',
        description: 'Order id, ORD-XXXXXX. As on the bill.',
      },
    },
    ['orderId'],
  ),
  tool(
    'find_flights',
    'List flights from an airport.',
    {
      origin: CODE,
      destination: CODE,
      after: { type: 'string', format: 'date-time' },
      minDelay: { type: 'integer', minimum: 0 },
      limit: { type: 'integer', minimum: 1, maximum: 100 },
    },
    ['origin'],
  ),
  tool('search_airports', 'Find airports by name or city.', { query: { type: 'string', minLength: 2 } }, [
    'query',
  ]),
  tool(
    'open_ticket',
    'Open a support ticket.',
    {
      summary: { type: 'string' },
      priority: { type: 'string', enum: ['low', 'normal', 'very high'] },
      urgent: { type: 'boolean' },
    },
    ['summary', 'priority'],
  ),
  tool(
    'send_mail',
    'Send an e-mail to somebody.',
    {
      to: { type: 'string', format: 'email' },
      subject: { type: 'string' },
      body: { type: 'string' },
    },
    ['to', 'subject', 'body'],
  ),
  tool(
    'book_table',
    'Book a table in a restaurant.',
    {
      day: { type: 'string', format: 'date' },
      guests: { type: 'integer', minimum: 1, maximum: 12 },
      city: { type: 'string' },
    },
    ['day', 'guests', 'city'],
  ),
  tool('file_complaint', 'File it.', { about: { type: 'string' } }, ['about']),
  tool('set_label', 'Label it.', { label: { type: 'string', pattern: '^\\w+$' } }, ['label']),
];

const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });

const ask = (text: string | ModelMessage[], more: Partial<ModelRequest> = {}) =>
  model.generate({
    messages: typeof text === 'string' ? [user(text)] : text,
    tools: desk,
    toolChoice: 'auto',
    ...more,
  });

/** The call that a request leads to, as `name {arguments}`; or the text. */
async function replyTo(text: string | ModelMessage[], more: Partial<ModelRequest> = {}): Promise<string> {
  const { content } = await ask(text, more);
  const [call] = toolCallsOf(content);
  return call === undefined ? textOf(content) : `${call.toolName} ${call.arguments}`;
}

/** The conversation after a call was answered. */
async function afterCall(text: string, answer: string, isError = false): Promise<ModelMessage[]> {
  const { content } = await ask(text);
  const [{ callId, toolName }] = toolCallsOf(content) as [ToolCallPart];
  return [
    user(text),
    { role: 'assistant', content },
    { role: 'tool', results: [{ callId, toolName, content: [{ type: 'text', text: answer }], isError }] },
  ];
}

describe('the call that the offline model makes', () => {
  it.each([
    ['Where is my order ORD-123456?', 'lookup_order {"orderId":"ORD-123456"}'],
    ['What about ord-123456, please', 'lookup_order {"orderId":"ORD-123456"}'],
    ['Show flights from SFO to JFK.', 'find_flights {"origin":"SFO","destination":"JFK"}'],
    ['Show flights to JFK from SFO.', 'find_flights {"origin":"SFO","destination":"JFK"}'],
    ['Find flights with origin SFO and destination LAX', 'find_flights {"origin":"SFO","destination":"LAX"}'],
    ['flights from sfo, limit 5', 'find_flights {"origin":"SFO","limit":5}'],
    [
      'Flights from SFO after 2001-01-02T08:30 with a min delay of 45',
      'find_flights {"origin":"SFO","after":"2001-01-02T08:30:00Z","minDelay":45}',
    ],
    ['Find airports in San Francisco', 'search_airports {"query":"San Francisco"}'],
    ['What is the code of the airport in Chicago?', 'search_airports {"query":"Chicago"}'],
    ['Look up airports: mountain lakes', 'search_airports {"query":"mountain lakes"}'],
    ['I need ticketing for "A leak", low', 'open_ticket {"summary":"A leak","priority":"low"}'],
    ['I want to complain about "a lost bag"', 'file_complaint {"about":"a lost bag"}'],
    ['Please set the label: fragile.', 'set_label {"label":"fragile"}'],
    ['Search airports named "Los Alamos"', 'search_airports {"query":"Los Alamos"}'],
    [
      'Open a ticket "The printer burns" with very high priority, urgent',
      'open_ticket {"summary":"The printer burns","priority":"very high","urgent":true}',
    ],
    [
      'Open a low priority ticket, not urgent: "No paper"',
      'open_ticket {"summary":"No paper","priority":"low","urgent":false}',
    ],
    [
      'Send a mail to ann@example.org, subject: Lunch, body: See you at noon',
      'send_mail {"to":"ann@example.org","subject":"Lunch","body":"See you at noon"}',
    ],
    [
      'Book a table in Paris for 4 on 2026-03-12',
      'book_table {"day":"2026-03-12","guests":4,"city":"Paris"}',
    ],
    [
      'Book a table for two in New York on 3 May 2026.',
      'book_table {"day":"2026-05-03","guests":2,"city":"New York"}',
    ],
  ])('%s → %s', async (text, reply) => {
    expect(await replyTo(text)).toBe(reply);
  });

  it('leaves numbers out that the schema does not admit', async () => {
    expect(await replyTo('Flights from SFO, limit 500')).toBe('find_flights {"origin":"SFO"}');
  });

  it('fills lists, nested objects, references, URLs, ids and single values', async () => {
    const inputSchema: JsonSchema = {
      type: 'object',
      properties: {
        site: { type: 'string', format: 'uri' },
        owner: { $ref: '#/$defs/owner' },
        tags: { type: 'array', items: { type: 'string', enum: ['red', 'green', 'blue'] } },
        kind: { const: 'site' },
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
      required: ['site', 'owner', 'tags', 'kind'],
      $defs: {
        owner: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } }, required: ['id'] },
      },
    };
    const register = renderTool({ name: 'register_site', description: 'Registers.', inputSchema }, 'openai');
    const id = '0b2f1c7e-0000-4000-8000-5e2d3c4b5a69';
    const reply = await replyTo(`Register the site https://example.org/a, owner ${id}, tags blue and red.`, {
      tools: [register],
    });
    expect(reply).toBe(
      `register_site {"site":"https://example.org/a","owner":{"id":"${id}"},"tags":["blue","red"],"kind":"site"}`,
    );
  });

  it('bears with odd schemas', async () => {
    const odd: JsonSchema[] = [
      { type: 'string', pattern: '[' },
      { type: 'string', pattern: '(a+)+$'.repeat(100) },
      { type: 'string', pattern: '\\-\\d' },
      { type: 'string', format: 'constructor' },
      { enum: [null, { a: 1 }, ''] },
      { type: 'array', items: true, minItems: 1 },
      { type: ['null', 'integer'], minimum: 3 },
      {},
    ];
    for (const schema of odd)
      for (const name of ['__proto__', 'constructor', 'to_string', '_', '(', '💥', 'from', '']) {
        const strange = renderTool(
          {
            name: 'strange',
            description: '',
            inputSchema: { type: 'object', properties: { [name]: schema }, required: [name] },
          },
          'openai',
        );
        for (const toolChoice of ['auto', 'required'] as const)
          expect(
            await replyTo('A strange "thing": (5) from [here], no?', { tools: [strange], toolChoice }),
          ).toMatch(/^(strange \{|I need more to use the tool strange: )/);
      }
  });

  it('is the same each time, and streams as it answers', async () => {
    const first = await ask('Where is my order ORD-123456?');
    expect(await ask('Where is my order ORD-123456?')).toEqual(first);
    const events = [];
    const request = {
      messages: [user('Where is my order ORD-123456?')],
      tools: desk,
      toolChoice: 'auto' as const,
    };
    for await (const event of model.stream(request)) events.push(event);
    expect(events.at(-1)).toEqual({ type: 'response', response: first });
  });

  it('is found among many tools', async () => {
    const others = Array.from({ length: 200 }, (_, index) =>
      tool(`other_${index}`, 'Does something to an order.', {}),
    );
    expect(await replyTo('Where is order ORD-123456?', { tools: [...others, ...desk] })).toMatch(
      /^lookup_order /,
    );
  });
});

describe('what the offline model says', () => {
  it('asks for what is missing, and takes the answer', async () => {
    const question = await replyTo('Look up the status of my order');
    expect(question).toBe(
      'I need more to use the tool lookup_order: orderId (Order id, ORD-XXXXXX.). Please tell me.',
    );
    const messages: ModelMessage[] = [
      user('Look up the status of my order'),
      { role: 'assistant', content: [{ type: 'text', text: question }] },
      user('It is ORD-654321'),
    ];
    expect(await replyTo(messages)).toBe('lookup_order {"orderId":"ORD-654321"}');
  });

  it('answers with what the tool said, and does not call it again', async () => {
    const messages = await afterCall('Where is my order ORD-123456?', 'On its way.');
    expect(await replyTo(messages)).toBe('The tool lookup_order says: On its way.');
    expect(await replyTo(messages, { toolChoice: 'required' })).toBe(
      'The tool lookup_order says: On its way.',
    );
  });

  it('quotes shortly, and calls an error an error', async () => {
    const long = await afterCall('Where is my order ORD-123456?', 'x'.repeat(5000));
    expect((await replyTo(long)).length).toBeLessThan(700);
    const failed = await afterCall('Where is my order ORD-123456?', 'No such order.', true);
    expect(await replyTo(failed)).toBe('The tool lookup_order gave an error: No such order.');
  });

  it('goes on with a second tool that the request names', async () => {
    const text = 'Where is order ORD-123456? And list flights from SFO.';
    const calls = [await replyTo(text), await replyTo(await afterCall(text, 'Done.'))];
    expect(calls.sort()).toEqual(['find_flights {"origin":"SFO"}', 'lookup_order {"orderId":"ORD-123456"}']);
  });

  it('calls a tool for each thing of its kind, and for none twice', async () => {
    const text = 'Where are ORD-123456, ORD-654321 and ORD-123456?';
    const first = await afterCall(text, 'Done.');
    expect(await replyTo(first)).toBe('lookup_order {"orderId":"ORD-654321"}');
    const { content } = await ask(first);
    const [{ callId, toolName }] = toolCallsOf(content) as [ToolCallPart];
    const results = [
      { callId, toolName, content: [{ type: 'text', text: 'Lost.' }], isError: false },
    ] as const;
    const second: ModelMessage[] = [...first, { role: 'assistant', content }, { role: 'tool', results }];
    expect(await replyTo(second)).toBe(
      'The tool lookup_order says: Done.\nThe tool lookup_order says: Lost.',
    );
  });

  it('says what it is, and what it can do, when no tool fits', async () => {
    const reply = await replyTo('Write a poem about autumn.');
    expect(reply).toContain('I am not a language model');
    expect(reply).toContain('- lookup_order: Look up the status of a customer order.\n');
    expect(await replyTo('Hello', { tools: [] })).toContain('There are no tools here');
  });

  it('keeps to the tool choice', async () => {
    const text = 'Where is my order ORD-123456?';
    expect(await replyTo(text, { toolChoice: 'none' })).toContain('I am not a language model');
    expect(await replyTo(text, { toolChoice: { tool: 'search_airports' } })).toMatch(/^search_airports /);
    expect(await replyTo('Hm.', { toolChoice: 'required' })).toMatch(/^\w+ \{/);
  });

  it('fills an output from the observation, the request, and the least that fits', async () => {
    const messages = await afterCall(
      'Where is my order ORD-123456?',
      '{"status":"shipped","parcels":[{"weight":2.5}],"stops":["Rome"]}',
    );
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        status: { type: 'string', enum: ['open', 'shipped'] },
        weight: { type: 'number' },
        stops: { type: 'array', items: { type: 'string' } },
        orderId: { type: 'string', pattern: '^ORD-\\d{6}$' },
        late: { type: 'boolean' },
        answer: { type: 'string', maxLength: 30 },
        comment: { type: 'string' },
      },
      required: ['status', 'weight', 'stops', 'orderId', 'late', 'answer'],
    };
    const output = JSON.parse(await replyTo(messages, { output: { name: 'order', schema } })) as object;
    expect(output).toEqual({
      status: 'shipped',
      weight: 2.5,
      stops: ['Rome'],
      orderId: 'ORD-123456',
      late: false,
      answer: expect.stringMatching(/^The tool lookup_order says/),
    });
    expect((output as { answer: string }).answer.length).toBeLessThanOrEqual(30);
  });

  it('ends when it is cancelled', async () => {
    const reason = new Error('enough');
    await expect(ask('Hello', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

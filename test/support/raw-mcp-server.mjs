// A server over stdio, written by hand, that behaves as its one argument says.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [behaviour = 'plain', log = ''] = process.argv.slice(2);
const write = text => process.stdout.write(text);
const send = message => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const noted = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
const note = text => log !== '' && appendFileSync(log, `${text}\n`);
const tool = (name, more = {}) => ({ name, description: name, inputSchema: { type: 'object' }, ...more });

const listChanged = behaviour === 'changes';
const number = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
const LISTS = {
  'bad-schemas': [
    tool('good'),
    { name: 'no-schema', description: 'x' },
    { description: 'no name', inputSchema: { type: 'object' } },
    tool('bad-type', { inputSchema: { type: 'object', properties: { a: { type: 'strange' } } } }),
    tool('boolean-property', { inputSchema: { type: 'object', properties: { a: true } } }),
    tool('array-output', { outputSchema: { type: 'array', items: { type: 'string' } } }),
    tool('dangling', { outputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/none' } } } }),
    null,
  ],
  'same-ids': [
    tool('first', { inputSchema: { $id: 'urn:x', ...number } }),
    tool('second', {
      inputSchema: { $id: 'urn:x', type: 'object', properties: { s: { type: 'string' } }, required: ['s'] },
    }),
  ],
  'odd-names': [
    ...['a.b', 'a/b', 'a b', 'größe', '__proto__', 'constructor', '1st', 'x'.repeat(129), 'twice', 'twice'],
    `${'y'.repeat(80)}1`,
    `${'y'.repeat(80)}2`,
  ].map(name => tool(name)),
  task: [tool('long', { execution: { taskSupport: 'required' } })],
  nested: [
    tool('book', {
      title: 'Book a table',
      annotations: { readOnlyHint: false, openWorldHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          visit: {
            type: 'object',
            properties: { day: { type: 'string', enum: ['mon', 'tue'] }, seats: { type: 'integer' } },
            required: ['day'],
          },
        },
        required: ['visit'],
      },
      outputSchema: number,
    }),
  ],
  prefix: [
    tool('tuple', {
      inputSchema: {
        type: 'object',
        properties: {
          pair: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], items: false },
        },
        required: ['pair'],
      },
    }),
    tool('nullable', {
      inputSchema: {
        type: 'object',
        properties: { a: { type: ['integer', 'null'] }, b: { type: 'integer' } },
      },
    }),
  ],
};
const MEDIA = [
  { type: 'text', text: 'one' },
  { type: 'image', data: 'aGk=', mimeType: 'image/png', annotations: { priority: 0.5 } },
  { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
  {
    type: 'resource_link',
    uri: 'file:///a.txt',
    name: 'a',
    description: 'A.',
    mimeType: 'text/plain',
    size: 3,
  },
  { type: 'resource', resource: { uri: 'file:///b.txt', mimeType: 'text/plain', text: 'bee' } },
  { type: 'resource', resource: { uri: 'file:///c.bin', blob: 'aGk=' } },
  { type: 'text', text: 'two' },
];
LISTS['odd-names-reversed'] = [...LISTS['odd-names']].reverse();
let tools = LISTS[behaviour] ?? [
  tool('echo', { inputSchema: { type: 'object', properties: { text: { type: 'string' } } } }),
  tool('safe', { annotations: { readOnlyHint: true } }),
  tool('count'),
  tool('data', { outputSchema: number }),
];
let counter = 0;
const taskOf = status => {
  const at = new Date().toISOString();
  return { taskId: 't1', status, ttl: 60_000, createdAt: at, lastUpdatedAt: at, pollInterval: 50 };
};

if (behaviour === 'exits') {
  process.stderr.write('cannot find the settings\n');
  process.exit(3);
}
if (behaviour === 'grows') tools = tools.slice(0, noted().split('start').length);
if (behaviour === 'late' && !noted().includes('start')) {
  note('start in vain');
  process.exit(4);
}
if (behaviour === 'noisy') process.stderr.write('x'.repeat(2_000_000));
if (behaviour === 'orphan' || behaviour === 'inherits') {
  const stdio = behaviour === 'inherits' ? 'inherit' : 'ignore';
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio });
  note(`child ${child.pid}`);
}
if (behaviour === 'deaf') process.on('SIGTERM', () => {});
note(`start ${process.pid}`);

const answers = {
  initialize: ({ params }) => ({
    protocolVersion: params.protocolVersion,
    capabilities: {
      tools: { listChanged },
      ...(behaviour === 'task' ? { tasks: { cancel: {}, requests: { tools: { call: {} } } } } : {}),
    },
    serverInfo: { name: behaviour, version: '1' },
  }),
  'tools/list': ({ params }) => {
    if (behaviour === 'lists-nothing') return undefined;
    if (behaviour === 'endless') return { tools: [tool(`t${counter++}`)], nextCursor: `c${counter}` };
    if (behaviour === 'circular') return { tools: [tool(`t${counter++}`)], nextCursor: 'same' };
    if (behaviour === 'paged')
      return params?.cursor === undefined
        ? { tools: [tools[0]], nextCursor: 'x' }
        : { tools: tools.slice(1) };
    return { tools };
  },
  'tasks/get': () => taskOf('working'),
  'tasks/cancel': ({ params }) => {
    note(`cancelled task ${params.taskId}`);
    return taskOf('cancelled');
  },
  'tools/call': ({ id, params }) => {
    if (behaviour === 'task') return { task: taskOf('working') };
    const key = params._meta?.['toolwright/idempotencyKey'];
    note(
      `call ${params.name} ${JSON.stringify(params.arguments)}${behaviour === 'crashes-once' ? ` ${key}` : ''}`,
    );
    const { name, arguments: given } = params;
    const text = value => ({ content: [{ type: 'text', text: value }] });
    if ((behaviour === 'crashes' && name !== 'count') || behaviour === 'inherits') process.exit(9);
    if (behaviour === 'crashes-once' && !noted().includes('crash')) {
      note('crash');
      process.exit(9);
    }
    if (behaviour === 'garbage') write('this is no JSON\n{"half":\nloading {1}... ');
    if (behaviour === 'huge')
      return text('z'.repeat(given.text === undefined ? 200_000 : Number(given.text)));
    if (behaviour === 'media') return { content: MEDIA };
    if (behaviour === 'data-only') return { structuredContent: { n: 1 } };
    if (behaviour === 'cwd') return text(process.cwd());
    if (behaviour === 'strange')
      return {
        content: [
          { type: 'hologram', beam: 1 },
          { type: 'text', text: 'plain', annotations: { audience: ['user'] } },
        ],
      };
    if (behaviour === 'bad-output')
      return name === 'data' ? { ...text('none'), structuredContent: { n: 'x' } } : text('none');
    if (behaviour === 'twice') return { ...text('{"n":1}'), structuredContent: { n: 1 } };
    if (behaviour === 'progress') {
      const { progressToken } = params._meta ?? {};
      let step = 0;
      const timer = setInterval(() => {
        step++;
        send({ method: 'notifications/progress', params: { progressToken, progress: step, total: 6 } });
        if (step < 6) return;
        clearInterval(timer);
        send({ id, result: text('slow but done') });
      }, 100);
      return undefined;
    }
    if (behaviour === 'hangs') return undefined;
    if (behaviour === 'errors')
      return { error: { code: -32602, message: 'MCP error -32602: no such thing' } };
    if (behaviour === 'changes' && name === 'count') {
      tools = [tool('echo', { description: 'other' }), tool('added'), tools[2]];
      for (let burst = 0; burst < 5; burst++) send({ method: 'notifications/tools/list_changed' });
    }
    if (name === 'count') return text(String(++counter));
    return text(JSON.stringify(given ?? null));
  },
};

createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line);
  if (message.method === 'notifications/cancelled') note('cancelled');
  if (behaviour === 'silent' || message.id === undefined || message.method === undefined) return;
  const answer = answers[message.method]?.(message);
  if (answer === undefined) return;
  const { error } = answer;
  send(error === undefined ? { id: message.id, result: answer } : { id: message.id, error });
});
if (behaviour === 'deaf') setInterval(() => {}, 1_000);

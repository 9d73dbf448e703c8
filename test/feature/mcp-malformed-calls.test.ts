import { PassThrough } from 'node:stream';
import { defineTool } from 'toolwright';
import { serveMcp } from 'toolwright/mcp';

const say = defineTool({
  name: 'say',
  description: 'Say it.',
  input: { text: { type: 'string', optional: true } },
  execute: ({ text }) => text ?? 'nothing',
});

/** The answer to one `tools/call` with these parameters, as it stands on the wire. */
async function answerTo(params: unknown): Promise<Record<string, unknown>> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const server = await serveMcp([say], { stdio: { input, output } });
  input.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`);
  await server.closed;
  return JSON.parse(String(output.read())) as Record<string, unknown>;
}

describe('a line that is no message', () => {
  it.each<[string, string, object]>([
    ['no JSON', '{"jsonrpc":', { id: null, error: { code: -32700 } }],
    ['no JSON-RPC', '{"id":7,"what":1}', { id: 7, error: { code: -32600 } }],
    ['a batch', '[]', { id: null, error: { code: -32600 } }],
    [
      'a call with a number as _meta',
      '{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"say","_meta":5}}',
      { id: 8, result: { isError: false } },
    ],
  ])('is answered all the same: %s', async (_what, line, answer) => {
    const [input, output] = [new PassThrough({ encoding: 'utf8' }), new PassThrough()];
    const server = await serveMcp([say], { stdio: { input, output } });
    input.end(`\n${line}\n`);
    await server.closed;
    expect(JSON.parse(String(output.read()))).toMatchObject(answer);
  });
});

describe('a call over MCP that no client of a library would send', () => {
  it.each<[string, unknown, string]>([
    ['null', null, 'nothing'],
    ['empty text', '', 'nothing'],
    ['JSON text', '{"text":"hi"}', 'hi'],
    ['an object', { text: 'hi' }, 'hi'],
    ['nothing', undefined, 'nothing'],
  ])('is answered with %s as arguments', async (_what, sent, text) => {
    expect(await answerTo({ name: 'say', arguments: sent })).toMatchObject({
      id: 1,
      result: { content: [{ type: 'text', text }], isError: false },
    });
  });

  it.each<[string, unknown, string]>([
    ['a list', [1], 'expected an object, received an array with 1 item'],
    ['a number', 7, 'expected an object, received a number 7'],
    ['broken JSON', '{"text":', 'expected JSON'],
    [
      'a member nobody knows',
      { 'toolwright/sent': { text: 'x' } },
      'toolwright~1sent: expected no member of this name',
    ],
    ['__proto__', JSON.parse('{"__proto__":{"a":1}}'), '__proto__: expected no member of this name'],
  ])('is told what is wrong with %s as arguments', async (_what, sent, part) => {
    const { result } = (await answerTo({ name: 'say', arguments: sent })) as {
      result: { isError: boolean; content: { text: string }[] };
    };
    expect(result.isError).toBe(true);
    expect(result.content[0]!.text).toMatch(/^Invalid arguments for tool 'say': /);
    expect(result.content[0]!.text).toContain(part);
  });

  it.each<[string, unknown]>([
    ['no parameters', undefined],
    ['null as parameters', null],
    ['a list as parameters', []],
    ['no name', { arguments: {} }],
    ['a number as name', { name: 5 }],
  ])('names the tools that there are when it has %s', async (_what, params) => {
    expect(await answerTo(params)).toMatchObject({
      id: 1,
      error: { code: -32602, message: expect.stringContaining("Unknown tool ''. Known tools: say") },
    });
  });
});

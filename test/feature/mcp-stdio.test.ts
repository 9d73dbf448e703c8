import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { defineTool } from 'toolwright';
import { serveMcp, type ServeMcpOptions } from 'toolwright/mcp';
import { cliPath, repository } from '../support/run-cli.js';

/** A real client on a real process; `stderr` collects what the server prints there. */
async function connect(): Promise<{ client: Client; stderr: () => string; errors: Error[] }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cliPath, 'serve', 'test/fixtures/desk.ts', '--stdio'],
    cwd: repository,
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const errors: Error[] = [];
  const client = new Client({ name: 'test', version: '1.0.0' });
  client.onerror = error => errors.push(error);
  await client.connect(transport);
  return { client, stderr: () => stderr, errors };
}

describe('serving over stdio', () => {
  let connection: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    connection = await connect();
  });
  afterAll(() => connection.client.close());

  it('lists tools with input schema, output schema and annotations', async () => {
    const { tools } = await connection.client.listTools();
    expect(tools.find(tool => tool.name === 'add')).toMatchObject({
      description: 'Add two integers. Use it for sums.',
      inputSchema: { type: 'object', required: ['a', 'b'], additionalProperties: false },
      outputSchema: { type: 'object', properties: { result: { type: 'number' } } },
      annotations: { readOnlyHint: true },
    });
  });

  it('answers text and structured content, and says what it repaired', async () => {
    const result = await connection.client.callTool({ name: 'add', arguments: { a: '40', b: 2 } });
    expect(result).toMatchObject({
      content: [{ type: 'text', text: '42' }],
      structuredContent: { result: 42 },
      isError: false,
      _meta: { 'toolwright/repairs': [{ path: '/a', rule: 'text-to-number', from: '40', to: 40 }] },
    });
  });

  it('keeps stdout pure while modules and tools print', async () => {
    await connection.client.callTool({ name: 'add', arguments: { a: 1, b: 1 } });
    expect(connection.errors).toEqual([]);
    expect(connection.stderr()).toContain('noise during a call');
  });

  it('answers invalid arguments and failures as results with isError', async () => {
    const invalid = await connection.client.callTool({ name: 'add', arguments: { a: 'x' } });
    expect(invalid.isError).toBe(true);
    const failed = await connection.client.callTool({ name: 'fail' });
    expect(failed).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: "Tool 'fail' failed: The desk is closed." }],
    });
  });

  it('answers an unknown tool with the protocol error -32602 and near names', async () => {
    await expect(connection.client.callTool({ name: 'ad', arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("Did you mean 'add'"),
    });
  });

  it('sends progress that grows, and stops the tool when the client cancels', async () => {
    const updates: unknown[] = [];
    const cancellation = new AbortController();
    const pending = connection.client.callTool({ name: 'wait' }, undefined, {
      signal: cancellation.signal,
      onprogress: update => {
        updates.push(update);
        if (updates.length === 2) cancellation.abort();
      },
    });
    await expect(pending).rejects.toThrow();
    expect(updates).toEqual([
      { progress: 1, total: 3, message: 'one' },
      { progress: 2, total: 3, message: 'two' },
    ]);
    while (!connection.stderr().includes('the tool saw the cancellation')) await new Promise(setImmediate);
  });
});

describe('a stdin that cannot be read', () => {
  it('ends the server with what is wrong and a code that is not 0', async () => {
    const unreadable = openSync(devNull, 'w');
    const child = spawn(process.execPath, [cliPath, 'serve', 'test/fixtures/desk.ts'], {
      cwd: repository,
      stdio: [unreadable, 'ignore', 'pipe'],
    });
    closeSync(unreadable);
    const [stderr, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
    expect(stderr).toMatch(/^stdin cannot be read: EBADF/m);
    expect(code).toBe(2);
  });
});

describe('serveMcp on streams', () => {
  it('ends by itself when the client closes its side, and closes the runtime', async () => {
    let closed = 0;
    const tool = defineTool({ name: 'noop', execute: () => 'ok' });
    const input = new PassThrough();
    const output = new PassThrough();
    const closing = tool.with({
      binding: {
        ...tool.binding!,
        close: () => {
          closed++;
        },
      },
    });
    const server = await serveMcp([closing], { stdio: { input, output } });
    input.end();
    await server.closed;
    expect(closed).toBe(1);
    expect(server.url).toBeUndefined();
  });

  it('answers every call that came before the client closed its side', async () => {
    const quick = defineTool({ name: 'quick', execute: () => 'done' });
    const deaf = defineTool({ name: 'deaf', execute: () => new Promise(() => undefined) });
    const [input, output] = [new PassThrough(), new PassThrough()];
    const server = await serveMcp([quick, deaf], { stdio: { input, output } });
    const calls = ['deaf', 'quick'].map(name =>
      JSON.stringify({ jsonrpc: '2.0', id: name, method: 'tools/call', params: { name } }),
    );
    input.end(`${calls.join('\n')}\n`);
    await server.closed;

    const answers = String(output.read()).trimEnd().split('\n');
    expect(answers.map(line => JSON.parse(line) as unknown)).toMatchObject([
      { id: 'quick', result: { content: [{ text: 'done' }], isError: false } },
      { id: 'deaf', result: { content: [{ text: expect.stringContaining('was cancelled') }] } },
    ]);
  });

  it('closes although the client does not read', async () => {
    const big = defineTool({ name: 'big', execute: () => 'x'.repeat(90_000) });
    const input = new PassThrough();
    const output = new Writable({ highWaterMark: 1, write: () => undefined });
    const server = await serveMcp([big], { stdio: { input, output } });
    for (let id = 1; id <= 12; id++) {
      input.write(
        `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'big' } })}\n`,
      );
    }
    await new Promise(resolve => setTimeout(resolve, 50));
    const started = Date.now();
    await server.close();
    expect(Date.now() - started).toBeLessThan(4_000);
  });

  it('wants exactly one transport', async () => {
    await expect(serveMcp([], {} as ServeMcpOptions)).rejects.toThrow(
      'state either stdio: true or http: { port }',
    );
  });
});

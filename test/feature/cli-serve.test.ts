import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { cliPath, repository } from '../support/run-cli.js';

interface Message {
  readonly id?: number;
  readonly result?: { content: { text: string }[]; isError?: boolean };
}

/** `toolwright serve` as a process, and a client that writes its own lines. */
class Served {
  readonly child: ChildProcessWithoutNullStreams;
  readonly exited: Promise<number | NodeJS.Signals | null>;
  stderr = '';
  private stdout = '';
  private calls = 0;

  constructor(args: readonly string[]) {
    this.child = spawn(process.execPath, [cliPath, 'serve', ...args], { cwd: repository });
    this.child.stdout.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.child.stdin.on('error', () => undefined);
    this.exited = new Promise(resolve => this.child.once('close', (code, signal) => resolve(code ?? signal)));
  }

  async initialize(): Promise<this> {
    const clientInfo = { name: 'test', version: '1.0.0' };
    this.send({
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    });
    await until(() => this.messages().length > 0);
    this.send({ method: 'notifications/initialized' });
    return this;
  }

  /** Asks for a call; gives how to wait for its answer. */
  call(name: string): () => Promise<Message['result']> {
    const id = ++this.calls;
    this.send({ id, method: 'tools/call', params: { name } });
    return async () => {
      await until(() => this.messages().some(message => message.id === id));
      return this.messages().find(message => message.id === id)?.result;
    };
  }

  /** Every line of stdout, which has to be JSON. */
  messages(): Message[] {
    return this.stdout
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line) as Message);
  }

  private send(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let waitedMs = 0; !isTrue(); waitedMs += 10) {
    if (waitedMs > 40_000) throw new Error('waited in vain');
    await sleep(10);
  }
}

const ROUGH = 'test/fixtures/rough.ts';
const WAITING = 'test/fixtures/waiting.ts';
const STUCK = 'test/fixtures/stuck.ts';

jest.setTimeout(30_000);

const running: Served[] = [];
function serve(...args: string[]): Served {
  const served = new Served(args);
  running.push(served);
  return served;
}
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
});

describe('toolwright serve', () => {
  it.each([[['--stdio']], [[]]])(
    'speaks MCP on stdin and stdout with %j, and ends with its client',
    async flags => {
      const served = await serve(ROUGH, ...flags).initialize();
      expect(await served.call('log')()).toMatchObject({ content: [{ text: 'logged' }], isError: false });
      served.child.stdin.end();
      expect(await served.exited).toBe(0);
    },
  );

  it('speaks MCP over HTTP at /mcp, with a second client after the first', async () => {
    const served = serve(ROUGH, '--http', '0');
    await until(() => served.stderr.includes('listening on '));
    const url = /listening on (http:\/\/127\.0\.0\.1:\d+\/mcp)\n/.exec(served.stderr)?.[1];
    for (const turn of [1, 2]) {
      const client = new Client({ name: `client ${turn}`, version: '1.0.0' });
      await client.connect(new StreamableHTTPClientTransport(new URL(url!)));
      expect(client.getServerVersion()).toMatchObject({ name: 'rough' });
      expect(await client.callTool({ name: 'log' })).toMatchObject({ content: [{ text: 'logged' }] });
      await client.close();
    }
    served.child.kill('SIGTERM');
    expect(await served.exited).toBe(0);
  });

  it('writes what tools log to stderr, one line each', async () => {
    const served = await serve(ROUGH).initialize();
    await served.call('log')();
    await until(() => served.stderr.includes('error bad'));
    expect(served.stderr).toContain('info two lines {"count":2}\n');
  });

  it('keeps stdout for the protocol whatever tools print in the middle of a call', async () => {
    const served = await serve(ROUGH).initialize();
    const answers = [1, 2, 3].map(() => served.call('shout'));
    for (const answer of answers) expect(await answer()).toMatchObject({ content: [{ text: 'spoken' }] });
    const heard = (way: string): number => served.stderr.split(`${way}\n`).length - 1;
    await until(() => heard('by console.log, late') === 3);
    expect(served.stderr).toMatch(/│ 'console\.table' │/);
    for (const way of [
      'by console.log',
      'by a write that was kept',
      'by write, text',
      'by write, bytes',
      'by write, awaited',
      'by write, corked',
      'by a console of its own',
      'by a stream',
    ]) {
      expect([way, heard(way)]).toEqual([way, 3]);
    }
    // Every line of stdout was read as JSON; nothing stands between them either.
    expect(
      served
        .messages()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([0, 1, 2, 3]);
  });

  it('logs what a tool throws outside its call, and goes on', async () => {
    const served = await serve(ROUGH).initialize();
    expect(await served.call('fail_later')()).toMatchObject({ content: [{ text: 'answered' }] });
    expect(await served.call('log')()).toMatchObject({ content: [{ text: 'logged' }] });
    expect(served.stderr).toMatch(/^error .*nobody catches this/m);
    expect(served.stderr).toMatch(/^error .*nobody handles this/m);
  });

  it('goes on when a tool ends or destroys process.stdout', async () => {
    const served = await serve(ROUGH).initialize();
    expect(await served.call('end_output')()).toMatchObject({ content: [{ text: 'still here' }] });
    expect(await served.call('log')()).toMatchObject({ content: [{ text: 'logged' }] });
    expect(served.stderr).toContain('last words\n');
  });

  it('goes on when nobody reads stderr any more', async () => {
    const served = await serve(ROUGH).initialize();
    served.child.stderr.destroy();
    await served.call('log')();
    await served.call('log')();
    expect(await served.call('log')()).toMatchObject({ content: [{ text: 'logged' }] });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'answers calls in flight on %s, closes its tools, exits 0',
    async signal => {
      const served = await serve(WAITING).initialize();
      const answers = [served.call('wait'), served.call('deaf')];
      await until(() => served.stderr.includes('waiting'));
      served.child.kill(signal);
      expect(await served.exited).toBe(0);
      for (const answer of answers) {
        expect(await answer()).toMatchObject({
          isError: true,
          content: [{ text: expect.stringContaining('cancelled') }],
        });
      }
      expect(served.stderr).toContain('closed in order');
    },
  );

  it('ends quietly when its client no longer reads, and closes its tools', async () => {
    const served = await serve(WAITING).initialize();
    served.child.stdout.destroy();
    served.call('answered with an error');
    expect(await served.exited).toBe(0);
    expect(served.stderr).toContain('closed in order');
    expect(served.stderr).not.toMatch(/EPIPE|\n\s+at /);
  });
});

describe('toolwright serve with tools that never close', () => {
  it('exits at once on a second signal, but not on one that is passed on twice', async () => {
    const served = await serve(STUCK).initialize();
    served.child.kill('SIGINT');
    await sleep(50);
    served.child.kill('SIGINT');
    await sleep(600);
    expect(served.child.exitCode).toBeNull();
    served.child.kill('SIGTERM');
    expect(await served.exited).toBe(1);
    expect(served.stderr).toBe('');
  });

  it('gives up after ten seconds with exit code 1', async () => {
    const served = await serve(STUCK).initialize();
    served.child.kill('SIGTERM');
    expect(await served.exited).toBe(1);
    expect(served.stderr).toContain('The server did not close within 10 s.\n');
  });
});

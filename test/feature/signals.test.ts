import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { cliPath, repository } from '../support/run-cli.js';

const MODULE = 'test/fixtures/lifecycle.ts';
const CANCELLED = {
  isError: true,
  content: [{ type: 'text', text: expect.stringContaining('was cancelled') }],
};
type Ending = NodeJS.Signals | 'end of stdin';

jest.setTimeout(40_000);

/** One command as a process, and what its tools leave in a file. */
class Running {
  readonly child: ChildProcess;
  readonly exited: Promise<number | NodeJS.Signals | null>;
  stdout = '';
  stderr = '';
  readonly #folder = mkdtempSync(join(tmpdir(), 'toolwright-'));
  readonly #log = join(this.#folder, 'log');

  constructor(args: readonly string[]) {
    this.child = spawn(process.execPath, [cliPath, ...args], {
      cwd: repository,
      env: { ...process.env, LIFE_LOG: this.#log },
    });
    this.child.stdout!.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr!.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.exited = new Promise(resolve => this.child.once('close', (code, signal) => resolve(code ?? signal)));
  }

  get log(): string[] {
    try {
      return readFileSync(this.#log, 'utf8').trimEnd().split('\n');
    } catch {
      return [];
    }
  }

  async logged(line: string): Promise<void> {
    await until(() => this.log.includes(line));
  }

  end(how: Ending): void {
    if (how === 'end of stdin') this.child.stdin!.end();
    else this.child.kill(how);
  }

  clear(): void {
    this.child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let waitedMs = 0; !isTrue(); waitedMs += 10) {
    if (waitedMs > 40_000) throw new Error('waited in vain');
    await sleep(10);
  }
}

const running: Running[] = [];
const clients: Client[] = [];
let stuck: Running[];
beforeAll(async () => {
  // Ended here and looked at last, because they take their ten seconds.
  stuck = await startStuck();
  const endings: Ending[] = ['SIGINT', 'SIGTERM', 'SIGINT', 'end of stdin'];
  stuck.forEach((process, index) => process.end(endings[index]!));
});
afterAll(async () => {
  for (const process of running) process.clear();
  await Promise.all(clients.map(client => client.close()));
});

function start(...args: string[]): Running {
  const process = new Running(args);
  running.push(process);
  return process;
}

/** A served module with a client of the SDK. */
async function serve(transport: 'stdio' | 'http'): Promise<{ server: Running; client: Client }> {
  const server = start('serve', MODULE, ...(transport === 'http' ? ['--http', '0'] : []));
  const client = new Client({ name: 'test', version: '1.0.0' });
  clients.push(client);
  if (transport === 'http') {
    await until(() => server.stderr.includes('\n'));
    const url = /listening on (\S+)/.exec(server.stderr)![1]!;
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  } else {
    // The SDK's transport over two streams is the same for both sides.
    await client.connect(new StdioServerTransport(server.child.stdout!, server.child.stdin!));
  }
  return { server, client };
}

/** Ends a server while calls are in flight; gives what its client and its tools saw of it. */
async function endServer(transport: 'stdio' | 'http', ending: Ending): Promise<object> {
  const { server, client } = await serve(transport);
  const answers = Promise.all(['obey', 'ignore'].map(name => client.callTool({ name })));
  await Promise.all([server.logged('obey started'), server.logged('ignore started')]);
  server.end(ending);
  const how = `${transport}, ${ending}`;
  return { how, answers: await answers, exit: await server.exited, log: server.log.slice(2) };
}

describe('toolwright serve', () => {
  it('answers what is in flight, disposes services in order and exits 0, also with a tool that ignores its signal', async () => {
    const ways: ['stdio' | 'http', Ending][] = [
      ['stdio', 'SIGINT'],
      ['stdio', 'SIGTERM'],
      ['stdio', 'end of stdin'],
      ['http', 'SIGINT'],
      ['http', 'SIGTERM'],
    ];
    const outcomes = await Promise.all(ways.map(way => endServer(...way)));

    const disposed = ['worker disposed', 'connection disposed'];
    expect(outcomes).toEqual(
      ways.map(([transport, ending]) => ({
        how: `${transport}, ${ending}`,
        answers: [expect.objectContaining(CANCELLED), expect.objectContaining(CANCELLED)],
        exit: 0,
        log: ['obey stopped', ...disposed, ...disposed],
      })),
    );
  });
});

describe('toolwright call', () => {
  it.each<NodeJS.Signals>(['SIGINT', 'SIGTERM'])(
    'answers on %s although its tool ignores it, disposes its services and exits 1',
    async signal => {
      const call = start('call', MODULE, 'ignore');
      await call.logged('ignore started');
      call.end(signal);

      expect(await call.exited).toBe(1);
      expect(call.stdout).toContain("Tool 'ignore' was cancelled.");
      expect(call.log.slice(1)).toEqual(['worker disposed', 'connection disposed']);
    },
  );

  it('takes a signal that is passed on twice for one, and disposes its services', async () => {
    const call = start('call', MODULE, 'obey');
    await call.logged('obey started');
    call.end('SIGINT');
    await call.logged('worker disposed');
    call.end('SIGINT');

    expect(await call.exited).toBe(1);
    expect(call.log.at(-1)).toBe('connection disposed');
  });
});

describe('services that never finish disposing', () => {
  it('are left alone at once on a second signal', async () => {
    const all = await startStuck();
    const startedAt = Date.now();
    for (const process of all) process.end('SIGINT');
    await sleep(400);
    for (const process of all) process.end('SIGTERM');

    expect(await Promise.all(all.map(({ exited }) => exited))).toEqual([1, 1, 1, 1]);
    expect(Date.now() - startedAt).toBeLessThan(8_000);
    for (const { stderr } of all) expect(stderr).not.toContain('did not close');
  });

  it('keep no process for more than ten seconds, which exits 1 and says so', async () => {
    expect(await Promise.all(stuck.map(({ exited }) => exited))).toEqual([1, 1, 1, 1]);
    for (const { stderr, log } of stuck) {
      expect(stderr).toMatch(/^The (server|module) did not close within 10 s\.$/m);
      expect(log.filter(line => line === 'stuck disposing')).toHaveLength(2);
    }
  });
});

/** Everything that can be ended, with a tool at work whose services never finish disposing. */
async function startStuck(): Promise<Running[]> {
  const call = start('call', MODULE, 'hang');
  const served = await Promise.all((['stdio', 'http', 'stdio'] as const).map(serve));
  for (const { client } of served) void client.callTool({ name: 'hang' }).catch(() => undefined);
  const all = [call, ...served.map(({ server }) => server)];
  await Promise.all(all.map(process => process.logged('hang started')));
  return all;
}

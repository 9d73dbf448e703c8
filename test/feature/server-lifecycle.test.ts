import { fork, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { repository } from '../support/run-cli.js';
import { fixtureFlags, fixturePath } from '../support/run-fixture.js';

interface Measured {
  readonly open: string[];
  readonly stillOpen: string[];
  readonly bytesPerCycle: number;
  readonly warnings: string[];
}

const CYCLES = 200;

/** Opens and closes servers in a process of their own; `useServer` is their client, told the URL. */
async function cycles(kind: 'http' | 'stdio', useServer: (url: string) => Promise<() => Promise<void>>) {
  const child = fork(fixturePath('server-cycles.ts'), [kind, String(CYCLES)], {
    cwd: repository,
    execArgv: fixtureFlags,
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let leave: () => Promise<void>;
  child.on('message', message => {
    const step =
      message === 'closed'
        ? leave()
        : useServer(message as string).then(leaving => {
            leave = leaving;
          });
    step.then(
      () => child.send('go on'),
      () => child.kill(),
    );
  });
  return JSON.parse(await text(child.stdout!)) as Measured;
}

let clientsMade = 0;

async function callAndLeave(url: string): Promise<() => Promise<void>> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  expect(await client.callTool({ name: 'look_up', arguments: { key: 'a' } })).toMatchObject({
    content: [{ text: 'A' }],
  });
  // Every other client is still there when its server closes.
  if (clientsMade++ % 2 === 0) await client.close();
  return () => client.close();
}

describe.each(['http', 'stdio'] as const)('200 servers over %s, opened, used and closed', kind => {
  it('leave nothing open and nothing in memory', async () => {
    const startedAt = Date.now();
    const { open, stillOpen, bytesPerCycle, warnings } = await cycles(kind, callAndLeave);

    expect(stillOpen).toEqual(open);
    expect(warnings).toEqual([]);
    // What one server with its connection keeps alive is ten times as much.
    expect(bytesPerCycle).toBeLessThan(5_000);
    // Not one of them may wait for a connection that carries nothing.
    expect(Date.now() - startedAt).toBeLessThan(40_000);
  });
});

describe('a server on the streams of its process', () => {
  it('lets the process end once it is closed, although its client is still there', async () => {
    const child = spawn(process.execPath, [...fixtureFlags, fixturePath('stdio-once.ts')], {
      cwd: repository,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const send = (message: object): boolean =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'test', version: '1.0.0' };
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    });
    send({ id: 2, method: 'tools/call', params: { name: 'last' } });
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise(resolve => child.once('exit', resolve)),
    ]);

    const [initialized, called, after] = stdout.trimEnd().split('\n');
    expect(JSON.parse(initialized!)).toMatchObject({ id: 1 });
    expect(JSON.parse(called!)).toMatchObject({ id: 2, result: { content: [{ text: 'called' }] } });
    expect(after).toBe('stdout is everybody’s again');
    expect(stderr).toContain('printed by the tool\n');
    expect(code).toBe(0);
    child.stdin.end();
  });
});

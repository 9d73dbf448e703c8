import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { jest } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { repository } from '../support/run-cli.js';

const readme = readFileSync(join(repository, 'README.md'), 'utf8');
const section = /^## Your first tool\n([\s\S]*?)^## /m.exec(readme)?.[1] ?? '';
const blocks = (language: string, text: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, body]) => body!);
const [orders] = blocks('ts', readme);
const [install, commands] = blocks('sh', section);
const [tsconfig, mcpConfig] = blocks('json', section);

/** Runs a line of the README in a shell; gives what it prints. */
function run(line: string, cwd: string): Promise<{ code: number | null; stdout: string }> {
  const child = spawn('sh', ['-c', line], { cwd, env: { ...process.env, NODE_OPTIONS: '' } });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  return new Promise(resolve => child.once('close', code => resolve({ code, stdout })));
}

jest.setTimeout(30_000);

describe('"Your first tool" of the README, in an empty project', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolwright-'));
    const names = install!.match(/(?<=\s)[@a-z][\w/.-]*(?=@\d|\s)/g)!.filter(name => name !== 'install');
    expect(names).toEqual(expect.arrayContaining(['toolwright', 'reflect-metadata', 'typescript']));
    for (const name of names) {
      const link = join(folder, 'node_modules', name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(name === 'toolwright' ? repository : join(repository, 'node_modules', name), link);
    }
    await mkdir(join(folder, 'node_modules/.bin'));
    await symlink('../toolwright/dist/cli/main.js', join(folder, 'node_modules/.bin/toolwright'));
    await writeFile(join(folder, 'package.json'), '{}');
    await writeFile(join(folder, 'tsconfig.json'), tsconfig!);
    await writeFile(join(folder, 'orders.ts'), orders!);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('lists and calls the tool', async () => {
    const [tools, call] = commands!.trim().split('\n');
    expect(await run(tools!, folder)).toEqual({
      code: 0,
      stdout: 'lookup_order  read_only  Look up an order.\n',
    });
    expect(await run(call!, folder)).toEqual({
      code: 0,
      stdout: '{"orderId":"ORD-123456","status":"shipped","events":["packed","picked up"]}\n',
    });
  });

  it.each([
    ['serve', () => ['sh', '-c', commands!.trim().split('\n')[2]!]],
    [
      'the MCP configuration',
      () => {
        const { mcpServers } = JSON.parse(mcpConfig!.replaceAll('/path/to/project', folder)) as {
          mcpServers: { orders: { command: string; args: string[] } };
        };
        return [mcpServers.orders.command, ...mcpServers.orders.args];
      },
    ],
  ])('serves the tool to an MCP client: %s', async (_case, commandLine) => {
    const [command, ...args] = commandLine();
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({ command: command!, args, cwd: folder, stderr: 'inherit' }),
    );
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['lookup_order']);
    expect(await client.callTool({ name: 'lookup_order', arguments: { orderId: 'ORD-1' } })).toMatchObject({
      isError: true,
    });
    await client.close();
  });
});

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommands } from '../support/quoted-commands.js';
import { repository, runCli } from '../support/run-cli.js';

const folder = 'examples/02-rich-types';
const read = (name: string): string => readFileSync(join(repository, folder, name), 'utf8');

describe('examples/02-rich-types', () => {
  const page = read('README.md');
  const blocks = (language: string): string[] =>
    [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, body]) =>
      body!.trim(),
    );

  it('runs and finds its own expectations true', () => {
    const args = ['--import', './dist/cli/typescript/register.js', `${folder}/main.ts`];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: repository,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toContain("Did you mean 'mon'?");
  });

  it('shows its source', () => {
    const source = read('meetings.ts');
    expect(blocks('ts')).toHaveLength(2);
    for (const block of blocks('ts')) expect(source).toContain(block);
  });

  it('shows the schema that the source yields', async () => {
    const { stdout } = await runCli(['tools', `${folder}/meetings.ts`, '--format', 'json']);
    const listed = JSON.parse(stdout) as { name: string; inputSchema: unknown }[];
    expect(JSON.parse(blocks('json')[0]!)).toEqual(listed.find(({ name }) => name === 'plan')?.inputSchema);
  });

  it('shows what its commands print', async () => {
    const commands = readCommands(blocks('console')[0]!);
    expect(commands).toHaveLength(2);
    for (const { args, printed } of commands) expect((await runCli(args)).stdout.trim()).toBe(printed);
  });
});

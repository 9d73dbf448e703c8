import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommands } from '../support/quoted-commands.js';
import { repository, runCli } from '../support/run-cli.js';

const readme = readFileSync(join(repository, 'README.md'), 'utf8');
const pages = ['docs/guide.md', 'docs/agents.md', 'docs/mcp.md', 'docs/replay.md'].map(path =>
  readFileSync(join(repository, path), 'utf8'),
);
const blocks = (language: string, text = readme): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, body]) =>
    body!.trim(),
  );

/** Everything the README may quote: whole examples, and their marked regions. */
const quotable = readdirSync(join(repository, 'examples'), { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts'))
  .flatMap(path => {
    const text = readFileSync(join(repository, 'examples', path), 'utf8');
    return [
      text.trim(),
      ...[...text.matchAll(/^\/\/ #region \w+\n([\s\S]*?)^\/\/ #endregion/gm)].map(([, body]) =>
        body!.trim(),
      ),
    ];
  });

describe('README.md', () => {
  it('quotes TypeScript from examples that run', () => {
    expect(blocks('ts').length).toBeGreaterThan(5);
    expect(blocks('ts').filter(block => !quotable.includes(block))).toEqual([]);
  });

  it.each(pages)('and the pages behind it quote nothing else', page => {
    expect(blocks('ts', page).length).toBeGreaterThan(2);
    expect(blocks('ts', page).filter(block => !quotable.includes(block))).toEqual([]);
  });

  it('shows class, schema and transcript within the first 40 lines', () => {
    const top = readme.split('\n').slice(0, 40).join('\n');
    expect(top).toContain('@Tool(');
    expect(top).toContain('"inputSchema"');
    expect(top).toContain("Did you mean 'orderId'?");
  });

  it('shows the schema that the class really yields', async () => {
    const { stdout } = await runCli(['tools', 'examples/first-tool/orders.ts', '--format', 'mcp']);
    expect(JSON.parse(stdout)).toEqual({ tools: [JSON.parse(blocks('json')[0]!)] });
  });

  it('shows what its commands really print', async () => {
    const commands = readCommands(blocks('console')[0]!);
    expect(commands).toHaveLength(2);
    for (const { args, printed } of commands) expect((await runCli(args)).stdout.trim()).toBe(printed);
  });
});

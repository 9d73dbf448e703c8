import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** One call of the transcript, and whether the tool should answer an error. */
interface Step {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  readonly fails?: true;
}

const STEPS: readonly Step[] = [
  { tool: 'search_airports', arguments: { query: 'San Francisco' } },
  { tool: 'search_airports', arguments: { query: 'Chicago', state: null, limit: '2' } },
  { tool: 'search_airports', arguments: { query: 'x', limit: 500 }, fails: true },
  {
    tool: 'find_flights',
    arguments: { origin: 'SFO', destination: 'LAX', after: '2001-02-01T00:00:00Z', limit: 3 },
  },
  { tool: 'find_flights', arguments: { origin: 'San Francisco' }, fails: true },
  { tool: 'find_flights', arguments: { origin: 'XQX' }, fails: true },
  { tool: 'find_flights', arguments: { from: 'SFO' }, fails: true },
  { tool: 'delay_statistics', arguments: { origin: 'ORD', groupBy: 'weekday' } },
  { tool: 'delay_statistics', arguments: { origin: 'ORD', groupBy: 'day of week' }, fails: true },
  {
    tool: 'file_complaint',
    arguments: {
      summary: 'The flight left two hours late and nobody told us why.',
      flights: '[{"origin":"SFO","destination":"LAX","departure":"2001-02-17T18:20:00Z"}]',
    },
  },
  {
    tool: 'file_complaint',
    arguments: {
      summary: 'Late.',
      category: 'weather',
      flights: [{ origin: 'SFO', departure: 'yesterday' }],
    },
    fails: true,
  },
];

async function main(): Promise<void> {
  const client = new Client({ name: 'flight-desk-client', version: '1.0.0' });
  await client.connect(serverProcess());
  const { tools } = await client.listTools();
  console.log(
    `${tools.length} tools over MCP:\n${tools.map(tool => `  ${tool.name}  ${tool.description ?? ''}`).join('\n')}`,
  );
  let surprises = 0;
  for (const step of STEPS) surprises += (await play(client, step)) ? 0 : 1;
  await client.close();
  console.log(`\n${STEPS.length} calls, ${surprises} with another outcome than expected`);
  process.exitCode = surprises === 0 ? 0 : 1;
}

/** The tools of this folder, served by the command line in a process of its own. */
function serverProcess(): StdioClientTransport {
  const manifest = createRequire(import.meta.url).resolve('toolwright/package.json');
  const cli = join(dirname(manifest), 'dist', 'cli', 'main.js');
  const tools = fileURLToPath(new URL('tools.ts', import.meta.url));
  return new StdioClientTransport({ command: process.execPath, args: [cli, 'serve', tools, '--stdio'] });
}

/** Makes one call and prints it. True when it ended as expected. */
async function play(client: Client, step: Step): Promise<boolean> {
  const started = performance.now();
  const result = await client.callTool({ name: step.tool, arguments: step.arguments });
  const milliseconds = (performance.now() - started).toFixed(1);
  console.log(`\n${step.tool} ${JSON.stringify(step.arguments)}`);
  for (const repair of (result._meta?.['toolwright/repairs'] ?? []) as Repair[]) {
    console.log(
      `  repaired ${repair.path}: ${repair.rule}, ${JSON.stringify(repair.from)} → ${'to' in repair ? JSON.stringify(repair.to) : 'left out'}`,
    );
  }
  const text = (result.content as { text?: string }[]).map(block => block.text ?? '').join('\n');
  console.log(
    `  ${result.isError === true ? 'error' : 'result'} (${milliseconds} ms): ${shorten(text).replaceAll('\n', '\n    ')}`,
  );
  return (result.isError === true) === (step.fails === true);
}

interface Repair {
  readonly path: string;
  readonly rule: string;
  readonly from: unknown;
  readonly to?: unknown;
}

const shorten = (text: string): string =>
  text.length > 400 ? `${text.slice(0, 400)}… (${text.length} characters)` : text;

await main();

import { fork } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { buildRaw, startOurs } from './mcp-part.mjs';

/**
 * Our server against the SDK's own, with 1,000 tools each and one client of the SDK: calls one after another and 32 in flight, and
 * the listing of all tools. Rounds alternate, so that other programs at work slow both down. The ratio is ours to the SDK's time.
 */
const ROUNDS = 5;
const part = fileURLToPath(new URL('mcp-part.mjs', import.meta.url));
const rows = [];
const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** A client's end of two pipes within this process. */
class PipeTransport {
  #buffer = new ReadBuffer();

  constructor(input, output) {
    this.input = input;
    this.output = output;
  }

  async start() {
    this.input.on('data', chunk => {
      this.#buffer.append(chunk);
      for (let message = this.#buffer.readMessage(); message !== null; message = this.#buffer.readMessage())
        this.onmessage?.(message);
    });
  }

  async send(message) {
    this.output.write(serializeMessage(message));
  }

  async close() {
    this.output.end();
    this.onclose?.();
  }
}

const WAYS = {
  async 'in memory'(whose) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    if (whose === 'ours') await startOurs({ stdio: { input, output } });
    else await buildRaw().connect(new StdioServerTransport(input, output));
    return { transport: new PipeTransport(output, input), end: () => undefined };
  },
  async stdio(whose) {
    const transport = new StdioClientTransport({ command: process.execPath, args: [part, whose, 'stdio'] });
    return { transport, end: () => undefined };
  },
  async http(whose) {
    const child = fork(part, [whose, 'http']);
    const url = await new Promise(resolve => child.once('message', resolve));
    return { transport: new StreamableHTTPClientTransport(new URL(url)), end: () => child.kill() };
  },
};

async function connect(way, whose) {
  const { transport, end } = await WAYS[way](whose);
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  return { client, close: () => client.close().then(end) };
}

const echo = client => client.callTool({ name: 'echo', arguments: { text: 'hello' } });

async function inFlight(client, calls, width) {
  let left = calls;
  const lane = async () => {
    while (left-- > 0) await echo(client);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Both do the same in turns. */
async function compare(what, { ours, raw }, { times, limit, work }) {
  await work(ours.client);
  await work(raw.client);
  const [mine, theirs] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    mine.push(await timed(() => work(ours.client)));
    theirs.push(await timed(() => work(raw.client)));
  }
  const ratio = median(mine.map((value, index) => value / theirs[index]));
  rows.push({
    what,
    'ours, ms each': +(median(mine) / times).toFixed(3),
    'SDK, ms each': +(median(theirs) / times).toFixed(3),
    ratio: +ratio.toFixed(2),
    limit,
    verdict: ratio <= limit ? 'met' : 'missed',
  });
}

for (const way of Object.keys(WAYS)) {
  const calls = way === 'http' ? 200 : 2_000;
  const pair = { ours: await connect(way, 'ours'), raw: await connect(way, 'raw') };
  const one = { times: calls, limit: 1.15, work: client => inFlight(client, calls, 1) };
  await compare(`${way}: calls, one after another`, pair, one);
  const many = { times: calls, limit: 1.15, work: client => inFlight(client, calls, 32) };
  await compare(`${way}: calls, 32 in flight`, pair, many);
  const list = { times: 1, limit: 1, work: client => client.listTools() };
  await compare(`${way}: listing 1,000 tools`, pair, list);
  await pair.ours.close();
  await pair.raw.close();
}
console.table(rows);
if (rows.some(({ verdict }) => verdict === 'missed')) process.exitCode = 1;
process.exit();

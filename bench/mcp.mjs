import { fork } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createToolRuntime } from 'toolwright';
import { McpTools } from 'toolwright/mcp';
import { buildRaw, startOurs } from './mcp-part.mjs';

/**
 * Our server against the SDK's own, each with 1,000 tools and a client of the SDK; and our client against the SDK's, each with a
 * server of the SDK: calls one after another and 32 in flight, and the listing of all tools. Both clients ask for progress. Ours
 * checks arguments against the schema before it sends them, and masks, bounds and answers as for any tool. Rounds alternate, so that other programs at work
 * slow both down. The ratio is ours to the SDK's time.
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

async function startHttp(whose) {
  const child = fork(part, [whose, 'http']);
  const url = await new Promise(resolve => child.once('message', resolve));
  return { child, url };
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
    const { child, url } = await startHttp(whose);
    return { transport: new StreamableHTTPClientTransport(new URL(url)), end: () => child.kill() };
  },
};

/** What our client asks for with each call, so that one that is at work is not given up. */
const WATCHED = { onprogress: () => undefined, resetTimeoutOnProgress: true };

/** A client of the SDK, with the server of either. */
async function connect(way, whose, options) {
  const { transport, end } = await WAYS[way](whose);
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  return {
    echo: () => client.callTool({ name: 'echo', arguments: { text: 'hello' } }, undefined, options),
    list: () => client.listTools(),
    close: () => client.close().then(end),
  };
}

/** Our client, with a server of the SDK. */
async function connectOurs(config) {
  const servers = await new McpTools({ mcpServers: { raw: config } }).open();
  const runtime = createToolRuntime(servers.definitions());
  const run = runtime.openRun();
  return {
    echo: () => run.call({ name: 'raw_echo', arguments: { text: 'hello' } }),
    close: () => runtime.close().then(() => servers.close()),
  };
}

async function inFlight({ echo }, calls, width) {
  let left = calls;
  const lane = async () => {
    while (left-- > 0) await echo();
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
  await work(ours);
  await work(raw);
  const [mine, theirs] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    mine.push(await timed(() => work(ours)));
    theirs.push(await timed(() => work(raw)));
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

async function compareCalls(what, pair, calls) {
  for (const [how, width] of [
    ['one after another', 1],
    ['32 in flight', 32],
  ])
    await compare(`${what}: calls, ${how}`, pair, {
      times: calls,
      limit: 1.15,
      work: side => inFlight(side, calls, width),
    });
}

const callsOf = way => (way === 'http' ? 300 : 2_000);

for (const way of Object.keys(WAYS)) {
  const pair = { ours: await connect(way, 'ours'), raw: await connect(way, 'raw') };
  await compareCalls(`server, ${way}`, pair, callsOf(way));
  await compare(`server, ${way}: listing 1,000 tools`, pair, {
    times: 1,
    limit: 1,
    work: side => side.list(),
  });
  await pair.ours.close();
  await pair.raw.close();
}

const { child, url } = await startHttp('raw');
const CONFIGS = { stdio: { command: process.execPath, args: [part, 'raw', 'stdio'] }, http: { url } };
for (const way of Object.keys(CONFIGS)) {
  const pair = { ours: await connectOurs(CONFIGS[way]), raw: await connect(way, 'raw', WATCHED) };
  await compareCalls(`client, ${way}`, pair, callsOf(way));
  await pair.ours.close();
  await pair.raw.close();
}
child.kill();
console.table(rows);
if (rows.some(({ verdict }) => verdict === 'missed')) process.exitCode = 1;
process.exit();

import { createServer } from 'node:http';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { defineTool } from 'toolwright';
import { serveMcp } from 'toolwright/mcp';
import { z } from 'zod';

/** One of the servers that bench/mcp.mjs compares: `node mcp-part.mjs ours|raw stdio|http`. */
const TOOLS = 1_000;

/** Our server, with an echo and many other tools. */
export const startOurs = where =>
  serveMcp(
    [
      defineTool({ name: 'echo', input: { text: 'string' }, execute: ({ text }) => text }),
      ...Array.from({ length: TOOLS - 1 }, (_, n) =>
        defineTool({
          name: `tool_${n}`,
          description: `Tool ${n}.`,
          input: { text: 'string', count: 'integer?' },
          execute: () => '',
        }),
      ),
    ],
    where,
  );

/** The high-level server of the SDK, with the same tools: what a program without toolwright would be. */
export function buildRaw() {
  const server = new McpServer({ name: 'raw', version: '1.0.0' });
  server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }));
  for (let n = 0; n < TOOLS - 1; n++) {
    server.registerTool(
      `tool_${n}`,
      { description: `Tool ${n}.`, inputSchema: { text: z.string(), count: z.number().int().optional() } },
      () => ({ content: [] }),
    );
  }
  return server;
}

async function serveRawOverHttp() {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => 'one' });
  await buildRaw().connect(transport);
  const server = createServer((request, response) => void transport.handleRequest(request, response));
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}/mcp`;
}

const [whose, how] = process.argv.slice(2);
if (how === 'stdio') {
  if (whose === 'ours') await startOurs({ stdio: true });
  else await buildRaw().connect(new StdioServerTransport());
} else if (how === 'http') {
  const url = whose === 'ours' ? (await startOurs({ http: { port: 0 } })).url : await serveRawOverHttp();
  process.send(url);
}

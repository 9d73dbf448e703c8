import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { Agent, createToolRuntime, defineTool } from 'toolwright';
import { createMcpHandler, McpTools, serveMcp } from 'toolwright/mcp';
import { ScriptedModel } from 'toolwright/testing';

const lookUpOrder = defineTool({
  name: 'look_up_order',
  description: 'Tells where an order is.',
  replayClass: 'read_only',
  input: { id: 'string' },
  execute: ({ id }) => `${id} comes on Tuesday.`,
});

// #region agent
const support = new Agent({
  name: 'support',
  description: 'Answers questions about orders.',
  instructions: 'Answer in one sentence.',
  model: new ScriptedModel([[{ name: 'look_up_order', arguments: { id: 'ORD-1' } }], 'It comes on Tuesday.']),
  tools: [lookUpOrder],
});
const server = await serveMcp([lookUpOrder, support], { name: 'orders', http: { port: 0 } });

const servers = new McpTools({ mcpServers: { orders: { url: server.url } } });
await servers.open();
const runtime = createToolRuntime(servers.definitions());
const answer = await runtime.call(
  { name: 'orders_support', arguments: { task: 'Where is ORD-1?' } },
  { onProgress: ({ message }) => console.log(message) },
);
console.log(answer.text); // It comes on Tuesday.
// #endregion
assert.equal(answer.text, 'It comes on Tuesday.');
// #region expose
const parts = await support.expose({ tools: true, instructions: true });
const desk = await serveMcp(parts, { name: 'support-desk', http: { port: 0 } });
// #endregion
await desk.close();
assert.equal(parts.length, 3);
await runtime.close();
await servers.close();
await server.close();

// #region auth
const auth = {
  issuer: 'https://login.example',
  resource: 'https://tools.example/mcp',
  scopes: ['mcp'],
  toolScopes: { look_up_order: ['orders:read'] },
};
// #endregion
// #region mount
const app = new Hono();
const handler = createMcpHandler([lookUpOrder], { http: { auth } });
app.all('/mcp', context => handler.fetch(context.req.raw));
// #endregion
const http = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
await new Promise(resolve => http.once('listening', resolve));
const { port } = http.address() as AddressInfo;
const refused = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', body: '{}' });
console.log(refused.status, refused.headers.get('www-authenticate'));
assert.equal(refused.status, 401);
await handler.close();
http.close();
await support.close();

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, createToolRuntime } from 'toolwright';
import { addServer, allowTools, JsonServerCatalogue, McpTools, syncServer } from 'toolwright/mcp';
import { ScriptedModel } from 'toolwright/testing';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-mcp-'));
process.env['NOTES_FILE'] = join(folder, 'notes.jsonl');

// #region config
const mcp = {
  mcpServers: {
    memory: {
      command: 'node',
      args: ['node_modules/@modelcontextprotocol/server-memory/dist/index.js'],
      env: { MEMORY_FILE_PATH: '${NOTES_FILE}' },
      include: ['*_entities', 'read_graph', 'search_nodes'],
      exclude: ['delete_*'],
      // Nobody takes a server's word for what its tools do.
      replayClass: { read_graph: 'read_only', search_nodes: 'read_only' },
    },
  },
} as const;
// #endregion

// #region agent
const agent = new Agent({
  model: new ScriptedModel([
    [
      {
        name: 'memory_create_entities',
        arguments: { entities: [{ name: 'Ann', entityType: 'reader', observations: ['likes Le Guin'] }] },
      },
    ],
    [{ name: 'memory_search_nodes', arguments: { query: 'Guin' } }],
    'Ann likes Le Guin.',
  ]),
  mcp,
});
const run = await agent.run('Ann likes Le Guin. Who does?');
for (const { toolName, observation } of run.calls) console.log(toolName, observation?.isError);
console.log(run.text);
await agent.close();
// #endregion
assert.equal(run.status, 'completed');
assert.match(run.calls[1]?.observation?.text ?? '', /likes Le Guin/);

// #region tools
const servers = new McpTools(mcp, { logger: console });
await servers.open();
console.log(servers.definitions().map(({ name, replayClass }) => `${name} ${replayClass}`));
const runtime = createToolRuntime(servers.definitions());
const refused = await runtime.call({ name: 'memory_search_nodes', arguments: { qery: 'Guin' } });
console.log(refused.text); // Invalid arguments for tool 'memory_search_nodes': …, without asking the server
await runtime.close();
await servers.close();
// #endregion
assert.match(refused.text, /^Invalid arguments for tool 'memory_search_nodes'/);

// #region records
const catalogue = new JsonServerCatalogue(join(folder, 'servers.json'));
const { include: _all, ...server } = mcp.mcpServers.memory;
await addServer(catalogue, 'notes', server);
const { diff } = await syncServer(catalogue, 'notes');
console.log(diff.added); // new tools are off
await allowTools(catalogue, 'notes', { on: ['read_graph'] });
const reader = new Agent({
  model: new ScriptedModel([[{ name: 'notes_read_graph' }], 'There is one note.']),
  mcp: { use: ['notes'], catalogue },
});
console.log((await reader.run('What is there?')).text);
await reader.close();
// #endregion
assert.ok(diff.added.includes('read_graph'));
rmSync(folder, { recursive: true });

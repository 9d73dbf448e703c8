// The client of the official suite's scenarios: an ordinary user of McpTools.
import { McpTools } from '../../../dist/mcp/index.js';
import { createToolRuntime } from '../../../dist/index.js';

const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const url = process.argv.at(-1);

const CALLS = {
  initialize: [],
  tools_call: [['add_numbers', { a: 5, b: 3 }]],
  'elicitation-sep1034-client-defaults': [['test_client_elicitation_defaults', {}]],
  'sse-retry': [['test_reconnection', {}]],
};

/** The pages of the suite send a browser straight back. */
async function signIn({ url: page }) {
  const { headers } = await fetch(page, { redirect: 'manual' });
  return headers.get('location') ?? undefined;
}

const isAuth = scenario.startsWith('auth/');
const isProgram = scenario.startsWith('auth/client-credentials');
const known = {
  ...(context.client_id === undefined ? {} : { clientId: context.client_id }),
  ...(context.client_secret === undefined ? {} : { clientSecret: context.client_secret }),
};
const oauth = isProgram
  ? { grant: 'client_credentials', ...known }
  : {
      grant: 'authorization_code',
      ...known,
      clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
    };

const servers = new McpTools(
  { mcpServers: { suite: { url, prefix: false, required: true, ...(isAuth ? { auth: { oauth } } : {}) } } },
  {
    signIn,
    logger: Object.fromEntries(
      ['debug', 'info', 'warn', 'error'].map(level => [level, (...words) => console.error(level, ...words)]),
    ),
    elicit: () => ({ action: 'accept', content: {} }),
  },
);
await servers.open();
const runtime = createToolRuntime(servers.definitions());
const echo = async () => {
  const [listed] = servers.listed('suite').filter(({ name }) => name !== 'json_schema_echo');
  return [['json_schema_echo', { schema: listed?.inputSchema ?? {} }]];
};
const calls =
  scenario === 'json-schema-2020-12-preservation' ? await echo() : (CALLS[scenario] ?? [['test-tool', {}]]);
for (const [name, args] of calls) {
  const observation = await runtime.call({ name, arguments: args });
  console.error(name, observation.isError ? 'failed:' : 'answered:', observation.text);
}
await runtime.close();
await servers.close();

import assert from 'node:assert/strict';
import { createToolRuntime, ToolRegistry, use } from 'toolwright';
import { serveMcp } from 'toolwright/mcp';
import { add, Office, ReceiveGoods, Search, Stock, Warehouse } from './tools.js';

const users = new Map([['Bearer ada-key', { user: 'ada' }]]);

// #region runtime
const tools = createToolRuntime(
  [Stock, ReceiveGoods, use(Search, { lists: { fruit: ['apple', 'pear'] } }), add, Office],
  {
    defaults: { timeoutMs: 10_000 },
    policies: [
      {
        name: 'no bulk',
        decide: ({ action }) => (((action as { amount?: number }).amount ?? 0) > 100 ? 'deny' : 'allow'),
      },
    ],
  },
);

const level = await tools.call(
  { name: 'stock_level', arguments: '{"item":"chair"}' },
  { state: { user: 'ada' } },
);
console.log(level.text, level.structuredContent); // {"item":"chair","count":4} { item: 'chair', count: 4 }
// #endregion
assert.deepEqual(level.structuredContent, { item: 'chair', count: 4 });

// #region run
const run = tools.openRun({ state: { user: 'ada' } });
const answers = await Promise.all([
  run.call({
    name: 'receive_goods',
    arguments: { item: 'chair', amount: '2', delivery: { carrier: 'DHL', arrives: '2026-11-30T09:00:00Z' } },
  }),
  run.call({ name: 'receive_goods', arguments: { item: 'chair', amount: 500 } }),
  run.call({ name: 'search_fruit', arguments: { text: 'pp' } }),
  run.call({ name: 'ad', arguments: {} }),
]);
await run.close();
for (const answer of answers) console.log(answer.isError ? 'error' : 'ok', answer.visualize());
// #endregion
assert.deepEqual(
  answers.map(answer => answer.text),
  [
    '6 on 2026-11-30',
    "Tool 'receive_goods' failed: the policy 'no bulk' does not allow this call. Do not repeat it.",
    '{"words":["apple"]}',
    "Unknown tool 'ad'. Did you mean 'add'?",
  ],
);
assert.deepEqual(answers[0].repairs, [{ path: '/amount', rule: 'text-to-number', from: '2', to: 2 }]);
await tools.close();

// #region guarded
const guarded = createToolRuntime([Warehouse], {
  secrets: { SCANNER_KEY: process.env['SCANNER_KEY'] ?? 'k-1234' },
  guardrails: [
    { name: 'working hours', position: 'tool_call', check: ({ run }) => run.now().getFullYear() > 2000 },
    { name: 'no prices', position: 'tool_result', check: result => !result.text.includes('EUR') },
  ],
  logger: console,
});
const counted = await guarded.call(
  { name: 'count_all', arguments: { hall: 'north' } },
  { signal: AbortSignal.timeout(60_000), onProgress: update => console.log(update.message) },
);
console.log(counted.text); // 3 shelves counted with [secret SCANNER_KEY]
// #endregion
assert.equal(counted.text, '3 shelves counted with [secret SCANNER_KEY]');
const refused = await guarded.call({ name: 'count_all', arguments: { hall: 'south' } });
assert.equal(refused.text, "Tool 'count_all' failed: The south hall is closed today; count the north hall.");
await guarded.close();

// #region registry
const registry = new ToolRegistry().register('search', Search).register('sum', add);
const chosen = createToolRuntime([], {
  registry,
  toolSpecs: [{ name: 'search', params: { lists: { city: ['Ulm', 'Bonn'] } } }, { name: 'sum' }],
});
console.log([...chosen.toolsMap.keys()]); // [ 'search_city', 'add' ]
// #endregion
assert.deepEqual([...chosen.toolsMap.keys()], ['search_city', 'add']);

// #region serve
const server = await serveMcp([Stock, Office], {
  name: 'stock-room',
  version: '1.0.0',
  http: { port: 0, auth: ({ headers }) => users.get(headers['authorization'] ?? '') },
  context: ({ principal }) => ({ state: principal }),
});
// #endregion
const refusal = await fetch(server.url, { method: 'POST' });
assert.equal(refusal.status, 401);
await server.close();

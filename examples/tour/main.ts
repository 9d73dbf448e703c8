import assert from 'node:assert/strict';
import { createToolRuntime, use } from 'toolwright';
import { add, Office, ReceiveGoods, Search, Stock } from './tools.js';

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

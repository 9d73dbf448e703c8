import assert from 'node:assert/strict';
import { Agent, defineTool, MemoryRunStore } from 'toolwright';
import {
  compareRuns,
  exportRuns,
  importRuns,
  listDifferences,
  parseExport,
  pruneRuns,
  readBelow,
  renderComparison,
} from 'toolwright/replay';
import { ScriptedModel, type ScriptTurn } from 'toolwright/testing';

const lookup = defineTool({
  name: 'lookup',
  description: 'Look up an order.',
  input: { order: 'string' },
  replayClass: 'read_only',
  execute: ({ order }) => ({ order, status: 'shipped', email: 'ann@example.com' }),
});

const store = new MemoryRunStore();
const clerk = (instructions: string, turns: ScriptTurn[]): Agent =>
  new Agent({ name: 'clerk', model: new ScriptedModel(turns), instructions, tools: [lookup], store });
const asked: ScriptTurn = [{ name: 'lookup', arguments: { order: 'A-1' } }];

const before = await clerk('Be kind.', [asked, 'It is on its way, Ann!']).run('Where is A-1?');
const after = await clerk('Be brief.', [asked, 'Shipped.']).run('Where is A-1?');

// #region compare
const a = await store.read(before.id);
const b = await store.read(after.id);
if (a === undefined || b === undefined) throw new Error('There are no such runs.');
const comparison = compareRuns(a, b, { ignore: ['usage'] });
if (!comparison.isEqual) console.log(renderComparison(comparison));
for (const { place, section } of listDifferences(comparison)) console.log(place.join(' › '), section);
// #endregion
assert.deepEqual(
  listDifferences(comparison).map(({ place, section }) => [...place, section]),
  [
    ['start', 'instructions'],
    ['step 2', 'text'],
  ],
);

// #region export
const runs = [b, ...(await readBelow(store, b.runId))];
const { lines, unused } = exportRuns(runs, { pointers: ['/**/email'], patterns: [/A-\d+/] });
if (unused.length > 0) throw new Error(`These met nothing: ${unused.join(', ')}`);
const text = `${lines.join('\n')}\n`; // for a file

const elsewhere = new MemoryRunStore();
const [imported] = await importRuns(elsewhere, parseExport(text).runs, { as: 'bug-17' });
// #endregion
assert.equal(imported, 'bug-17');
assert.doesNotMatch(text, /ann@example|A-1/);

// #region prune
const report = await pruneRuns(store, { olderThanMs: 30 * 24 * 3_600_000, keep: 1_000, dryRun: true });
console.log(`${report.deleted.length} would go, ${report.held.length} have to stay.`);
// #endregion
assert.deepEqual(await pruneRuns(store, { keep: 1 }), { deleted: [before.id], held: [] });

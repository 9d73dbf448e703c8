import fc from 'fast-check';
import { buildMessages, findOpenCalls, MemoryRunStore, summarise, sumUsage } from 'toolwright';
import { compareRuns, exportRuns, importRuns, parseExport } from 'toolwright/replay';
import { runs } from './run-arbitrary.js';
import { SEEDED } from './seed.js';

/** What users, models, tools and people write in every made-up run that has such an event. */
const WRITTEN = [
  ...['Before.', 'What is left?', 'Be kind.', 'Again.', 'money', 'why', 'ann', 'broken', 'for a reason'],
  ...['"order":', '"left":', '"total":'],
];

const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

describe('an export', () => {
  it('gives back the very run', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async run => {
        const parsed = parseExport(textOf(exportRuns([run]).lines));
        expect(parsed.runs).toEqual([run]);
        const store = new MemoryRunStore();
        await importRuns(store, parsed.runs, { as: 'copy/1' });
        const copy = (await store.read('copy/1'))!;
        expect(copy.events.every(({ runId }) => runId === 'copy/1')).toBe(true);
        expect(compareRuns(run, copy).isEqual).toBe(true);
      }),
      SEEDED,
    );
  });

  it('without content has nothing of it, and is a run that every reader can read', () => {
    fc.assert(
      fc.property(runs, run => {
        const text = textOf(exportRuns([run], { content: false }).lines);
        expect(WRITTEN.filter(written => text.includes(written))).toEqual([]);
        const [{ events } = { events: [] }] = parseExport(text).runs;
        expect(summarise(events)).toEqual(summarise(run.events));
        expect(sumUsage(events)).toEqual(sumUsage(run.events));
        expect(findOpenCalls(events).map(({ state }) => state)).toEqual(
          findOpenCalls(run.events).map(({ state }) => state),
        );
        expect(buildMessages(events).messages.map(({ role }) => role)).toEqual(
          buildMessages(run.events).messages.map(({ role }) => role),
        );
      }),
      SEEDED,
    );
  });

  it('has nothing left of what a pattern matches in content, and differs in nothing else', () => {
    const patterns = [/kind|money|again|order/i];
    fc.assert(
      fc.property(runs, run => {
        const text = textOf(exportRuns([run], { patterns }).lines);
        expect(text.replaceAll(/"toolNames?":("order"|\[[^\]]*\])/g, '')).not.toMatch(
          /kind|money|again|order/i,
        );
        const [redacted] = parseExport(text).runs;
        const again = textOf(exportRuns([redacted!], { patterns }).lines);
        expect(again).toBe(text);
      }),
      SEEDED,
    );
  });
});

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { KeptLists } from '../../../../src/schema/dialects/kept-lists.js';
import { renderTools } from '../../../../src/schema/dialects/render-tools.js';
import { type RenderableTool } from '../../../../src/schema/dialects/rendered-tool.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const tool = (name: string): RenderableTool => ({
  name,
  description: 'Made.',
  inputSchema: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
});

/** Collects until something is gone; a weak reference that was read lives until the next turn. */
async function isCollected(reference: WeakRef<object>): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    await setImmediate();
    collect();
    if (reference.deref() === undefined) return true;
  }
  return false;
}

describe('lists that are kept', () => {
  it('are the last eight that begin with one tool', () => {
    const kept = new KeptLists();
    const first = tool('first');
    const lists = Array.from({ length: 9 }, (_, index) => [first, tool(`t${index}`)]);
    const rendered = lists.map(list => renderTools(list, 'openai'));
    for (const [index, list] of lists.entries()) kept.keep(list, rendered[index]!);
    expect(lists.map(list => kept.find(list))).toEqual([undefined, ...rendered.slice(1)]);
    kept.keep([tool('other')], rendered[0]!);
    expect(kept.find(lists[1]!)).toBe(rendered[1]);
  });

  it('are found again by the same tools in the same order only', () => {
    const kept = new KeptLists();
    const [a, b] = [tool('a'), tool('b')];
    const rendered = renderTools([a, b], 'openai');
    kept.keep([a, b], rendered);
    expect(kept.find([a, b])).toBe(rendered);
    for (const other of [[], [a], [b, a], [a, tool('b')]]) expect(kept.find(other)).toBeUndefined();
  });

  it('keep neither the tools nor what was rendered of them', async () => {
    const references = ((): WeakRef<object>[] => {
      const tools = [tool('a'), tool('b')];
      return [...tools, renderTools(tools, 'openai-strict')].map(held => new WeakRef(held));
    })();
    for (const reference of references) expect(await isCollected(reference)).toBe(true);
  });

  it('let go of the later tools while the first one lives', async () => {
    const first = tool('first');
    const later = ((): WeakRef<object> => {
      const other = tool('later');
      renderTools([first, other], 'openai');
      return new WeakRef(other);
    })();
    expect(await isCollected(later)).toBe(true);
    expect(renderTools([first], 'openai').tools).toHaveLength(1);
  });
});

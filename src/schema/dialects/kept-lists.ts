import type { RenderableTool, RenderedToolList } from './rendered-tool.js';

interface KeptList {
  /** Weakly: that one tool lives keeps none of the others. */
  readonly definitions: readonly WeakRef<RenderableTool>[];
  readonly rendered: RenderedToolList;
}

/** How many lists that begin with one tool are kept: a list per step that is never the same again must not pile up. */
const MOST = 8;

/** The last lists of one dialect, each found by its tools in their order, and kept no longer than its first tool lives. */
export class KeptLists {
  private readonly byFirst = new WeakMap<RenderableTool, KeptList[]>();

  find(definitions: readonly RenderableTool[]): RenderedToolList | undefined {
    const [first] = definitions;
    const lists = first === undefined ? undefined : this.byFirst.get(first);
    return lists?.find(kept => areSame(kept.definitions, definitions))?.rendered;
  }

  keep(definitions: readonly RenderableTool[], rendered: RenderedToolList): void {
    const [first] = definitions;
    if (first === undefined) return;
    const lists = this.byFirst.get(first) ?? [];
    lists.unshift({ definitions: definitions.map(tool => new WeakRef(tool)), rendered });
    lists.length = Math.min(lists.length, MOST);
    this.byFirst.set(first, lists);
  }
}

const areSame = (kept: KeptList['definitions'], asked: readonly RenderableTool[]): boolean =>
  kept.length === asked.length && kept.every((tool, index) => tool.deref() === asked[index]);

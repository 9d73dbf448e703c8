import type { Draft, Node } from '../node.js';
import { mapReferences, References } from '../references.js';

/**
 * Puts definitions that are used once into their place, and drops those that nothing uses. Where something stands beside
 * the reference both say what they say, so it stays.
 */
export function inlineReferences(draft: Draft): Draft {
  if (Object.keys(draft.definitions).length === 0) return draft;
  const references = new References(draft);
  const recursive = references.circles();
  const uses = countUses(references);
  const isInlined = (name: string): boolean =>
    uses.get(name) === 1 && !recursive.has(name) && !references.besideOthers.has(name);
  const inline = (node: Node): Node =>
    mapReferences(node, (reference, name) => {
      const target = draft.definitions[name];
      return target === undefined || !isInlined(name) ? reference : inline(target);
    });
  const kept = Object.entries(draft.definitions).filter(([name]) => uses.has(name) && !isInlined(name));
  return {
    ...draft,
    root: inline(draft.root),
    definitions: Object.fromEntries(kept.map(([name, node]) => [name, inline(node)] as const)),
  };
}

/** Counts what the root reaches; what only an unused definition uses is unused. */
function countUses({ ofRoot, ofDefinitions }: References): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  const count = (names: readonly string[]): void => {
    for (const name of names) {
      const before = uses.get(name) ?? 0;
      uses.set(name, before + 1);
      if (before === 0) count(ofDefinitions.get(name) ?? []);
    }
  };
  count(ofRoot);
  return uses;
}

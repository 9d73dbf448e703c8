import type { Draft, Node } from './node.js';
import { mapParts, referenceOf, visitNodes } from './node.js';

/** The definitions that a node refers to, once for each reference. */
export function namesIn(node: Node): readonly string[] {
  const names: string[] = [];
  visitNodes(node, each => {
    const name = referenceOf(each);
    if (name !== undefined) names.push(name);
  });
  return names;
}

/** For each definition the definitions that it leads to, over any number of references. */
export function reachableNames({ definitions }: Draft): ReadonlyMap<string, ReadonlySet<string>> {
  const direct = new Map(Object.entries(definitions).map(([name, node]) => [name, namesIn(node)]));
  return new Map(
    [...direct].map(([name, names]) => {
      const reached = new Set(names);
      // A set hands out what is added while it is gone through.
      for (const next of reached) for (const further of direct.get(next) ?? []) reached.add(further);
      return [name, reached];
    }),
  );
}

/** The definitions that lead back to themselves. */
export function recursiveNames(draft: Draft): ReadonlySet<string> {
  const reachable = reachableNames(draft);
  return new Set([...reachable.keys()].filter(name => reachable.get(name)?.has(name) === true));
}

/** The definitions that are referred to by nodes which say more than that. */
export function namesBesideOthers({ root, definitions }: Draft): ReadonlySet<string> {
  const names = new Set<string>();
  for (const start of [root, ...Object.values(definitions)])
    visitNodes(start, node => {
      const name = referenceOf(node);
      if (name !== undefined && Object.keys(node).length > 1) names.add(name);
    });
  return names;
}

/** A node with every reference in it changed, also those in what stands beside another. */
export function mapReferences(node: Node, change: (reference: Node, name: string) => Node): Node {
  const name = referenceOf(node);
  const mapped = mapParts(node, child => mapReferences(child, change));
  return name === undefined ? mapped : change(mapped, name);
}

import type { Draft, Node } from './node.js';
import { mapParts, referenceOf, visitNodes } from './node.js';

/** What refers to what in a schema, found in one walk. */
export class References {
  /** The definitions that the root refers to, once for each reference. */
  readonly ofRoot: readonly string[];
  /** The same for each definition. */
  readonly ofDefinitions: ReadonlyMap<string, readonly string[]>;
  /** The definitions that are referred to by nodes which say more than that. */
  readonly besideOthers: ReadonlySet<string>;

  constructor({ root, definitions }: Draft) {
    const besideOthers = new Set<string>();
    const namesIn = (start: Node): readonly string[] => {
      const names: string[] = [];
      visitNodes(start, node => {
        const name = referenceOf(node);
        if (name === undefined) return;
        names.push(name);
        if (Object.keys(node).length > 1) besideOthers.add(name);
      });
      return names;
    };
    this.ofRoot = namesIn(root);
    this.ofDefinitions = new Map(
      Object.entries(definitions).map(([name, node]) => [name, namesIn(node)] as const),
    );
    this.besideOthers = besideOthers;
  }

  /** For each definition the definitions that it leads to, over any number of references. */
  reachable(): ReadonlyMap<string, ReadonlySet<string>> {
    return new Map(
      [...this.ofDefinitions].map(([name, names]) => {
        const reached = new Set(names);
        // A set hands out what is added while it is gone through.
        for (const next of reached)
          for (const further of this.ofDefinitions.get(next) ?? []) reached.add(further);
        return [name, reached];
      }),
    );
  }

  /** The definitions that lead back to themselves. */
  recursive(): ReadonlySet<string> {
    const reachable = this.reachable();
    return new Set([...reachable.keys()].filter(name => reachable.get(name)?.has(name) === true));
  }
}

/** A node with every reference in it changed, also those in what stands beside another. */
export function mapReferences(node: Node, change: (reference: Node, name: string) => Node): Node {
  const name = referenceOf(node);
  const mapped = mapParts(node, child => mapReferences(child, change));
  return name === undefined ? mapped : change(mapped, name);
}

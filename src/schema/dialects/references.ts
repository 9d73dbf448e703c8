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

  /** The definitions that lead back to themselves, each with the circles it is in: two in the same lead to each other. */
  circles(): ReadonlyMap<string, number> {
    const walk = new CircleWalk(this.ofDefinitions);
    for (const name of this.ofDefinitions.keys()) walk.visit(name);
    return walk.circles;
  }
}

/** Tarjan's strongly connected components: what leads where, each reference followed once. */
class CircleWalk {
  readonly circles = new Map<string, number>();
  private readonly order = new Map<string, number>();
  private readonly open: string[] = [];
  private readonly isOpen = new Set<string>();

  constructor(private readonly references: References['ofDefinitions']) {}

  /** The earliest definition that is still open and that `name` leads to. */
  visit(name: string): number {
    const known = this.order.get(name);
    if (known !== undefined) return this.isOpen.has(name) ? known : Infinity;
    const own = this.order.size;
    this.order.set(name, own);
    this.open.push(name);
    this.isOpen.add(name);
    let earliest = Infinity;
    for (const next of this.references.get(name) ?? []) earliest = Math.min(earliest, this.visit(next));
    if (earliest >= own) this.close(name, earliest === own ? own : undefined);
    return earliest >= own ? Infinity : earliest;
  }

  private close(name: string, circle: number | undefined): void {
    for (let last = this.open.pop(); last !== undefined; last = this.open.pop()) {
      this.isOpen.delete(last);
      if (circle !== undefined) this.circles.set(last, circle);
      if (last === name) return;
    }
  }
}

/** A node with every reference in it changed, also those in what stands beside another. */
export function mapReferences(node: Node, change: (reference: Node, name: string) => Node): Node {
  const name = referenceOf(node);
  const mapped = mapParts(node, child => mapReferences(child, change));
  return name === undefined ? mapped : change(mapped, name);
}

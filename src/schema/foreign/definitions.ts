import { unescapeStep } from '../plan/pointer.js';
import { childrenOf, type RawNode } from './places.js';
import type { References } from './references.js';
import type { Resources } from './resources.js';

/** The nodes that something refers to, by the names they get under `$defs`; what nothing refers to is left out. */
export class Definitions {
  /** In the order in which they are met. */
  readonly names = new Map<RawNode, string>();
  private readonly targets = new Map<RawNode, RawNode | boolean | undefined>();
  private readonly taken = new Set<string>();

  constructor(
    readonly root: RawNode,
    private readonly references: References,
    private readonly resources: Resources,
  ) {
    const later = [root];
    for (const node of later) this.survey(node, later);
  }

  /** What a node refers to. */
  targetOf(node: RawNode): RawNode | boolean | undefined {
    return this.targets.get(node);
  }

  referenceTo(node: RawNode): string | undefined {
    if (node === this.root) return '#';
    const name = this.names.get(node);
    return name === undefined ? undefined : `#/$defs/${name}`;
  }

  private survey(node: RawNode, later: RawNode[]): void {
    if (this.targets.has(node)) return;
    const target = this.references.follow(node);
    this.targets.set(node, target);
    if (typeof target === 'object') {
      later.push(target);
      if (target !== this.root && !this.names.has(target)) this.names.set(target, this.nameFor(target));
    }
    later.push(...childrenOf(node).map(child => child.node));
  }

  private nameFor(node: RawNode): string {
    const { pointer } = this.resources.placeOf(node);
    const last = unescapeStep(pointer.slice(pointer.lastIndexOf('/') + 1));
    const plain =
      last
        .replace(/[^A-Za-z0-9._-]+/g, '_')
        .replace(/^_+(proto)_+$/, '$1')
        .slice(0, 64) || 'part';
    let name = /^\d+$/.test(plain) ? `part_${plain}` : plain;
    for (let count = 2; this.taken.has(name); count++) name = `${plain}_${count}`;
    this.taken.add(name);
    return name;
  }
}

import { childPath } from '../plan/pointer.js';
import { stableText } from '../plan/same-value.js';
import type { Draft } from './draft.js';
import { allChildrenOf, type RawNode } from './places.js';
import { type Report, show } from './report.js';

/** Where a node stands. */
export interface Place {
  readonly pointer: string;
  /** The URI that references of the node are relative to. */
  readonly base: string;
}

/** Of a schema that does not say where it is from. */
const NOWHERE = 'schema://unnamed/';

/** The nodes of one schema by the names they can be referred to by. Nothing outside of it is ever looked up. */
export class Resources {
  private readonly places = new Map<RawNode, Place>();
  private readonly named = new Map<string, RawNode>();
  /** Names that two different nodes have. */
  private readonly disputed = new Set<string>();
  private readonly dynamic = new Set<string>();

  constructor(
    readonly root: RawNode,
    private readonly draft: Draft,
    private readonly report: Report,
  ) {
    this.named.set(NOWHERE, root);
    this.visit(root, { pointer: '', base: NOWHERE });
  }

  placeOf(node: RawNode): Place {
    return this.places.get(node) ?? { pointer: '', base: NOWHERE };
  }

  isKnown(node: RawNode): boolean {
    return this.places.has(node);
  }

  /** Makes known a node in a place where no schema is expected, because something refers to it. */
  add(node: RawNode, place: Place): void {
    if (!this.places.has(node)) this.visit(node, place);
  }

  /** The node with a URI, or with a URI and an anchor; refused where two nodes have that name. */
  find(uri: string): RawNode | 'disputed' | undefined {
    return this.disputed.has(uri) ? 'disputed' : this.named.get(uri);
  }

  /**
   * The node that dynamic references of a name lead to. The root's own comes first wherever a walk came from; among
   * those of others the way that the walk took would decide.
   */
  findDynamic(name: string): RawNode | 'disputed' | undefined {
    const own = `${this.placeOf(this.root).base}#${name}`;
    const all = [...this.dynamic].filter(uri => uri.endsWith(`#${name}`));
    if (!all.includes(own) && all.length > 1) return 'disputed';
    return this.find(all.includes(own) ? own : (all[0] ?? own));
  }

  isDynamic(uri: string): boolean {
    return this.dynamic.has(uri);
  }

  private visit(node: RawNode, outer: Place): void {
    const place = { ...outer, base: this.readId(node, outer) };
    this.places.set(node, place);
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const anchor = node[keyword];
      if (typeof anchor !== 'string') continue;
      this.name(`${place.base}#${anchor}`, node);
      if (keyword === '$dynamicAnchor') this.dynamic.add(`${place.base}#${anchor}`);
    }
    for (const { node: child, steps } of allChildrenOf(node))
      this.visit(child, { ...place, pointer: steps.reduce<string>(childPath, place.pointer) });
  }

  /** The base URI inside of a node. Up to draft 07 an identifier of a fragment alone is what became `$anchor`. */
  private readId(node: RawNode, { base, pointer }: Place): string {
    const id = node[this.draft.id];
    if (typeof id !== 'string' || (this.draft.ignoresSiblings && node['$ref'] !== undefined)) return base;
    const [path = '', anchor = ''] = id.split('#', 2);
    const uri = path === '' ? base : resolveUri(path, base);
    if (uri === undefined) {
      this.report.note(pointer, `its ${this.draft.id} ${show(id)} is no URI and was removed.`);
      return base;
    }
    if (path !== '') this.name(uri, node);
    if (anchor !== '') this.name(`${uri}#${anchor}`, node);
    return uri;
  }

  private name(uri: string, node: RawNode): void {
    const other = this.named.get(uri);
    if (other !== undefined && other !== node && stableText(other) !== stableText(node))
      this.disputed.add(uri);
    this.named.set(uri, other ?? node);
  }
}

export function resolveUri(uri: string, base: string): string | undefined {
  try {
    return new URL(uri, base).href;
  } catch {
    return undefined;
  }
}

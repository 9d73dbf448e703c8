import type { ManifestClass, ManifestTool, ToolManifest } from './manifest.js';

/** What a manifest says of one class. */
export interface ManifestEntry {
  /** `src/orders.ts#Orders`. */
  readonly id: string;
  /** The class as a tool of its own. */
  readonly tool: ManifestTool | undefined;
  /** Methods that are tools. */
  readonly methods: ReadonlyMap<string, ManifestTool>;
  readonly staticMethods: ReadonlyMap<string, ManifestTool>;
  /** The class as something that values are made of. */
  readonly type: ManifestClass | undefined;
}

interface Draft {
  readonly id: string;
  tool: ManifestTool | undefined;
  readonly methods: Map<string, ManifestTool>;
  readonly staticMethods: Map<string, ManifestTool>;
  type: ManifestClass | undefined;
}

/** Finds what a manifest says of a class, by its id or by its name. */
export class ManifestIndex {
  private readonly byId = new Map<string, Draft>();
  private readonly byName = new Map<string, Draft[]>();

  constructor(manifest: ToolManifest) {
    for (const tool of manifest.tools) this.addTool(tool);
    for (const type of Object.values(manifest.types)) {
      if (type.kind === 'class') this.entry(type.id, type.className).type = type;
    }
  }

  find(id: string): ManifestEntry | undefined {
    return this.byId.get(id);
  }

  /** Several, when files have classes of one name. */
  named(className: string): readonly ManifestEntry[] {
    return this.byName.get(className) ?? [];
  }

  private addTool(tool: ManifestTool): void {
    const entry = this.entry(classIdOf(tool), tool.className);
    if (tool.member === undefined) entry.tool = tool;
    else (tool.isStatic === true ? entry.staticMethods : entry.methods).set(tool.member, tool);
  }

  private entry(id: string, className: string): Draft {
    const present = this.byId.get(id);
    if (present !== undefined) return present;
    const fresh: Draft = {
      id,
      tool: undefined,
      methods: new Map(),
      staticMethods: new Map(),
      type: undefined,
    };
    this.byId.set(id, fresh);
    this.byName.set(className, [...(this.byName.get(className) ?? []), fresh]);
    return fresh;
  }
}

/** `src/orders.ts#Orders` for the tool `src/orders.ts#Orders.lookupOrder`. */
export const classIdOf = ({ id, member }: ManifestTool): string =>
  member === undefined ? id : id.slice(0, -member.length - 1);

const indexes = new WeakMap<ToolManifest, ManifestIndex>();

/** The index of a manifest; made once. */
export function indexOf(manifest: ToolManifest): ManifestIndex {
  let index = indexes.get(manifest);
  if (index === undefined) indexes.set(manifest, (index = new ManifestIndex(manifest)));
  return index;
}

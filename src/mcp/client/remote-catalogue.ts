import type { RunContext } from '../../context/run-context.js';
import { canonicalHash } from '../../foundation/canonical-json.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import type { JsonValue } from '../../foundation/json.js';
import { compileGlob } from '../../security/policies/glob.js';
import type { Observation } from '../../tool/observation.js';
import type { ReplayClass } from '../../tool/replay-class.js';
import type { ToolDefinition } from '../../tool/tool-definition.js';
import { adaptTool, type BoundTool, readRemoteTool, type RemoteTool } from './adapt-tool.js';
import { exportedNames } from './exported-names.js';
import type { McpServerConfig } from './server-config.js';

/** A tool of a server, and what was made of it. */
export interface AdaptedRemoteTool {
  readonly tool: RemoteTool;
  readonly definition: ToolDefinition;
}

/** What the tools of a server have come to, and what was left out. */
export interface RemoteCatalogue {
  readonly tools: readonly AdaptedRemoteTool[];
  readonly warnings: readonly string[];
}

/** What changed from one list to the next, by names as models know them. */
export interface CatalogueChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

interface Kept extends AdaptedRemoteTool {
  readonly hash: string;
}

const DEFAULT_DEADLINE_MS = 600_000;

/** Makes tools of what a server lists. A tool that is listed as before stays the object that it was, so that nothing made of it is made again. */
export class CatalogueBuilder {
  #kept = new Map<string, Kept>();

  constructor(
    private readonly server: string,
    private readonly config: McpServerConfig,
    private readonly call: (tool: BoundTool, args: unknown, run: RunContext) => Promise<Observation>,
  ) {}

  build(listed: readonly unknown[]): RemoteCatalogue & { readonly change: CatalogueChange } {
    const warnings: string[] = [];
    const tools = this.#select(listed, warnings);
    const { prefix = this.server } = this.config;
    const names = exportedNames([...tools.keys()], prefix === false ? '' : prefix);
    const next = new Map<string, Kept>();
    for (const [name, tool] of tools) {
      const kept = this.#adapt(tool, names.get(name) ?? name, warnings);
      if (kept !== undefined) next.set(kept.definition.name, kept);
    }
    const change = changeBetween(this.#kept, next);
    this.#kept = next;
    return { tools: [...next.values()], warnings, change };
  }

  /** Those that are wanted and whole, by their names at the server; of two with one name the first. */
  #select(listed: readonly unknown[], warnings: string[]): Map<string, RemoteTool> {
    const { include = ['*'], exclude = [], replayClass = {} } = this.config;
    const isIncluded = include.map(compileGlob);
    const isExcluded = exclude.map(compileGlob);
    const tools = new Map<string, RemoteTool>();
    const all = new Set<string>();
    for (const [index, each] of listed.entries()) {
      const tool = readRemoteTool(each);
      if (typeof tool === 'string') {
        warnings.push(`Tool ${index + 1} of '${this.server}' is left out: ${tool}.`);
        continue;
      }
      const { name } = tool;
      all.add(name);
      if (!isIncluded.some(fits => fits(name)) || isExcluded.some(fits => fits(name))) continue;
      if (tools.has(name)) warnings.push(`'${this.server}' lists '${name}' twice; the first is used.`);
      else tools.set(name, tool);
    }
    for (const name of typeof replayClass === 'string' ? [] : Object.keys(replayClass))
      if (!all.has(name)) warnings.push(`'${this.server}' has no '${name}', which replayClass names.`);
    return tools;
  }

  #adapt(tool: RemoteTool, exportedName: string, warnings: string[]): Kept | undefined {
    const hash = canonicalHash([exportedName, tool as unknown as JsonValue]);
    const kept = this.#kept.get(exportedName);
    if (kept?.hash === hash) return kept;
    const { deadlineMs = DEFAULT_DEADLINE_MS } = this.config;
    try {
      const { definition, warning } = adaptTool(tool, {
        exportedName,
        replayClass: this.#replayClassOf(tool.name),
        timeoutMs: deadlineMs,
        call: this.call,
      });
      if (warning !== undefined) warnings.push(`Tool '${tool.name}' of '${this.server}': ${warning}`);
      return { hash, tool, definition };
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error;
      warnings.push(`Tool '${tool.name}' of '${this.server}' is left out: ${error.message}`);
      return undefined;
    }
  }

  #replayClassOf(name: string): ReplayClass {
    const { replayClass = 'side_effecting' } = this.config;
    if (typeof replayClass === 'string') return replayClass;
    return Object.hasOwn(replayClass, name) ? (replayClass[name] as ReplayClass) : 'side_effecting';
  }
}

function changeBetween(before: ReadonlyMap<string, Kept>, after: ReadonlyMap<string, Kept>): CatalogueChange {
  const names = [...after.keys()];
  return {
    added: names.filter(name => !before.has(name)),
    removed: [...before.keys()].filter(name => !after.has(name)),
    changed: names.filter(name => before.has(name) && before.get(name)?.hash !== after.get(name)?.hash),
  };
}

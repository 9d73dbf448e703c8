import { canonicalHash } from '../../foundation/canonical-json.js';
import type { JsonValue } from '../../foundation/json.js';
import type { RemoteTool } from './adapt-tool.js';
import type { McpServerConfig } from './server-config.js';

/** A server that is kept by name: how it is reached, and what of it may be used. Plain JSON. */
export interface ServerRecord {
  readonly name: string;
  readonly config: McpServerConfig;
  /**
   * Tools that may be used, by their names at the server: `all` of them, whatever comes; those listed, none when the list is
   * empty. @defaultValue nobody has decided: none are used
   */
  readonly allowed?: 'all' | readonly string[];
  /** What the server had when it was last synced. @defaultValue it never was */
  readonly tools?: readonly RecordedTool[];
}

/** A tool as it was approved. */
export interface RecordedTool {
  readonly name: string;
  readonly description: string;
  /** Of all that a model and a caller see of it. A tool whose definition has another one is not used. */
  readonly hash: string;
  /** What its parts hash to, so that a change can be told. */
  readonly parts: Readonly<Record<ToolPart, string>>;
  /** What it has come to since, and that nobody has approved. */
  readonly held?: Omit<RecordedTool, 'name' | 'held'>;
}

const PARTS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;
type ToolPart = (typeof PARTS)[number];

/** What a sync found. */
export interface SyncDiff {
  /** New ones are off until they are allowed, unless all are. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Held, until a sync that approves finds them just so. */
  readonly changed: readonly SyncChange[];
  /** Approved by this sync. */
  readonly approved: readonly string[];
}

/** A tool that is not what it was. */
export interface SyncChange {
  readonly name: string;
  readonly parts: readonly string[];
  /** Its description as approved, and as it is now. */
  readonly before: string;
  readonly after: string;
}

/** What may be used of a server: nothing decided, all, none, or some. */
export type RecordState = 'unset' | 'all' | 'none' | 'some';

export function stateOf({ allowed }: ServerRecord): RecordState {
  if (allowed === undefined) return 'unset';
  if (allowed === 'all') return 'all';
  return allowed.length === 0 ? 'none' : 'some';
}

/** Why a tool of the server may not be used; undefined when it may. */
export type OffReason = 'off' | 'held' | 'never synced';

export function whyOff({ allowed, tools = [] }: ServerRecord, tool: RemoteTool): OffReason | undefined {
  if (allowed === undefined || (allowed !== 'all' && !allowed.includes(tool.name))) return 'off';
  const recorded = tools.find(({ name }) => name === tool.name);
  if (recorded === undefined) return allowed === 'all' ? undefined : 'never synced';
  return recorded.hash === definitionOf(tool).hash ? undefined : 'held';
}

/**
 * The record with what the server has by now. A tool that is no longer there is forgotten, its switch too; one that has changed
 * is held; `approves` admits those that are as they were held, or of them those named.
 */
export function syncRecord(
  record: ServerRecord,
  listed: readonly RemoteTool[],
  approves: boolean | readonly string[],
): { readonly record: ServerRecord; readonly diff: SyncDiff } {
  const before = new Map((record.tools ?? []).map(tool => [tool.name, tool]));
  const names = new Set(listed.map(({ name }) => name));
  const changed: SyncChange[] = [];
  const admitted: string[] = [];
  const tools = listed.map((tool): RecordedTool => {
    const now: RecordedTool = { name: tool.name, ...definitionOf(tool) };
    const approved = before.get(tool.name) ?? now;
    if (approved.hash === now.hash) return now;
    const isWanted = typeof approves === 'boolean' ? approves : approves.includes(tool.name);
    if (isWanted && approved.held?.hash === now.hash) {
      admitted.push(tool.name);
      return now;
    }
    changed.push({
      name: tool.name,
      parts: PARTS.filter(part => approved.parts[part] !== now.parts[part]),
      before: approved.description,
      after: now.description,
    });
    const { name: _name, ...held } = now;
    return { ...approved, held };
  });
  const { allowed } = record;
  const kept =
    allowed === undefined || allowed === 'all' ? {} : { allowed: allowed.filter(name => names.has(name)) };
  return {
    record: { ...record, ...kept, tools },
    diff: {
      added: [...names].filter(name => !before.has(name)),
      removed: [...before.keys()].filter(name => !names.has(name)),
      changed,
      approved: admitted,
    },
  };
}

function definitionOf(tool: RemoteTool): Omit<RecordedTool, 'name' | 'held'> {
  const parts = Object.fromEntries(
    PARTS.map(part => [part, canonicalHash((tool[part] ?? null) as JsonValue)]),
  ) as Record<ToolPart, string>;
  return { description: tool.description ?? '', hash: canonicalHash(parts), parts };
}

import { type McpReport, type ServerRecord, stateOf, type SyncDiff } from '../../mcp/index.js';
import { oneLine } from '../one-line.js';

const WORDS = { unset: 'nothing decided', all: 'all allowed', none: 'none allowed', some: '' } as const;

/** A server a line: its name, where it is, and what of it may be used. */
export function renderServers(records: readonly ServerRecord[]): string {
  if (records.length === 0) return 'There are no servers. Add one: toolwright mcp add NAME URL';
  return records.map(record => `${record.name}  ${placeOf(record)}  ${describeState(record)}`).join('\n');
}

/** A server and its tools, a line each. */
export function renderServer(record: ServerRecord): string {
  const { tools } = record;
  const head = `${record.name}  ${placeOf(record)}  ${describeState(record)}`;
  if (tools === undefined) return `${head}\nnever synced: toolwright mcp sync ${record.name}`;
  return [
    head,
    ...tools.map(({ name, description, held }) => {
      const state = !isOn(record, name) ? 'off ' : held === undefined ? 'on  ' : 'held';
      return `  ${state}  ${oneLine(name)}  ${oneLine(description, 80)}`;
    }),
  ].join('\n');
}

const isOn = ({ allowed }: ServerRecord, tool: string): boolean =>
  allowed === 'all' || allowed?.includes(tool) === true;

/** Why a tool of the server cannot be called, and what to do about that. */
export function explainUnused(record: ServerRecord, tool: string, reports: readonly McpReport[]): string {
  const { name, tools } = record;
  const found = tools?.find(each => each.name === tool);
  if (tools === undefined) return `${name} was never synced: toolwright mcp sync ${name}`;
  if (found === undefined)
    return `${name} has no tool '${tool}', but ${tools.map(each => oneLine(each.name)).join(', ') || 'none at all'}.`;
  if (!isOn(record, tool)) return `'${tool}' of ${name} is off: toolwright mcp allow ${name} ${tool}`;
  if (found.held !== undefined)
    return `'${tool}' of ${name} changed since it was approved: toolwright mcp sync ${name} --approve`;
  const reasons = reports.map(({ reason }) => ` ${reason}`).join(';');
  return `'${tool}' of ${name} cannot be used:${reasons || ` see toolwright mcp sync ${name}`}`;
}

/** What a sync found, and what to do about it. */
export function renderDiff(record: ServerRecord, { added, removed, changed, approved }: SyncDiff): string {
  const { name, tools = [] } = record;
  const isHeld = changed.length > 0;
  const areNewOff = added.length > 0 && record.allowed !== 'all';
  const lines = [
    ...added.map(tool => `+ ${oneLine(tool)}${areNewOff ? '  (off)' : ''}`),
    ...removed.map(tool => `- ${oneLine(tool)}`),
    ...changed.flatMap(({ name: tool, parts, before, after }) => [
      `~ ${oneLine(tool)}: ${parts.join(', ')}  (held)`,
      ...(parts.includes('description') ? [`    was: ${oneLine(before)}`, `    now: ${oneLine(after)}`] : []),
    ]),
    ...approved.map(tool => `~ ${oneLine(tool)}  (approved)`),
  ];
  return [
    ...(lines.length === 0 ? [`${name} is as it was: ${tools.length} tools`] : lines),
    ...(areNewOff ? [`Allow some: toolwright mcp allow ${name} ${oneLine(added[0] ?? '')}`] : []),
    ...(isHeld ? [`Use the changed ones: toolwright mcp sync ${name} --approve`] : []),
  ].join('\n');
}

function placeOf({ config: { url, command, args = [] } }: ServerRecord): string {
  return oneLine(url ?? [command, ...args].join(' '));
}

function describeState(record: ServerRecord): string {
  const state = stateOf(record);
  if (state !== 'some') return WORDS[state];
  return `${record.allowed?.length ?? 0} of ${record.tools?.length ?? 0} allowed`;
}

import { type ServerRecord, stateOf, type SyncDiff } from '../../mcp/index.js';

const WORDS = { unset: 'nothing decided', all: 'all allowed', none: 'none allowed', some: '' } as const;

/** Names and descriptions come from servers, and a terminal does what control characters say. */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, mark => `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`);

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
      const isOn = record.allowed === 'all' || record.allowed?.includes(name) === true;
      const state = !isOn ? 'off ' : held === undefined ? 'on  ' : 'held';
      return `  ${state}  ${plain(name)}  ${plain(description).trim().slice(0, 80)}`;
    }),
  ].join('\n');
}

/** What a sync found, and what to do about it. */
export function renderDiff(record: ServerRecord, { added, removed, changed, approved }: SyncDiff): string {
  const { name, tools = [] } = record;
  const isHeld = changed.length > 0;
  const areNewOff = added.length > 0 && record.allowed !== 'all';
  const lines = [
    ...added.map(tool => `+ ${plain(tool)}${areNewOff ? '  (off)' : ''}`),
    ...removed.map(tool => `- ${plain(tool)}`),
    ...changed.flatMap(({ name: tool, parts, before, after }) => [
      `~ ${plain(tool)}: ${parts.join(', ')}  (held)`,
      ...(parts.includes('description') ? [`    was: ${plain(before)}`, `    now: ${plain(after)}`] : []),
    ]),
    ...approved.map(tool => `~ ${plain(tool)}  (approved)`),
  ];
  return [
    ...(lines.length === 0 ? [`${name} is as it was: ${tools.length} tools`] : lines),
    ...(areNewOff ? [`Allow some: toolwright mcp allow ${name} ${plain(added[0] ?? '')}`] : []),
    ...(isHeld ? [`Use the changed ones: toolwright mcp sync ${name} --approve`] : []),
  ].join('\n');
}

function placeOf({ config: { url, command, args = [] } }: ServerRecord): string {
  return plain(url ?? [command, ...args].join(' '));
}

function describeState(record: ServerRecord): string {
  const state = stateOf(record);
  if (state !== 'some') return WORDS[state];
  return `${record.allowed?.length ?? 0} of ${record.tools?.length ?? 0} allowed`;
}

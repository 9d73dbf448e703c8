import { DefinitionError } from '../../foundation/definition-error.js';
import { nearestNames } from '../../foundation/names.js';
import { McpTools } from './mcp-tools.js';
import type { McpToolsOptions } from './mcp-tools-options.js';
import { parseMcpConfig } from './parse-mcp-config.js';
import { unmaskConfig } from './record-config.js';
import type { ServerCatalogue } from './server-catalogue.js';
import type { McpServerConfig } from './server-config.js';
import { type ServerRecord, type SyncDiff, syncRecord } from './server-record.js';

/**
 * Keeps a server under a name, nothing of it allowed yet; one that is kept already is reached otherwise from then on, and keeps its
 * switches. A mask in the configuration stands for the value that is kept, blank text for none.
 *
 * @throws `DEFINITION` with every mistake in the configuration.
 */
export async function addServer(
  catalogue: ServerCatalogue,
  name: string,
  config: McpServerConfig,
): Promise<ServerRecord> {
  if (!/^[\w.-]{1,64}$/.test(name))
    throw new DefinitionError([
      {
        where: 'mcp',
        seen: `'${name}' is no name for a server.`,
        fix: 'use letters, digits, _, - and dots, 64 at most.',
      },
    ]);
  const kept = await catalogue.find(name);
  const record = { ...(kept ?? { name }), config: unmaskConfig(config, kept?.config) };
  parseMcpConfig({ mcpServers: { [name]: record.config } }, 'mcp');
  await catalogue.save(record);
  return record;
}

/**
 * Asks the server what it has, and keeps that. New tools are off, and changed ones are held until they are approved: `approve`
 * admits what an earlier sync has shown, or of that the tools named, and nothing that has changed since.
 *
 * @throws `DEFINITION` for a name that the catalogue, or the server, does not have, `MCP_SERVER_FAILED` for a server that gives no answer.
 */
export async function syncServer(
  catalogue: ServerCatalogue,
  name: string,
  { approve = false, ...options }: McpToolsOptions & { readonly approve?: boolean | readonly string[] } = {},
): Promise<{ readonly record: ServerRecord; readonly diff: SyncDiff }> {
  const record = await getServer(catalogue, name);
  const servers = new McpTools({ mcpServers: { [name]: { ...record.config, required: true } } }, options);
  try {
    await servers.open();
    const listed = servers.listed(name);
    const names = listed.map(tool => tool.name);
    const unknown = typeof approve === 'boolean' ? [] : approve.filter(each => !names.includes(each));
    if (unknown.length > 0) throw unknownTools(record, unknown, names);
    // Somebody may have switched tools meanwhile.
    const synced = syncRecord(await getServer(catalogue, name), listed, approve);
    await catalogue.save(synced.record);
    return synced;
  } finally {
    await servers.close();
  }
}

/** Which tools to switch: named ones on or off, or all, or none. */
export type Switching =
  'all' | 'none' | { readonly on: readonly string[] } | { readonly off: readonly string[] };

/**
 * Switches tools of a server for agents that use its record, from their next run on.
 *
 * @throws `DEFINITION` for names that the catalogue, or the server when it was synced, does not have.
 */
export async function allowTools(
  catalogue: ServerCatalogue,
  name: string,
  switching: Switching,
): Promise<ServerRecord> {
  const record = await getServer(catalogue, name);
  const switched = { ...record, allowed: allowedAfter(record, switching) };
  await catalogue.save(switched);
  return switched;
}

function allowedAfter(record: ServerRecord, switching: Switching): 'all' | readonly string[] {
  if (switching === 'all') return 'all';
  if (switching === 'none') return [];
  const known = (record.tools ?? []).map(({ name }) => name);
  const named = 'on' in switching ? switching.on : switching.off;
  const unknown = named.filter(name => !known.includes(name));
  if (unknown.length > 0) throw unknownTools(record, unknown, known);
  const before = record.allowed === 'all' ? known : (record.allowed ?? []);
  if ('off' in switching) return before.filter(name => !named.includes(name));
  return [...new Set([...before, ...named])];
}

/** @throws `DEFINITION` for a name that it does not have. */
export async function getServer(catalogue: ServerCatalogue, name: string): Promise<ServerRecord> {
  const found = await catalogue.find(name);
  if (found !== undefined) return found;
  const names = (await catalogue.list()).map(record => record.name);
  const fix = names.length === 0 ? 'it has none; add one' : `it has ${names.join(', ')}`;
  throw new DefinitionError([
    { where: 'mcp', seen: `the catalogue has no server '${name}'.`, fix: `${fix}.` },
  ]);
}

function unknownTools(
  { name: server }: ServerRecord,
  names: readonly string[],
  known: readonly string[],
): DefinitionError {
  return new DefinitionError(
    names.map(name => {
      const near = nearestNames(name, known);
      const fix =
        near.length > 0
          ? `did you mean ${near.join(' or ')}?`
          : `sync it, and choose from what it has: ${known.join(', ') || 'nothing yet'}.`;
      return { where: `mcp, server '${server}'`, seen: `it has no tool '${name}'.`, fix };
    }),
  );
}

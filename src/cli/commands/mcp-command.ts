import { type Command, InvalidArgumentError } from 'commander';
import type * as Mcp from '../../mcp/index.js';
import type { McpServerConfig, ServerCatalogue } from '../../mcp/index.js';
import type { CommandIo } from '../command-io.js';
import { callTool, parseJson } from '../one-call.js';
import { serverOptions } from '../server-options.js';
import { UsageError } from '../usage-error.js';
import { warningsOnly } from '../warnings-only.js';
import { explainUnused, renderDiff, renderServer, renderServers } from './mcp-text.js';

interface CatalogueOptions {
  readonly catalogue: string;
}

const CATALOGUE = [
  '--catalogue <path>',
  'JSON file (*.json) or libsql database with the servers',
  'mcp-servers.json',
] as const;

export function addMcpCommand(program: Command, io: CommandIo): void {
  const mcp = program.command('mcp').description('keep MCP servers by name, and what agents may use of them');
  addAdd(mcp, io);
  addList(mcp, io);
  addSync(mcp, io);
  addSwitches(mcp, io);
  addRemove(mcp, io);
  addCall(mcp, io);
}

interface AddOptions extends CatalogueOptions {
  readonly header: Record<string, string>;
  readonly env: Record<string, string>;
  readonly bearer?: string;
  readonly config?: string;
}

function addAdd(mcp: Command, io: CommandIo): void {
  mcp
    .command('add')
    .description('keep a server, or reach one that is kept otherwise; nothing of a new one is allowed yet')
    .argument('<name>')
    .argument('[target...]', 'its URL, or after -- the command that starts it')
    .option('--header <name=value>', 'sent with each request; may be repeated', collectPairs, {})
    .option('--env <name=value>', 'for a command; may be repeated', collectPairs, {})
    .option('--bearer <token>', "a token, or better where it is: '${CRM_TOKEN}'")
    .option('--config <json>', 'all of it, as in mcpServers, or what else there is to say')
    .option(...CATALOGUE)
    .showHelpAfterError(
      '(--help tells more; a command that starts a server goes after --: toolwright mcp add files -- npx -y some-server)',
    )
    .action((name: string, target: readonly string[], options: AddOptions) =>
      withCatalogue(options, async (catalogue, { addServer, maskConfig }) => {
        const { config } = await addServer(catalogue, name, configOf(target, options));
        io.stdout.write(`${name}: ${JSON.stringify(maskConfig(config))}\n`);
        io.stdout.write(`Next: toolwright mcp sync ${name}\n`);
      }),
    );
}

function configOf(target: readonly string[], { header, env, bearer, config }: AddOptions): McpServerConfig {
  const [first, ...args] = target;
  const isUrl = first !== undefined && /^https?:\/\//.test(first);
  if (isUrl && args.length > 0) throw new UsageError(`Words after the URL do nothing: ${args.join(' ')}`);
  const reached = first === undefined ? {} : isUrl ? { url: first } : { command: first, args };
  return {
    ...reached,
    ...(Object.keys(header).length === 0 ? {} : { headers: header }),
    ...(Object.keys(env).length === 0 ? {} : { env }),
    ...(bearer === undefined ? {} : { auth: { bearer } }),
    ...(parseJson(config, '--config') as McpServerConfig | undefined),
  };
}

function addList(mcp: Command, io: CommandIo): void {
  mcp
    .command('list')
    .description('list the servers, or the tools of one')
    .argument('[name]')
    .option(...CATALOGUE)
    .option('--json', 'print it for programs')
    .action((name: string | undefined, options: CatalogueOptions & { json?: true }) =>
      withCatalogue(options, async (catalogue, { getServer, maskConfig }) => {
        const records = name === undefined ? await catalogue.list() : [await getServer(catalogue, name)];
        const shown = records.map(record => ({ ...record, config: maskConfig(record.config) }));
        const [only] = shown;
        const text =
          options.json === true
            ? JSON.stringify(shown, null, 2)
            : name === undefined || only === undefined
              ? renderServers(shown)
              : renderServer(only);
        io.stdout.write(`${text}\n`);
      }),
    );
}

function addSync(mcp: Command, io: CommandIo): void {
  mcp
    .command('sync')
    .description('ask a server what it has: new tools are off, changed ones are held until they are approved')
    .argument('<name>')
    .option('--approve [tools...]', 'use changed tools as they are now: all of them, or those named')
    .option(...CATALOGUE)
    .option('--json', 'print what differs for programs')
    .action(
      (
        name: string,
        { approve, json, ...options }: CatalogueOptions & { approve?: true | readonly string[]; json?: true },
      ) =>
        withCatalogue(options, async (catalogue, { syncServer }) => {
          const { record, diff } = await syncServer(catalogue, name, {
            ...(await serverOptions(warningsOnly)),
            approve: approve ?? false,
          });
          io.stdout.write(`${json === true ? JSON.stringify(diff, null, 2) : renderDiff(record, diff)}\n`);
        }),
    );
}

function addSwitches(mcp: Command, io: CommandIo): void {
  const named = (verb: 'allow' | 'deny', description: string): Command =>
    mcp.command(verb).description(description).argument('<name>').argument('[tools...]');
  const show = async (
    options: CatalogueOptions,
    name: string,
    switching: 'all' | 'none' | object,
  ): Promise<void> =>
    withCatalogue(options, async (catalogue, { allowTools }) => {
      const record = await allowTools(catalogue, name, switching as 'all');
      io.stdout.write(`${renderServer(record)}\n`);
    });
  named('allow', 'let agents use tools of a server, from their next run on')
    .option('--all', 'all of them, also those that come')
    .option(...CATALOGUE)
    .action(
      (name: string, tools: readonly string[], { all, ...options }: CatalogueOptions & { all?: true }) => {
        if ((all === true) === tools.length > 0) throw new UsageError('Name tools, or give --all.');
        return show(options, name, all === true ? 'all' : { on: tools });
      },
    );
  named('deny', 'let agents use these tools of a server no more')
    .option(...CATALOGUE)
    .action((name: string, tools: readonly string[], options: CatalogueOptions) => {
      if (tools.length === 0) throw new UsageError('Name tools; for all of them: toolwright mcp clear.');
      return show(options, name, { off: tools });
    });
  mcp
    .command('clear')
    .description('let agents use nothing of a server')
    .argument('<name>')
    .option(...CATALOGUE)
    .action((name: string, options: CatalogueOptions) => show(options, name, 'none'));
}

function addRemove(mcp: Command, io: CommandIo): void {
  mcp
    .command('remove')
    .description('forget a server, with its switches')
    .argument('<name>')
    .option(...CATALOGUE)
    .action((name: string, options: CatalogueOptions) =>
      withCatalogue(options, async (catalogue, { getServer }) => {
        await getServer(catalogue, name);
        await catalogue.remove(name);
        io.stdout.write(`${name} is removed\n`);
      }),
    );
}

function addCall(mcp: Command, io: CommandIo): void {
  mcp
    .command('call')
    .description('call a tool of a server that agents may use, by its name at the server')
    .argument('<name>')
    .argument('<tool>')
    .argument('[arguments]', 'arguments as JSON text')
    .option('--json', 'print the result for programs')
    .option(...CATALOGUE)
    .action(
      (
        name: string,
        tool: string,
        argumentsText: string | undefined,
        { json, ...options }: CatalogueOptions & { json?: true },
      ) =>
        withCatalogue(options, async (catalogue, { getServer, McpTools }) => {
          const call = parseJson(argumentsText, 'ARGUMENTS');
          const record = await getServer(catalogue, name);
          const servers = new McpTools({ use: [name], catalogue }, await serverOptions(warningsOnly));
          try {
            await servers.open();
            const found = servers.findTool(name, tool);
            if (found === undefined) throw new UsageError(explainUnused(record, tool, servers.reports));
            await callTool(
              [found],
              { call: { name: found.name, arguments: call }, state: undefined, isForPrograms: json === true },
              io,
            );
          } finally {
            await servers.close();
          }
        }),
    );
}

async function withCatalogue(
  { catalogue: path }: CatalogueOptions,
  action: (catalogue: ServerCatalogue, mcp: typeof Mcp) => Promise<void>,
): Promise<void> {
  const mcp = await import('../../mcp/index.js');
  const catalogue = mcp.openCatalogue(path);
  try {
    await action(catalogue, mcp);
  } finally {
    await catalogue.close();
  }
}

function collectPairs(text: string, before: Record<string, string>): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write NAME=VALUE.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

import type { Command } from 'commander';
import type { Logger, ToolSource } from '../index.js';
import { closeInTime } from './close-in-time.js';
import { type CommandIo, EXIT, MODULE_HELP, withModule } from './command-io.js';
import { loadTools } from './load-module.js';
import { serverOptions } from './server-options.js';
import { UsageError } from './usage-error.js';

/** Where a command takes its tools from. */
export interface ToolsFrom {
  readonly module: string | undefined;
  /** A file with `mcpServers`. */
  readonly mcp: string | undefined;
}

/** What a command works with. */
interface Surroundings {
  readonly io: CommandIo;
  readonly logger: Logger;
  /** A server, or a part of one, that cannot be used makes the command fail. @defaultValue false */
  readonly isComplete?: boolean;
}

/** The arguments and the option of a command that works with the tools of a module or of servers. */
export function takesTools(command: Command): Command {
  return command
    .argument('[module]', `${MODULE_HELP}; left out with --mcp`)
    .option('--mcp <config>', 'take the tools of the servers in this JSON file (mcpServers) instead');
}

/** Gives `action` the tools, and closes the servers after it. */
export async function withTools(
  { module, mcp }: ToolsFrom,
  surroundings: Surroundings,
  action: (tools: readonly ToolSource[]) => Promise<void>,
): Promise<void> {
  if (mcp !== undefined) return withServers(mcp, surroundings, action);
  if (module === undefined) throw new UsageError('Give a MODULE that exports tools, or --mcp CONFIG.');
  await withModule(module, surroundings.io, async modulePath => action(await loadTools(modulePath)));
}

async function withServers(
  config: string,
  surroundings: Surroundings,
  action: (tools: readonly ToolSource[]) => Promise<void>,
): Promise<void> {
  const { io, logger, isComplete = false } = surroundings;
  const { McpTools } = await import('../mcp/index.js');
  const servers = new McpTools(config, await serverOptions(logger));
  try {
    await servers.open();
    const tools = servers.definitions();
    if (tools.length === 0)
      throw new UsageError(`The servers of ${config} have no tools that can be used; see above.`);
    await action(tools);
    if (isComplete && servers.reports.length > 0) io.setExitCode(EXIT.failed);
  } finally {
    await closeInTime(servers.close(), 'servers', io);
  }
}

import { basename } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CommandIo, MODULE_HELP, withModule } from '../command-io.js';
import { loadTools } from '../load-module.js';
import { ownVersion } from '../package-copy.js';
import { UsageError } from '../usage-error.js';

export function addServeCommand(program: Command, io: CommandIo): void {
  program
    .command('serve')
    .description('serve the tools of MODULE to MCP clients')
    .argument('<module>', MODULE_HELP)
    .addOption(new Option('--stdio', 'on stdin and stdout (default)').conflicts('http'))
    .option('--http <port>', 'over Streamable HTTP at /mcp; 0 takes a free port', parsePort)
    .action((module: string, { http }: { http?: number }) =>
      withModule(module, io, modulePath => serveUntilClosed(modulePath, http, io)),
    );
}

/** Ends when the client leaves (stdio) or a signal arrives. */
async function serveUntilClosed(modulePath: string, port: number | undefined, io: CommandIo): Promise<void> {
  const tools = await loadTools(modulePath);
  // The MCP libraries cost a quarter of a second, which the other commands need not pay.
  const { serveMcp } = await import('../../mcp/index.js');
  const server = await serveMcp(tools, {
    name: basename(modulePath).replace(/\.[^.]+$/, ''),
    version: ownVersion,
    ...(port === undefined ? { stdio: { input: process.stdin, output: io.stdout } } : { http: { port } }),
  }).catch((error: unknown) => {
    throw explainPort(error, port);
  });
  const stop = (): void => void server.close();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  if (server.url !== undefined) process.stderr.write(`listening on ${server.url}\n`);
  await server.closed;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It must be a number from 0 to 65535.');
}

function explainPort(error: unknown, port: number | undefined): unknown {
  const { code } = error as { code?: unknown };
  if (code === 'EADDRINUSE')
    return new UsageError(`Port ${port ?? ''} is in use. Choose another, or 0 for any.`, error);
  if (code === 'EACCES')
    return new UsageError(`Port ${port ?? ''} needs more rights than this process has.`, error);
  return error;
}

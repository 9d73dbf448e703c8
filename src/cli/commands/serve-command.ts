import { basename } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { systemClock } from '../../index.js';
import type { RunningServer } from '../../mcp/index.js';
import { type CommandIo, EXIT, MODULE_HELP, withModule } from '../command-io.js';
import { loadTools } from '../load-module.js';
import { ownVersion } from '../package-copy.js';
import { stderrLogger } from '../stderr-logger.js';
import { stopOnSignal } from '../stop-on-signal.js';
import { UsageError } from '../usage-error.js';

const CLOSING_MS = 10_000;

export function addServeCommand(program: Command, io: CommandIo): void {
  program
    .command('serve')
    .description('serve the tools of MODULE to MCP clients')
    .argument('<module>', MODULE_HELP)
    .addOption(new Option('--stdio', 'on stdin and stdout (default)').conflicts('http'))
    .option('--http <port>', 'over Streamable HTTP at /mcp; 0 takes a free port', parsePort)
    .action((module: string, { http }: { http?: number }) =>
      withModule(module, io, async modulePath => {
        const server = await startServer(modulePath, http, io);
        if (server.url !== undefined) process.stderr.write(`listening on ${server.url}\n`);
        await untilClosed(server, io);
      }),
    );
}

async function startServer(
  modulePath: string,
  port: number | undefined,
  io: CommandIo,
): Promise<RunningServer> {
  const tools = await loadTools(modulePath);
  // The MCP libraries cost a quarter of a second, which the other commands need not pay.
  const { serveMcp } = await import('../../mcp/index.js');
  try {
    return await serveMcp(tools, {
      name: basename(modulePath).replace(/\.[^.]+$/, ''),
      version: ownVersion,
      logger: stderrLogger,
      ...(port === undefined ? { stdio: { input: process.stdin, output: io.stdout } } : { http: { port } }),
    });
  } catch (error) {
    throw explainPort(error, port);
  }
}

/** Resolves when the client has left (stdio) or a signal has ended the server, which is given ten seconds for it. */
async function untilClosed(server: RunningServer, io: CommandIo): Promise<void> {
  const gaveUp = new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      systemClock.schedule(CLOSING_MS, () => {
        process.stderr.write(`The server did not close within ${CLOSING_MS / 1_000} s.\n`);
        io.setExitCode(EXIT.failed);
        resolve();
      });
      server.close().catch(reject);
    };
    stopOnSignal(stop);
    if (io.stdoutLost.aborted) stop();
    else io.stdoutLost.addEventListener('abort', stop);
  });
  await Promise.race([server.closed, gaveUp]);
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

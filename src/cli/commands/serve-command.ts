import { basename } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { RunningServer } from '../../mcp/index.js';
import { closeInTime } from '../close-in-time.js';
import { type CommandIo, EXIT, MODULE_HELP, withModule } from '../command-io.js';
import { loadServed } from '../load-module.js';
import { ownVersion } from '../package-copy.js';
import { stderrLogger } from '../stderr-logger.js';
import { stopOnSignal } from '../stop-on-signal.js';
import { UsageError } from '../usage-error.js';

export function addServeCommand(program: Command, io: CommandIo): void {
  program
    .command('serve')
    .description('serve the tools, resources and prompts of MODULE to MCP clients')
    .argument('<module>', MODULE_HELP)
    .addOption(new Option('--stdio', 'on stdin and stdout (default)').conflicts('http'))
    .option('--http <port>', 'over Streamable HTTP at /mcp; 0 takes a free port', parsePort)
    .action((module: string, { http }: { http?: number }) =>
      withModule(module, io, async modulePath => {
        const server = await startServer(modulePath, http, io);
        if (server.url !== undefined) process.stderr.write(`listening on ${server.url}\n`);
        await untilClosed(server, io, http === undefined);
        // A client may be there and read no more.
        await closeInTime(new Promise(resolve => io.stdout.end(resolve)), 'output', io);
        io.stdout.destroy();
      }),
    );
}

async function startServer(
  modulePath: string,
  port: number | undefined,
  io: CommandIo,
): Promise<RunningServer> {
  const served = await loadServed(modulePath);
  // The MCP libraries cost a quarter of a second, which the other commands need not pay.
  const { serveMcp } = await import('../../mcp/index.js');
  try {
    return await serveMcp(served, {
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
async function untilClosed(server: RunningServer, io: CommandIo, isStdio: boolean): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const within = (closing: Promise<void>): void =>
      void closeInTime(closing, 'server', io).then(resolve, reject);
    const stop = (): void => within(server.close());
    stopOnSignal(stop);
    if (isStdio) {
      process.stdin.once('end', () => within(server.closed));
      // The server closes by itself when its stream does.
      process.stdin.once('error', ({ message }) => {
        process.stderr.write(`stdin cannot be read: ${message}\n`);
        io.setExitCode(EXIT.usage);
      });
    }
    if (io.stdoutLost.aborted) stop();
    else io.stdoutLost.addEventListener('abort', stop);
    server.closed.then(resolve, reject);
  });
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

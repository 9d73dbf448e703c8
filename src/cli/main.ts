#!/usr/bin/env node
import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { ToolwrightError } from '../index.js';
import { type CommandIo, EXIT } from './command-io.js';
import { openStdout } from './command-stdout.js';
import { addCallCommand } from './commands/call-command.js';
import { addDiffCommand } from './commands/diff-command.js';
import { addDoctorCommand } from './commands/doctor-command.js';
import { addMcpCommand } from './commands/mcp-command.js';
import { addRunsCommand } from './commands/runs-command.js';
import { addSchemaCommand } from './commands/schema-command.js';
import { addServeCommand } from './commands/serve-command.js';
import { addToolsCommand } from './commands/tools-command.js';
import { endProcess, reportForeignEnds } from './ending.js';
import { ownVersion } from './package-copy.js';
import { stderrLogger } from './stderr-logger.js';
import { UsageError } from './usage-error.js';

function buildProgram(io: CommandIo): Command {
  const program = new Command('toolwright')
    .description(
      'Lists, calls and serves the tools that a module exports, and shows what agents did with them.',
    )
    .version(ownVersion)
    .exitOverride()
    .configureOutput({ writeOut: text => void io.stdout.write(text) })
    .showHelpAfterError('(--help tells more)');
  addToolsCommand(program, io);
  addCallCommand(program, io);
  addServeCommand(program, io);
  addDoctorCommand(program, io);
  addSchemaCommand(program, io);
  addRunsCommand(program, io);
  addDiffCommand(program, io);
  addMcpCommand(program, io);
  return program;
}

/** Reports an error and gives the exit code for it; the command parser has reported its own already. */
function reportError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const isOurs = UsageError.is(error) || ToolwrightError.is(error);
  process.stderr.write(`${isOurs ? error.message : stackOf(error)}\n`);
  return EXIT.usage;
}

/** Never fails: it runs where nothing else would catch. */
function stackOf(error: unknown): string {
  if (typeof error === 'string') return error;
  try {
    return error instanceof Error ? (error.stack ?? error.message) : inspect(error);
  } catch {
    return 'something that cannot be read';
  }
}

/** What MODULE starts and never awaits must not take the answer, or the server, with it when it fails. */
function outliveStrayErrors(): void {
  process.on('uncaughtException', error => {
    stderrLogger.error('An exception was not caught.', { error: stackOf(error) });
  });
  process.on('unhandledRejection', error => {
    stderrLogger.error('A rejection was not handled.', { error: stackOf(error) });
  });
}

async function main(): Promise<void> {
  let exitCode: number = EXIT.ok;
  const lost = new AbortController();
  const stdout = openStdout(error => {
    if (error.code !== 'EPIPE')
      exitCode = reportError(new UsageError(`stdout cannot be written: ${error.message}`));
    lost.abort();
  });
  outliveStrayErrors();
  reportForeignEnds();
  try {
    const io: CommandIo = { stdout, stdoutLost: lost.signal, setExitCode: code => (exitCode = code) };
    await buildProgram(io).parseAsync();
  } catch (error) {
    exitCode = reportError(error);
  }
  await new Promise<void>(resolve => stdout.end(resolve));
  // MODULE may have left timers or connections open; the command is over all the same.
  endProcess(exitCode);
}

void main();

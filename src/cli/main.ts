#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { reserveStdout, ToolwrightError } from '../index.js';
import { type CommandIo, EXIT } from './command-io.js';
import { addCallCommand } from './commands/call-command.js';
import { addServeCommand } from './commands/serve-command.js';
import { addToolsCommand } from './commands/tools-command.js';
import { ownVersion } from './package-copy.js';
import { UsageError } from './usage-error.js';

function buildProgram(io: CommandIo): Command {
  const program = new Command('toolwright')
    .description('Lists, calls and serves the tools that a module exports.')
    .version(ownVersion)
    .exitOverride()
    .configureOutput({ writeOut: text => void io.stdout.write(text) })
    .showHelpAfterError('(--help tells more)');
  addToolsCommand(program, io);
  addCallCommand(program, io);
  addServeCommand(program, io);
  return program;
}

/** Reports an error and gives the exit code for it; the command parser has reported its own already. */
function reportError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const isOurs = error instanceof UsageError || ToolwrightError.is(error);
  process.stderr.write(`${isOurs ? error.message : ((error as Error).stack ?? String(error))}\n`);
  return EXIT.usage;
}

async function main(): Promise<void> {
  const { output } = reserveStdout();
  let exitCode: number = EXIT.ok;
  try {
    await buildProgram({ stdout: output, setExitCode: code => (exitCode = code) }).parseAsync();
  } catch (error) {
    exitCode = reportError(error);
  }
  await new Promise<void>(resolve => output.end(resolve));
  // MODULE may have left timers or connections open; the command is over all the same.
  process.exit(exitCode);
}

void main();

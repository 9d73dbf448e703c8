import type { Command } from 'commander';
import type { CommandIo } from '../command-io.js';
import { callTool, parseJson } from '../one-call.js';
import { stderrLogger } from '../stderr-logger.js';
import { takesTools, withTools } from '../tools-source.js';
import { UsageError } from '../usage-error.js';

type CallWords = [string | undefined, string | undefined, string | undefined];

interface CallCommandOptions {
  readonly mcp?: string;
  readonly state?: string;
  readonly json?: true;
}

export function addCallCommand(program: Command, io: CommandIo): void {
  const description = 'call one tool and print its result for people; exit code 1 when it answers an error';
  takesTools(program.command('call').description(description))
    .argument('[tool]', 'name of the tool')
    .argument('[arguments]', 'arguments as JSON text')
    .option('--state <json>', "the run's state as JSON text")
    .option('--json', 'print it for programs: { isError, content, structuredContent, repairs, durationMs }')
    .usage('[options] (<module> | --mcp <config>) <tool> [arguments]')
    .action(async (...given: [...CallWords, CallCommandOptions]) => {
      const [first, second, third, options] = given;
      const { mcp } = options;
      // Without a module the words stand one place further on.
      const [module, name, argumentsText, tooMany] =
        mcp === undefined ? [first, second, third] : [undefined, first, second, third];
      if (tooMany !== undefined) throw new UsageError('With --mcp give TOOL and ARGUMENTS, and no module.');
      if (name === undefined)
        throw new UsageError(`Name the tool to call${module === undefined ? '' : `, after ${module}`}.`);
      const call = { name, arguments: parseJson(argumentsText, 'ARGUMENTS') };
      const state = parseJson(options.state, '--state');
      await withTools({ module, mcp }, { io, logger: stderrLogger }, tools =>
        callTool(tools, { call, state, isForPrograms: options.json === true }, io),
      );
    });
}

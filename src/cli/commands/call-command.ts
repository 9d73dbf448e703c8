import type { Command } from 'commander';
import { type CallObservation, createToolRuntime, type ToolwrightError } from '../../index.js';
import { closeInTime } from '../close-in-time.js';
import { type CommandIo, EXIT, MODULE_HELP, withModule } from '../command-io.js';
import { loadTools } from '../load-module.js';
import { stderrLogger } from '../stderr-logger.js';
import { stopOnSignal } from '../stop-on-signal.js';
import { UsageError } from '../usage-error.js';

interface CallCommandOptions {
  readonly state?: string;
  readonly json?: true;
}

export function addCallCommand(program: Command, io: CommandIo): void {
  program
    .command('call')
    .description('call one tool and print its result for people; exit code 1 when it answers an error')
    .argument('<module>', MODULE_HELP)
    .argument('<tool>', 'name of the tool')
    .argument('[arguments]', 'arguments as JSON text')
    .option('--state <json>', "the run's state as JSON text")
    .option('--json', 'print it for programs: { isError, content, structuredContent, repairs, durationMs }')
    .action((module: string, name: string, argumentsText: string | undefined, options: CallCommandOptions) =>
      withModule(module, io, async modulePath => {
        const call = { name, arguments: parseJson(argumentsText, 'ARGUMENTS') };
        const state = parseJson(options.state, '--state');
        const runtime = createToolRuntime(await loadTools(modulePath), { logger: stderrLogger });
        runtime.checkDependencies();
        const interruption = new AbortController();
        const release = stopOnSignal(() => interruption.abort(new Error('interrupted')));
        try {
          const observation = await runtime.call(call, { state, signal: interruption.signal });
          if (isMistake(observation.error)) throw new UsageError(observation.error.message);
          io.stdout.write(
            `${options.json === true ? renderForPrograms(observation) : observation.visualize()}\n`,
          );
          if (observation.isError) io.setExitCode(EXIT.failed);
        } finally {
          await closeInTime(runtime.close(), 'module', io);
          release();
        }
      }),
    );
}

/** What a tool's author or a caller did wrong, but which is the answer to this call all the same. */
const ANSWERS = ['CALL_CANCELLED', 'INVALID_OUTPUT', 'UNUSABLE_RESULT'];

/** True when the person at the keyboard has to act, rather than the model. */
function isMistake(error: ToolwrightError | undefined): error is ToolwrightError {
  if (error === undefined || ANSWERS.includes(error.code)) return false;
  return error.code === 'UNKNOWN_TOOL' || error.fault === 'author' || error.fault === 'caller';
}

function renderForPrograms(observation: CallObservation): string {
  const { isError, content, structuredContent, repairs } = observation;
  const durationMs = Math.round(observation.durationMs * 100) / 100;
  return JSON.stringify({ isError, content, structuredContent, repairs, durationMs }, null, 2);
}

function parseJson(text: string | undefined, what: string): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    throw new UsageError(`${what} is not JSON: ${message}. Write it in quotes: '{"id":"7"}'.`, error);
  }
}

import { type Command } from 'commander';
import { type CallObservation, createToolRuntime, type ToolCall } from '../../index.js';
import { type CommandIo, EXIT, MODULE_HELP, withModule } from '../command-io.js';
import { loadTools } from '../load-module.js';
import { UsageError } from '../usage-error.js';

interface CallCommandOptions {
  readonly state?: string;
  readonly json?: true;
}

export function addCallCommand(program: Command, io: CommandIo): void {
  program
    .command('call')
    .description('call one tool; exit code 1 when it answers an error')
    .argument('<module>', MODULE_HELP)
    .argument('<tool>', 'name of the tool')
    .argument('[arguments]', 'arguments as JSON text')
    .option('--state <json>', "the run's state as JSON text")
    .option('--json', 'print { isError, content, structuredContent, repairs, durationMs }')
    .action((module: string, name: string, argumentsText: string | undefined, options: CallCommandOptions) =>
      withModule(module, io, async modulePath => {
        const call: ToolCall = { name, arguments: parseJson(argumentsText, 'ARGUMENTS') };
        const observation = await callOnce(modulePath, call, parseJson(options.state, '--state'));
        io.stdout.write(`${options.json === true ? toJsonText(observation) : observation.visualize()}\n`);
        if (observation.isError) io.setExitCode(EXIT.toolError);
      }),
    );
}

/** @throws {@link UsageError} for an unknown tool; everything else is in the observation. */
async function callOnce(modulePath: string, call: ToolCall, state: unknown): Promise<CallObservation> {
  const runtime = createToolRuntime(await loadTools(modulePath));
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort(new Error('interrupted'));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const observation = await runtime.call(call, { state, signal: interruption.signal });
    if (observation.error?.code === 'UNKNOWN_TOOL') throw new UsageError(observation.error.message);
    return observation;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await runtime.close();
  }
}

function toJsonText(observation: CallObservation): string {
  const { isError, content, structuredContent, repairs, durationMs } = observation;
  return JSON.stringify({ isError, content, structuredContent, repairs, durationMs }, null, 2);
}

function parseJson(text: string | undefined, what: string): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${what} is not JSON: ${(error as Error).message}`, error);
  }
}

import { type CallObservation, createToolRuntime, type ToolSource, type ToolwrightError } from '../index.js';
import { closeInTime } from './close-in-time.js';
import { type CommandIo, EXIT } from './command-io.js';
import { stderrLogger } from './stderr-logger.js';
import { stopOnSignal } from './stop-on-signal.js';
import { UsageError } from './usage-error.js';

export interface OneCall {
  readonly call: { readonly name: string; readonly arguments: unknown };
  readonly state: unknown;
  readonly isForPrograms: boolean;
}

/** Calls one tool and prints what it answered. @throws {@link UsageError} when the person at the keyboard has to act. */
export async function callTool(
  tools: readonly ToolSource[],
  { call, state, isForPrograms }: OneCall,
  io: CommandIo,
): Promise<void> {
  const runtime = createToolRuntime(tools, { logger: stderrLogger });
  runtime.checkDependencies();
  const interruption = new AbortController();
  const release = stopOnSignal(() => interruption.abort(new Error('interrupted')));
  try {
    const observation = await runtime.call(call, { state, signal: interruption.signal });
    if (isMistake(observation.error)) throw new UsageError(observation.error.message);
    io.stdout.write(`${isForPrograms ? renderForPrograms(observation) : observation.visualize()}\n`);
    if (observation.isError) io.setExitCode(EXIT.failed);
  } finally {
    await closeInTime(runtime.close(), 'module', io);
    release();
  }
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

/** @throws {@link UsageError} for text that is no JSON. */
export function parseJson(text: string | undefined, what: string): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    throw new UsageError(`${what} is not JSON: ${message}. Write it in quotes: '{"id":"7"}'.`, error);
  }
}

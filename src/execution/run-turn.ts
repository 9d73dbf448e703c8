import type { ToolDefinition } from '../tool/tool-definition.js';
import type { CallObservation } from './call-observation.js';
import { findPredecessors } from './call-order.js';
import { isWaiting } from './errors.js';
import type { CallOptions, ToolCall } from './tool-call.js';

/** How many calls of a turn may be at work at a time, unless stated otherwise. */
export const DEFAULT_CONCURRENCY = 8;

/** How the calls of one turn run. */
export interface TurnOptions extends Pick<CallOptions, 'signal' | 'turn'> {
  /** At most so many at a time; 1 runs them one after the other. @defaultValue 8 */
  readonly concurrency?: number;
  /** What a single call adds: claims, a progress watcher. */
  readonly optionsOf?: (call: ToolCall, index: number) => CallOptions;
  /** Told about each answer as it comes, in any order. */
  readonly onAnswer?: (observation: CallObservation, index: number) => void;
  /** Asked before a call begins; what it gives is the answer instead. */
  readonly preempt?: (call: ToolCall, index: number) => CallObservation | undefined;
}

interface Turn {
  readonly calls: readonly ToolCall[];
  readonly options: TurnOptions;
  readonly limit: number;
  readonly findTool: (call: ToolCall) => ToolDefinition | undefined;
  readonly answer: (call: ToolCall, options: CallOptions) => Promise<CallObservation>;
}

/** Answers the calls of a turn, those that may overlap side by side; the answers come in the order of the calls. */
export function runTurn({
  calls,
  options,
  limit,
  findTool,
  answer,
}: Turn): Promise<readonly (CallObservation | undefined)[]> {
  const waitsFor = findPredecessors(calls.map(findTool)).map(before => new Set(before));
  const answers: (CallObservation | undefined)[] = calls.map(() => undefined);
  const waiting = new Set(calls.keys());
  let atWork = 0;
  return new Promise((resolve, reject) => {
    const advance = (): void => {
      for (const index of waiting) {
        if (atWork >= limit) return;
        if (waitsFor[index]?.size === 0) begin(index);
      }
      if (atWork === 0) resolve(answers);
    };
    const begin = (index: number): void => {
      waiting.delete(index);
      atWork++;
      const call = calls[index] as ToolCall;
      const { signal, turn } = options;
      const given = options.preempt?.(call, index);
      const work =
        given === undefined
          ? answer(call, {
              ...(signal && { signal }),
              ...(turn && { turn }),
              ...options.optionsOf?.(call, index),
            })
          : Promise.resolve(given);
      work.then(observation => end(index, observation)).catch(reject);
    };
    const end = (index: number, observation: CallObservation): void => {
      answers[index] = observation;
      atWork--;
      if (observation.error === undefined || !isWaiting(observation.error))
        for (const before of waitsFor) before.delete(index);
      options.onAnswer?.(observation, index);
      advance();
    };
    advance();
  });
}

import type { RunContext } from '../../context/run-context.js';
import type { Constructor } from '../../foundation/constructor.js';
import { chain } from '../../foundation/thenable.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import { buildActionType } from '../action-type.js';
import { rawObservation } from '../compile/compile-observation.js';
import { ToolDefinition } from '../tool-definition.js';

const ACTION = buildActionType({
  schema: {
    type: 'object',
    properties: { typed: { type: 'string' }, others: { type: 'object' } },
    required: ['typed', 'others'],
  },
  facts: new Map(),
});

const OUTPUT = rawObservation({
  type: 'object',
  properties: { values: { type: 'array', items: { type: 'string' } } },
  required: ['values'],
} satisfies JsonSchema);

/** A method, or function, that completes values. */
export interface CompletionSource {
  readonly name: string;
  /** What the container builds to call the method on; missing for a function. */
  readonly target?: Constructor;
  readonly timeoutMs?: number | undefined;
  readonly complete: (
    receiver: unknown,
    typed: string,
    others: Record<string, string>,
    run: RunContext,
  ) => unknown;
}

/** Runs as every method does, in a run of its own. */
export function completionTool({ name, target, timeoutMs, complete }: CompletionSource): ToolDefinition {
  return new ToolDefinition({
    name,
    description: 'Completes a value.',
    action: ACTION,
    observation: OUTPUT,
    annotations: {},
    replayClass: 'read_only',
    origin: 'custom',
    policy: timeoutMs === undefined ? {} : { timeoutMs },
    binding: {
      ...(target === undefined ? {} : { target }),
      lifetime: 'run',
      invoke(receiver, action, run) {
        const { typed, others } = action as { typed: string; others: Record<string, string> };
        return chain(complete(receiver, typed, others, run), values => ({ values }));
      },
    },
  });
}

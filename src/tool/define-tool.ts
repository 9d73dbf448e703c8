import type { RunContext } from '../context/run-context.js';
import type { Constructor } from '../foundation/constructor.js';
import { DefinitionError, type DefinitionProblem } from '../foundation/definition-error.js';
import { describeKind } from '../foundation/value-kind.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { compileInput, compileOutput } from './compile/compile-fields.js';
import { buildDefinition, ProblemCollector } from './compile/definition-draft.js';
import type { ArgumentsOf, FieldMap } from './field-map.js';
import { parseReplayClass, type ReplayClass } from './replay-class.js';
import { TOOL_ORIGINS, ToolDefinition, type ToolOrigin } from './tool-definition.js';
import type { ToolBinding } from './tool-executor.js';
import {
  DECORATOR_OPTION_NAMES,
  type ReturnsOptions,
  TOOL_OPTION_NAMES,
  type ToolOptions,
} from './tool-options.js';
import { findUnknownOptions } from './unknown-options.js';

/** What every form of {@link defineTool} takes besides its input. */
export interface ToolFields<TAction, TState = unknown> extends Omit<
  ToolOptions,
  'action' | 'observation' | 'params'
> {
  readonly name: string;
  /** @defaultValue `side_effecting` */
  readonly replayClass?: ReplayClass;
  readonly returns?: ReturnsOptions;
  /** The output as raw JSON Schema, instead of `returns`. */
  readonly outputSchema?: JsonSchema;
  /** @defaultValue `function` */
  readonly origin?: ToolOrigin;
  /** Left out for a tool that is only declared; calling it answers an error. */
  readonly execute?: (args: TAction, run: RunContext<TState>) => unknown;
}

const FIELD_NAMES = [
  ...TOOL_OPTION_NAMES.filter(name => !DECORATOR_OPTION_NAMES.includes(name)),
  'replayClass',
  'returns',
  'outputSchema',
  'origin',
  'execute',
  'input',
  'inputSchema',
];

/**
 * Makes a tool without decorators: the same definition that `@Tool` gives. `input` is a map of fields
 * (`{ a: 'number', b: 'number?' }`) or a DTO class, `inputSchema` a raw JSON Schema of an object; none of them
 * means no arguments.
 *
 * @throws {@link DefinitionError} with every mistake in the fields.
 */
export function defineTool<const TFields extends FieldMap, TState = unknown>(
  fields: ToolFields<ArgumentsOf<TFields>, TState> & { readonly input: TFields },
): ToolDefinition;
export function defineTool<TAction, TState = unknown>(
  fields: ToolFields<TAction, TState> & { readonly input: Constructor<TAction> },
): ToolDefinition;
export function defineTool<TState = unknown>(
  fields: ToolFields<Record<string, unknown>, TState> & { readonly inputSchema?: JsonSchema },
): ToolDefinition;
export function defineTool(
  fields: ToolFields<never, never> & {
    readonly input?: FieldMap | Constructor;
    readonly inputSchema?: JsonSchema;
  },
): ToolDefinition {
  const given: unknown = fields;
  if (typeof given !== 'object' || given === null) {
    const seen = `it got ${describeKind(given)} instead of the tool's fields.`;
    throw new DefinitionError([
      { where: 'defineTool', seen, fix: "write defineTool({ name: 'look_up', … })." },
    ]);
  }
  const { name }: { name: unknown } = fields;
  const where = `defineTool '${String(name)}'`;
  const { replayClass = 'side_effecting' } = fields;
  const problems = new ProblemCollector();
  problems.add(
    ...findUnknownOptions(fields, FIELD_NAMES, where),
    ...findStatedTwice(fields, ['input', 'inputSchema'], where),
    ...findStatedTwice(fields, ['returns', 'outputSchema'], where),
    ...findWrongFields(fields, where),
  );
  if (name === undefined) problems.add({ where, seen: 'it has no name.', fix: "state name: 'look_up'." });
  const definition = problems.collect(() =>
    buildDefinition({
      where,
      toolName: typeof name === 'string' ? name : 'unnamed',
      options: fields,
      replayClass: problems.collect(() => parseReplayClass(replayClass, where)),
      origin: fields.origin ?? 'function',
      action: () => compileInput(fields.input, fields.inputSchema, where),
      observation: () => compileOutput(fields, where),
      binding: fields.execute === undefined ? undefined : bindFunction(fields.execute),
    }),
  );
  problems.throwIfAny();
  return definition as ToolDefinition;
}

function findStatedTwice(
  fields: object,
  names: readonly [string, string],
  where: string,
): DefinitionProblem[] {
  const stated = names.filter(name => (fields as Record<string, unknown>)[name] !== undefined);
  return stated.length < 2
    ? []
    : [{ where, seen: `both ${stated.join(' and ')} are stated.`, fix: 'keep one.' }];
}

function findWrongFields(
  { execute, origin }: { readonly execute?: unknown; readonly origin?: unknown },
  where: string,
): DefinitionProblem[] {
  const origins = TOOL_ORIGINS.map(name => `'${name}'`).join(', ');
  return [
    ...(execute === undefined || typeof execute === 'function'
      ? []
      : [{ where, seen: `execute is ${describeKind(execute)}.`, fix: 'give a function.' }]),
    ...(origin === undefined || TOOL_ORIGINS.includes(origin as ToolOrigin)
      ? []
      : [{ where, seen: 'origin is none that exists.', fix: `write one of ${origins}.` }]),
  ];
}

/**
 * A copy of a definition that runs `execute`; the original stays as it is.
 *
 * @throws {@link DefinitionError} for something else than a definition and a function.
 */
export function withExecutor(
  definition: ToolDefinition,
  execute: (args: Record<string, unknown>, run: RunContext) => unknown,
): ToolDefinition {
  const given: unknown = definition;
  if (!(given instanceof ToolDefinition) || typeof (execute as unknown) !== 'function') {
    const seen = `it got ${describeKind(given)} and ${describeKind(execute)}.`;
    throw new DefinitionError([{ where: 'withExecutor', seen, fix: 'give a definition and a function.' }]);
  }
  return definition.with({ binding: bindFunction(execute) });
}

/** What its state is, the run decides. */
function bindFunction<TAction, TState>(
  execute: (args: TAction, run: RunContext<TState>) => unknown,
): ToolBinding {
  return {
    lifetime: 'run',
    invoke: (_receiver, action, run) => execute(action as TAction, run as RunContext<TState>),
  };
}

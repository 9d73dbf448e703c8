import { type RunContext } from '../context/run-context.js';
import { type Constructor, isClass } from '../foundation/constructor.js';
import { DefinitionError, type DefinitionProblem } from '../foundation/definition-error.js';
import { frozenCopy } from '../foundation/json.js';
import { type JsonSchema } from '../schema/json-schema.js';
import { type FieldSchema } from '../schema/schema-builder.js';
import { type ActionType, buildActionType, type ObservationType } from './action-type.js';
import { compileReturns, rawObservation } from './compile/compile-observation.js';
import { newSchemaBuilder } from './compile/declared-fields.js';
import { buildDefinition, ProblemCollector } from './compile/definition-draft.js';
import { type ArgumentsOf, badField, type FieldMap, NOT_EMITTED, parseField } from './field-map.js';
import { parseReplayClass, type ReplayClass } from './replay-class.js';
import { type ToolDefinition, type ToolOrigin } from './tool-definition.js';
import { type ToolBinding } from './tool-executor.js';
import { type ReturnsOptions, TOOL_OPTION_NAMES, type ToolOptions } from './tool-options.js';
import { findUnknownOptions } from './unknown-options.js';

/** What every form of {@link defineTool} takes besides its input. */
export interface ToolFields<TAction> extends Omit<ToolOptions, 'action' | 'observation'> {
  readonly name: string;
  /** @defaultValue `side_effecting` */
  readonly replayClass?: ReplayClass;
  readonly returns?: ReturnsOptions;
  /** The output as raw JSON Schema, instead of `returns`. */
  readonly outputSchema?: JsonSchema;
  /** @defaultValue `function` */
  readonly origin?: ToolOrigin;
  /** Left out for a tool that is only declared; calling it answers an error. */
  readonly execute?: (args: TAction, run: RunContext) => unknown;
}

const FIELD_NAMES = [
  ...TOOL_OPTION_NAMES.filter(name => name !== 'action' && name !== 'observation'),
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
export function defineTool<const TFields extends FieldMap>(
  fields: ToolFields<ArgumentsOf<TFields>> & { readonly input: TFields },
): ToolDefinition;
export function defineTool<TAction>(
  fields: ToolFields<TAction> & { readonly input: Constructor<TAction> },
): ToolDefinition;
export function defineTool(
  fields: ToolFields<Record<string, unknown>> & { readonly inputSchema?: JsonSchema },
): ToolDefinition;
export function defineTool(
  fields: ToolFields<never> & { readonly input?: FieldMap | Constructor; readonly inputSchema?: JsonSchema },
): ToolDefinition {
  const { name }: { name: unknown } = fields;
  const where = `defineTool '${String(name)}'`;
  const { replayClass = 'side_effecting' } = fields;
  const problems = new ProblemCollector();
  problems.add(
    ...findUnknownOptions(fields, FIELD_NAMES, where),
    ...findStatedTwice(fields, ['input', 'inputSchema'], where),
    ...findStatedTwice(fields, ['returns', 'outputSchema'], where),
  );
  if (typeof name !== 'string')
    problems.add({ where, seen: 'it has no name.', fix: "state name: 'look_up'." });
  const definition = problems.collect(() =>
    buildDefinition({
      where,
      toolName: String(name),
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

/** A copy of a definition that runs `execute`; the original stays as it is. */
export function withExecutor(
  definition: ToolDefinition,
  execute: (args: Record<string, unknown>, run: RunContext) => unknown,
): ToolDefinition {
  return definition.with({ binding: bindFunction(execute) });
}

function bindFunction<TAction>(execute: (args: TAction, run: RunContext) => unknown): ToolBinding {
  return { lifetime: 'run', invoke: (_receiver, action, run) => execute(action as TAction, run) };
}

function compileInput(
  input: FieldMap | Constructor | undefined,
  inputSchema: JsonSchema | undefined,
  where: string,
): ActionType {
  if (inputSchema !== undefined) return rawAction(inputSchema, where);
  const builder = newSchemaBuilder();
  if (isClass(input)) return buildActionType(builder.finish(builder.classObject(input, `${where}, input`)));
  const members = new Map<string, FieldSchema>();
  for (const [name, field] of Object.entries(input ?? {})) {
    const place = `${where}, input '${name}'`;
    const options = parseField(field);
    if (options === undefined) builder.problem(badField(field, place));
    else members.set(name, builder.field({ where: place, emitted: NOT_EMITTED, options }));
  }
  return buildActionType(builder.finish(builder.objectOf(members)));
}

function rawAction(schema: JsonSchema, where: string): ActionType {
  if (schema.type !== 'object') {
    throw new DefinitionError([
      {
        where,
        seen: 'inputSchema does not describe an object.',
        fix: "give it type: 'object' and properties.",
      },
    ]);
  }
  return buildActionType({ schema: frozenCopy(schema), facts: new Map() });
}

function compileOutput(fields: ToolFields<never>, where: string): ObservationType | undefined {
  return fields.outputSchema === undefined
    ? compileReturns(fields.returns, NOT_EMITTED, where)
    : rawObservation(frozenCopy(fields.outputSchema));
}

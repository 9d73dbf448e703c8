import { type RunContext } from '../context/run-context.js';
import { type Constructor, isClass } from '../foundation/constructor.js';
import { DefinitionError } from '../foundation/definition-error.js';
import { type JsonSchema } from '../schema/json-schema.js';
import { type FieldSchema } from '../schema/schema-builder.js';
import { type ActionType, buildActionType, type ObservationType } from './action-type.js';
import { compileReturns, rawObservation } from './compile/compile-observation.js';
import { newSchemaBuilder } from './compile/declared-fields.js';
import { buildDefinition, findUnknownOptions } from './compile/definition-draft.js';
import { type ArgumentsOf, type FieldMap, NOT_EMITTED, parseField } from './field-map.js';
import { parseReplayClass, type ReplayClass } from './replay-class.js';
import { type ToolDefinition, type ToolOrigin } from './tool-definition.js';
import { type ToolBinding } from './tool-executor.js';
import { type ReturnsOptions, TOOL_OPTION_NAMES, type ToolOptions } from './tool-options.js';

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
  ...TOOL_OPTION_NAMES,
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
  const mistakes = findUnknownOptions(fields, FIELD_NAMES, where);
  if (typeof name !== 'string')
    mistakes.push({ where, seen: 'it has no name.', fix: "state name: 'look_up'." });
  if (fields.input !== undefined && fields.inputSchema !== undefined) {
    mistakes.push({ where, seen: 'both input and inputSchema are stated.', fix: 'keep one.' });
  }
  if (mistakes.length > 0) throw new DefinitionError(mistakes);
  return buildDefinition({
    where,
    toolName: fields.name,
    options: fields,
    replayClass: fields.replayClass === undefined ? undefined : parseReplayClass(fields.replayClass, where),
    origin: fields.origin ?? 'function',
    action: () => compileInput(fields.input, fields.inputSchema, where),
    observation: () => compileOutput(fields, where),
    binding: fields.execute === undefined ? undefined : bindFunction(fields.execute),
  });
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
    members.set(
      name,
      builder.field({ where: place, emitted: NOT_EMITTED, options: parseField(field, place) }),
    );
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
  return buildActionType({ schema, facts: new Map() });
}

function compileOutput(fields: ToolFields<never>, where: string): ObservationType | undefined {
  return fields.outputSchema === undefined
    ? compileReturns(fields.returns, NOT_EMITTED, where)
    : rawObservation(fields.outputSchema);
}

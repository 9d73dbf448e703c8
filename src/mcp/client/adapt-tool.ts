import type { RunContext } from '../../context/run-context.js';
import type { Constructor } from '../../foundation/constructor.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import { isPlainObject } from '../../foundation/json.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import type { ToolAnnotations } from '../../tool/annotations.js';
import { type StatedTool, updateClassMetadata } from '../../tool/class-metadata.js';
import { compileClass } from '../../tool/compile/compile-class.js';
import type { Observation } from '../../tool/observation.js';
import type { ReplayClass } from '../../tool/replay-class.js';
import type { ToolDefinition } from '../../tool/tool-definition.js';
import { nameAsWords } from '../../tool/tool-name.js';

/** A tool as a server lists it, as far as that can be used. */
export interface RemoteTool {
  /** At the server. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
  /** It runs as a task only. */
  readonly isTask: boolean;
}

/** A tool that may be called. */
export interface BoundTool extends RemoteTool {
  readonly replayClass: ReplayClass;
}

/** How a remote tool shows here, and how it is called. */
export interface RemoteBinding {
  readonly exportedName: string;
  readonly replayClass: ReplayClass;
  readonly timeoutMs: number;
  readonly call: (tool: BoundTool, args: unknown, run: RunContext) => Promise<Observation>;
}

/** The tool, or what is wrong with it. */
export function readRemoteTool(listed: unknown): RemoteTool | string {
  if (!isPlainObject(listed)) return 'it is no object';
  const { name, title, description, inputSchema, outputSchema, annotations, execution } = listed;
  if (typeof name !== 'string' || name === '') return 'it has no name';
  if (!isPlainObject(inputSchema)) return 'it has no inputSchema';
  return {
    name,
    ...(typeof title === 'string' && title !== '' ? { title } : {}),
    ...(typeof description === 'string' && description.trim() !== '' ? { description } : {}),
    inputSchema: inputSchema,
    ...(isPlainObject(outputSchema) ? { outputSchema: outputSchema } : {}),
    annotations: readHints(annotations),
    isTask: isPlainObject(execution) && execution['taskSupport'] === 'required',
  };
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

function readHints(given: unknown): ToolAnnotations {
  if (!isPlainObject(given)) return {};
  const hints = HINTS.flatMap(hint => (typeof given[hint] === 'boolean' ? [[hint, given[hint]]] : []));
  return Object.fromEntries(hints) as ToolAnnotations;
}

/** What came of a listed tool. */
export interface AdaptedTool {
  readonly definition: ToolDefinition;
  /** It is used, but not as it came. */
  readonly warning?: string;
}

/**
 * A class with the record that decorators would have written, and the definition made of it: nothing further on asks where a
 * tool came from.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) for a schema of arguments that cannot be used.
 */
export function adaptTool(tool: RemoteTool, binding: RemoteBinding): AdaptedTool {
  try {
    return { definition: compile(tool, binding) };
  } catch (error) {
    if (!(error instanceof DefinitionError) || tool.outputSchema === undefined) throw error;
    // The output is a promise about results, without which a tool can still be called.
    const { outputSchema: _left, ...rest } = tool;
    return {
      definition: compile(rest, binding),
      warning: `its outputSchema cannot be used and is left out: ${error.message}`,
    };
  }
}

function compile(tool: RemoteTool, binding: RemoteBinding): ToolDefinition {
  const { exportedName, replayClass, timeoutMs } = binding;
  const target = synthesise(tool, binding);
  const stated: StatedTool = {
    origin: 'mcp',
    inputSchema: tool.inputSchema,
    annotations: tool.annotations,
    ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
  };
  updateClassMetadata(target, metadata => ({
    ...metadata,
    tool: {
      name: exportedName,
      description: tool.description ?? nameAsWords(tool.name),
      timeoutMs,
      ...(tool.title === undefined ? {} : { title: tool.title }),
    },
    replayClass,
    stated,
  }));
  const [definition] = compileClass(target);
  return definition as ToolDefinition;
}

function synthesise(tool: RemoteTool, { exportedName, replayClass, call }: RemoteBinding): Constructor {
  const bound: BoundTool = { ...tool, replayClass };
  const target = class {
    execute(args: unknown, run: RunContext): Promise<Observation> {
      return call(bound, args, run);
    }
  };
  const name = exportedName.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, letter: string) =>
    letter.toUpperCase(),
  );
  Object.defineProperty(target, 'name', { value: name });
  return target;
}

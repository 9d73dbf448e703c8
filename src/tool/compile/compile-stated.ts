import type { Constructor } from '../../foundation/constructor.js';
import type { ClassMetadata, StatedTool } from '../class-metadata.js';
import type { ToolDefinition } from '../tool-definition.js';
import type { ToolExecutor } from '../tool-executor.js';
import { defaultToolName } from '../tool-name.js';
import { compileInput, compileOutput } from './compile-fields.js';
import { buildDefinition } from './definition-draft.js';

/** A class whose schemas are stated, and whose `execute(action, run)` takes what the model sent. */
export function compileStated(
  target: Constructor,
  metadata: ClassMetadata,
  { origin, inputSchema, outputSchema, annotations }: StatedTool,
): ToolDefinition {
  const options = metadata.tool ?? {};
  const toolName = options.name ?? defaultToolName(target.name);
  const where = `${origin} tool '${toolName}'`;
  const definition = buildDefinition({
    ...{ where, toolName, options, origin },
    replayClass: metadata.replayClass,
    action: () => compileInput(undefined, inputSchema, where),
    observation: () => {
      const output = outputSchema === undefined ? undefined : compileOutput({ outputSchema }, where);
      return output && { ...output, isForeign: true };
    },
    binding: {
      target,
      lifetime: 'run',
      invoke: (receiver, action, run) => (receiver as ToolExecutor).execute(action, run),
    },
  });
  // What the class implies was decided here, the rest somewhere else.
  return definition.with({ annotations: { ...annotations, ...definition.annotations } });
}

import { isRunContextType, type RunContext } from '../../context/run-context.js';
import type { Constructor } from '../../foundation/constructor.js';
import type { DefinitionProblem } from '../../foundation/definition-error.js';
import { emittedParameterTypes } from '../../foundation/reflection.js';
import type { ClassMetadata } from '../class-metadata.js';
import { readParameters } from '../parameter-names.js';
import type { ToolDefinition } from '../tool-definition.js';
import type { ToolBinding } from '../tool-executor.js';
import { defaultToolName, prefixedName } from '../tool-name.js';
import { compileClassOutput, observationFactory } from './class-output.js';
import { compileAction } from './compile-action.js';
import { declaredFields, newSchemaBuilder } from './declared-fields.js';
import { buildDefinition } from './definition-draft.js';
import { isLostRun } from './run-parameter.js';
import { findClassTool, withExamples } from './tool-knowledge.js';

interface Command {
  execute(...args: unknown[]): unknown;
}

/** Shape (b): a class is a tool; its `@Param` properties are the action and `execute()` does the work. */
export function compileCommand(target: Constructor, metadata: ClassMetadata): ToolDefinition {
  const where = target.name;
  const options = metadata.tool ?? {};
  const builder = newSchemaBuilder();
  const { found: known, problem } = findClassTool(target);
  if (problem !== undefined) builder.problem(problem);
  for (const each of findExecuteProblems(target)) builder.problem(each);
  return buildDefinition({
    where,
    toolName: prefixedName(metadata, options.name ?? defaultToolName(known?.tool.className ?? target.name)),
    options,
    known,
    replayClass: metadata.replayClass,
    origin: 'class',
    action: () =>
      compileAction(
        builder,
        withExamples(builder.objectOf(builder.classMembers(target, where)), known),
        where,
      ),
    observation: () => compileClassOutput(metadata, known, where),
    binding: bindCommand(target, metadata),
  });
}

function bindCommand(target: Constructor, metadata: ClassMetadata): ToolBinding {
  const toObservation = observationFactory(metadata.tool?.observation);
  const properties = new Map(
    [...declaredFields(target)].map(([property, { name }]) => [name ?? property, property]),
  );
  return {
    target,
    lifetime: 'call',
    invoke(receiver, action, run: RunContext) {
      const command = receiver as Command & Record<string, unknown>;
      // Assigned after construction, so that initialisers of absent properties stay.
      for (const [name, value] of Object.entries(action as object))
        command[properties.get(name) ?? name] = value as unknown;
      return toObservation(command.execute(run));
    },
  };
}

/** `execute` must exist and may take the run only: everything the model supplies is a property. */
function findExecuteProblems(target: Constructor): DefinitionProblem[] {
  const prototype = target.prototype as Partial<Command>;
  const where = `${target.name}.execute`;
  if (typeof prototype.execute !== 'function') {
    return [
      { where, seen: 'it is missing.', fix: 'add execute(run: RunContext), or state @Tool({ action }).' },
    ];
  }
  const parameters = readParameters(prototype.execute);
  if (parameters.length === 0) return [];
  const types = emittedParameterTypes(prototype, 'execute');
  // Types are emitted only when something decorates execute; without them the one parameter is taken to be the run.
  const isRun =
    types === undefined ||
    isRunContextType(types[0]) ||
    isLostRun(parameters[0]?.name, { emitted: true, type: types[0] });
  if (parameters.length === 1 && isRun) return [];
  return [
    { where, seen: 'it takes more than the run.', fix: 'make each argument a @Param property of the class.' },
  ];
}

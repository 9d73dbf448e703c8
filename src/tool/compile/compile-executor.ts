import { disposeWith } from '../../context/disposal.js';
import type { Constructor } from '../../foundation/constructor.js';
import type { ClassMetadata } from '../class-metadata.js';
import type { ToolDefinition } from '../tool-definition.js';
import type { ToolBinding, ToolExecutor } from '../tool-executor.js';
import { defaultToolName, prefixedName } from '../tool-name.js';
import { compileClassOutput, observationFactory } from './class-output.js';
import { compileAction } from './compile-action.js';
import { newSchemaBuilder } from './declared-fields.js';
import { buildDefinition } from './definition-draft.js';
import { findClassTool, withExamples } from './tool-knowledge.js';

/** Shape (c): a class whose `execute(action, run)` takes an instance of the action class. */
export function compileExecutor(
  target: Constructor,
  metadata: ClassMetadata,
  action: Constructor,
): ToolDefinition {
  const where = target.name;
  const options = metadata.tool ?? {};
  disposeWith(target, 'close');
  const builder = newSchemaBuilder();
  const { found: known, problem } = findClassTool(target);
  if (problem !== undefined) builder.problem(problem);
  if (typeof (target.prototype as Partial<ToolExecutor>).execute !== 'function') {
    builder.problem({ where: `${where}.execute`, seen: 'it is missing.', fix: 'add execute(action, run).' });
  }
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
        withExamples(builder.classObject(action, `${where}, action`), known),
        `${where}, action`,
      ),
    observation: () => compileClassOutput(metadata, known, where),
    binding: bindExecutorClass(target, metadata),
  });
}

function bindExecutorClass(target: Constructor, metadata: ClassMetadata): ToolBinding {
  const toObservation = observationFactory(metadata.tool?.observation);
  return {
    target,
    lifetime: 'run',
    invoke: (receiver, action, run) => toObservation((receiver as ToolExecutor).execute(action, run)),
  };
}

const bindings = new WeakMap<ToolExecutor, ToolBinding>();

/** The same tool, run by an executor that exists already. All tools of one executor share its binding, so that it is closed once. */
export function bindExecutor(
  definition: ToolDefinition,
  executor: ToolExecutor,
  metadata: ClassMetadata,
): ToolDefinition {
  const binding = bindings.get(executor) ?? bindExisting(executor, metadata);
  bindings.set(executor, binding);
  return definition.with({ binding });
}

function bindExisting(executor: ToolExecutor, metadata: ClassMetadata): ToolBinding {
  const toObservation = observationFactory(metadata.tool?.observation);
  return {
    lifetime: 'run',
    invoke: (_receiver, action, run) => toObservation(executor.execute(action, run)),
    ...(executor.close === undefined ? {} : { close: () => executor.close?.() }),
  };
}

import { DefinitionError, type DefinitionProblem } from '../../foundation/definition-error.js';
import { definedMembers } from '../../foundation/json.js';
import type { ActionType, ObservationType } from '../action-type.js';
import { findAnnotationProblems, impliedAnnotations } from '../annotations.js';
import { rememberPlace } from '../definition-place.js';
import type { ReplayClass } from '../replay-class.js';
import { ToolDefinition, type ToolOrigin } from '../tool-definition.js';
import type { ToolBinding } from '../tool-executor.js';
import { findNameProblems, nameAsWords } from '../tool-name.js';
import { findToolOptionProblems } from '../tool-option-check.js';
import type { ToolOptions } from '../tool-options.js';
import { describeFromSource, type ToolKnowledge } from './tool-knowledge.js';
import { rememberSource } from './undescribed.js';

/** Everything known about one tool before it is checked as a whole. */
export interface DefinitionDraft {
  /** Class and member, for problems. */
  readonly where: string;
  readonly toolName: string;
  readonly options: ToolOptions;
  /** What a manifest knows of it. */
  readonly known?: ToolKnowledge | undefined;
  readonly replayClass: ReplayClass | undefined;
  readonly origin: ToolOrigin;
  readonly action: () => ActionType;
  readonly observation: () => ObservationType | undefined;
  readonly binding: ToolBinding | undefined;
}

/** Builds the definition, or throws one {@link DefinitionError} with every problem of the draft. */
export function buildDefinition(draft: DefinitionDraft): ToolDefinition {
  const { options, where, toolName, replayClass = 'side_effecting' } = draft;
  const problems = new ProblemCollector();
  problems.add(
    ...findNameProblems(toolName, where),
    ...findToolOptionProblems(options, where),
    ...findAnnotationProblems(replayClass, options.annotations ?? {}, where),
  );
  const action = problems.collect(draft.action);
  const observation = problems.collect(draft.observation);
  problems.throwIfAny();
  const definition = new ToolDefinition({
    name: toolName,
    title: options.title ?? options.annotations?.title,
    description: options.description ?? describeFromSource(draft.known) ?? nameAsWords(toolName),
    action: action as ActionType,
    observation,
    icons: options.icons,
    annotations: impliedAnnotations(replayClass, options.annotations ?? {}),
    replayClass,
    origin: draft.origin,
    policy: pickPolicy(options),
    binding: draft.binding,
  });
  rememberPlace(definition, where);
  if (draft.known !== undefined) rememberSource(definition);
  return definition;
}

/** Runs several steps and keeps the problems of all of them, so that an author sees them at once. */
export class ProblemCollector {
  private readonly problems: DefinitionProblem[] = [];

  add(...problems: readonly DefinitionProblem[]): void {
    this.problems.push(...problems);
  }

  /** The step's result, or undefined when it found problems. */
  collect<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error;
      this.add(...error.problems);
      return undefined;
    }
  }

  get isEmpty(): boolean {
    return this.problems.length === 0;
  }

  throwIfAny(): void {
    if (this.problems.length > 0) throw new DefinitionError(this.problems);
  }
}

function pickPolicy({
  timeoutMs,
  maxRetries,
  retryDelayMs,
  resources,
  endsRun,
}: ToolOptions): ToolDefinition['policy'] {
  return definedMembers({ timeoutMs, maxRetries, retryDelayMs, resources, endsRun });
}

import type { DefinitionProblem } from '../foundation/definition-error.js';
import type { ReplayClass } from './replay-class.js';

/**
 * Hints about a tool for clients and models; they never set the replay class.
 *
 * @see MCP 2025-11-25, ToolAnnotations
 */
export interface ToolAnnotations {
  readonly title?: string;
  /** Changes nothing. */
  readonly readOnlyHint?: boolean;
  /** May delete or overwrite. */
  readonly destructiveHint?: boolean;
  /** Repeating a call with the same arguments changes nothing more. */
  readonly idempotentHint?: boolean;
  /** Reaches beyond a closed set of systems. */
  readonly openWorldHint?: boolean;
}

/** The members of {@link ToolAnnotations}, to find misspelt ones. */
export const ANNOTATION_NAMES: readonly (keyof ToolAnnotations)[] = [
  'title',
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
];

/** The stated hints completed by what the replay class implies. */
export function impliedAnnotations(replayClass: ReplayClass, stated: ToolAnnotations): ToolAnnotations {
  switch (replayClass) {
    case 'read_only':
      return { readOnlyHint: true, ...stated };
    case 'idempotent':
      return { idempotentHint: true, ...stated };
    case 'side_effecting':
      return stated;
  }
}

/** Hints that contradict the replay class. */
export function findAnnotationProblems(
  replayClass: ReplayClass,
  stated: ToolAnnotations,
  where: string,
): DefinitionProblem[] {
  const contradicts =
    (replayClass === 'read_only' && (stated.readOnlyHint === false || stated.destructiveHint === true)) ||
    (replayClass === 'idempotent' && stated.idempotentHint === false) ||
    (replayClass !== 'read_only' && stated.readOnlyHint === true);
  if (!contradicts) return [];
  const hints = Object.entries(stated).filter(([, hint]) => typeof hint === 'boolean');
  return [
    {
      where,
      seen: `the replay class '${replayClass}' contradicts ${hints.map(([name, hint]) => `${name}: ${String(hint)}`).join(', ')}.`,
      fix: 'remove the hint, or declare the replay class that matches it.',
    },
  ];
}

import type { MemberKey } from '../tool/class-metadata.js';
import { parseReplayClass, type ReplayClass as ReplayClassName } from '../tool/replay-class.js';
import { readDecoration, type StandardContext } from './decoration.js';
import type { ClassOrMethodDecorator } from './decorator.js';
import { refuseBareUse } from './decorator-checks.js';
import { recordFact } from './record-fact.js';

/** What repeating a call does: `read_only`, `idempotent` or `side_effecting`. */
export type ReplayClass = ReplayClassName;

/**
 * States what repeating a call does: on a method or a tool class for that tool, on a service class for all its
 * tools that state none. Without it a tool is `side_effecting`.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) for any other value.
 */
export function ReplayClass(value: ReplayClassName): ClassOrMethodDecorator {
  refuseBareUse('ReplayClass', value, "'read_only'");
  return (target: unknown, second?: MemberKey | StandardContext, descriptor?: PropertyDescriptor) => {
    const decoration = readDecoration('ReplayClass', target, second, descriptor);
    recordFact({ replayClass: parseReplayClass(value, decoration.where) }, decoration);
  };
}

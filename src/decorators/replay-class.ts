import { type AnyConstructor } from '../foundation/constructor.js';
import { type MemberKey, updateClassMetadata, updateMemberMetadata } from '../tool/class-metadata.js';
import { parseReplayClass, type ReplayClass as ReplayClassName } from '../tool/replay-class.js';
import { refuseBareUse } from './decorator-checks.js';

export type ReplayClass = ReplayClassName;

/**
 * States what repeating a call does: on a method or a tool class for that tool, on a service class for all its
 * tools that state none. Without it a tool is `side_effecting`.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) for any other value.
 */
export function ReplayClass(
  value: ReplayClassName,
): (target: object, member?: MemberKey, descriptor?: PropertyDescriptor) => void {
  refuseBareUse('ReplayClass', value, "'read_only'");
  const replayClass = parseReplayClass(value, '@ReplayClass');
  return (target, member) => {
    if (member === undefined)
      updateClassMetadata(target as AnyConstructor, metadata => ({ ...metadata, replayClass }));
    else updateMemberMetadata(target, member, metadata => ({ ...metadata, replayClass }));
  };
}

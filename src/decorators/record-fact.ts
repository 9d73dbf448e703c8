import {
  type ClassMetadata,
  type MemberMetadata,
  updateClassMetadata,
  updateMemberMetadata,
} from '../tool/class-metadata.js';
import type { Decoration } from './decoration.js';
import { refuseSecond } from './decorator-checks.js';

type Fact = Pick<ClassMetadata, 'tool' | 'toolSet' | 'replayClass' | 'returns'> &
  Pick<MemberMetadata, 'resource' | 'prompt'>;

/**
 * Writes what a decorator said on a class, or on a member of it.
 *
 * @throws {@link DefinitionError} when the same decorator said something there already.
 */
export function recordFact(fact: Fact, { where, holder, member }: Decoration): void {
  const add = <T extends Fact>(metadata: T): T => {
    for (const name of Object.keys(fact)) refuseSecond(metadata[name as keyof Fact], where);
    return { ...metadata, ...fact };
  };
  if (member === undefined) updateClassMetadata(holder, add);
  else updateMemberMetadata(holder, member, add);
}

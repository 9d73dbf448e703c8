import { DefinitionError } from '../foundation/definition-error.js';
import type { MemberKey } from '../tool/class-metadata.js';
import type { Decoration, StandardContext } from './decoration.js';

/** Decorates a method; as TypeScript's experimental decorators and as those of the standard. */
export interface LibraryDecorator {
  (target: object, member: MemberKey, descriptor?: PropertyDescriptor): void;
  (value: unknown, context: StandardContext): void;
}

/** @throws {@link DefinitionError} on anything else than a method. */
export function refuseNoMethod({ where, member }: Decoration): void {
  if (member?.kind === 'method') return;
  throw new DefinitionError([{ where, seen: 'it is on no method.', fix: 'decorate a method.' }]);
}

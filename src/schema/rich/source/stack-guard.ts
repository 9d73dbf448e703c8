import { DefinitionError } from '../../../foundation/definition-error.js';
import { isStackOverflow } from '../../plan/stack-overflow.js';

/**
 * Runs what reads types, and says whose types they are when there is no end of them inside each other. The compiler is
 * not to be asked again after that: what it was about to resolve stays half resolved.
 *
 * @param where - The tool, or the project.
 * @throws DefinitionError (`DEFINITION`) in place of the engine's error.
 */
export function guardStack<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    throw new DefinitionError([
      {
        where,
        seen: 'its types, or the files that declare them, lead to so many others in a chain that they cannot be read.',
        fix: 'take a type with fewer levels, or state it: @Param({ schema: { … } }).',
      },
    ]);
  }
}

import { frozenCopy } from '../foundation/json.js';
import type { MemberKey } from '../tool/class-metadata.js';
import { findLibraryOptionProblems, PROMPT_OPTION_NAMES } from '../tool/library/library-option-check.js';
import type { PromptOptions } from '../tool/library/library-options.js';
import { readDecoration, type StandardContext } from './decoration.js';
import { refuseBareUse, refuseNoOptions, throwIfAny } from './decorator-checks.js';
import { type LibraryDecorator, refuseNoMethod } from './library-decorator.js';
import { recordFact } from './record-fact.js';

/**
 * Makes a method a prompt: a text that people choose in a client of a server. Parameters are its arguments. It may give
 * text, content blocks, or messages `{ role, content }`.
 *
 * @param options - The description, or {@link PromptOptions}.
 * @throws {@link DefinitionError} (`DEFINITION`) for unknown options and values that cannot be meant.
 */
export function Prompt(options: string | PromptOptions = {}): LibraryDecorator {
  refuseBareUse('Prompt', options);
  const prompt: PromptOptions = frozenCopy(typeof options === 'string' ? { description: options } : options);
  return (target: unknown, second?: MemberKey | StandardContext, descriptor?: PropertyDescriptor) => {
    const decoration = readDecoration('Prompt', target, second, descriptor);
    refuseNoOptions(prompt, decoration.where);
    throwIfAny(findLibraryOptionProblems(prompt, PROMPT_OPTION_NAMES, decoration.where));
    refuseNoMethod(decoration);
    recordFact({ prompt }, decoration);
  };
}

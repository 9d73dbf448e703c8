import { type AnyConstructor } from '../foundation/constructor.js';
import { DefinitionError } from '../foundation/definition-error.js';
import { frozenCopy } from '../foundation/json.js';
import { type MemberKey, updateClassMetadata, updateMemberMetadata } from '../tool/class-metadata.js';
import { findPolicyMistakes } from '../tool/execution-policy.js';
import { TOOL_OPTION_NAMES, type ToolOptions } from '../tool/tool-options.js';
import { checkOptions, placeOf, refuseBareUse } from './decorator-checks.js';

/** Decorates a class or a method. */
export type ToolDecorator = (target: object, member?: MemberKey, descriptor?: PropertyDescriptor) => void;

/**
 * Makes a method, or a class with `execute()`, a tool.
 *
 * @param options - The description, or {@link ToolOptions}.
 * @throws {@link DefinitionError} (`DEFINITION`) for unknown options, and for a timeout or retry number out of range.
 */
export function Tool(options: string | ToolOptions = {}): ToolDecorator {
  refuseBareUse('Tool', options);
  const stated: ToolOptions = typeof options === 'string' ? { description: options } : options;
  checkOptions('@Tool', stated, TOOL_OPTION_NAMES);
  const tool = frozenCopy(stated);
  return (target, member, descriptor) => {
    const where = placeOf(target, member);
    const mistakes = findPolicyMistakes(tool).map(mistake => ({ where, ...mistake }));
    if (mistakes.length > 0) throw new DefinitionError(mistakes);
    if (member === undefined)
      updateClassMetadata(target as AnyConstructor, metadata => ({ ...metadata, tool }));
    else if (typeof descriptor?.value === 'function') {
      updateMemberMetadata(target, member, metadata => ({ ...metadata, tool }));
    } else {
      throw new DefinitionError([
        {
          where,
          seen: '@Tool is on something that is not a method.',
          fix: 'decorate a method, or the class.',
        },
      ]);
    }
  };
}

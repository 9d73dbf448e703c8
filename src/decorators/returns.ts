import { type AnyConstructor, isClass } from '../foundation/constructor.js';
import { DefinitionError } from '../foundation/definition-error.js';
import { frozenCopy } from '../foundation/json.js';
import { type MemberKey, updateClassMetadata, updateMemberMetadata } from '../tool/class-metadata.js';
import { type ReturnsOptions } from '../tool/tool-options.js';
import { refuseBareUse } from './decorator-checks.js';

/**
 * Declares what a tool gives back, so that it is advertised as output schema, checked, and sent as structured
 * content: `@Returns(() => OrderStatus)` or `@Returns({ type: () => Order, each: true })`.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) when a class is given instead of a thunk.
 */
export function Returns(
  options: ReturnsOptions,
): (target: object, member?: MemberKey, descriptor?: PropertyDescriptor) => void {
  const given: unknown = options;
  if (isClass(given) || [String, Number, Boolean, Date].includes(given as never)) {
    const { name } = given as AnyConstructor;
    throw new DefinitionError([
      { where: '@Returns', seen: `it got ${name} itself.`, fix: `write @Returns(() => ${name}).` },
    ]);
  }
  if (typeof given === 'object') refuseBareUse('Returns', given, '() => TheClass');
  const returns = frozenCopy(options);
  return (target, member) => {
    if (member === undefined)
      updateClassMetadata(target as AnyConstructor, metadata => ({ ...metadata, returns }));
    else updateMemberMetadata(target, member, metadata => ({ ...metadata, returns }));
  };
}

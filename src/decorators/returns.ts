import { type AnyConstructor, isClass } from '../foundation/constructor.js';
import { DefinitionError } from '../foundation/definition-error.js';
import { type MemberKey, updateClassMetadata, updateMemberMetadata } from '../tool/class-metadata.js';
import { type ReturnsOptions } from '../tool/tool-options.js';

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
  const returns = typeof options === 'function' ? options : Object.freeze({ ...options });
  return (target, member) => {
    if (member === undefined)
      updateClassMetadata(target as AnyConstructor, metadata => ({ ...metadata, returns }));
    else updateMemberMetadata(target, member, metadata => ({ ...metadata, returns }));
  };
}

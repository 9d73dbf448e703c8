import { frozenCopy } from '../foundation/json.js';
import type { MemberKey } from '../tool/class-metadata.js';
import { findReturnsMistake } from '../tool/returns-check.js';
import type { ReturnsOptions } from '../tool/tool-options.js';
import { placeOf, refuseBareUse, throwIfAny } from './decorator-checks.js';
import { recordFact } from './record-fact.js';

/**
 * Declares what a tool gives back, so that it is advertised as output schema, checked, and sent as structured
 * content: `@Returns(() => OrderStatus)` or `@Returns({ type: () => Order, each: true })`.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) when a class is given instead of a thunk.
 */
export function Returns(
  options: ReturnsOptions,
): (target: object, member?: MemberKey, descriptor?: PropertyDescriptor) => void {
  if (typeof options === 'object') refuseBareUse('Returns', options, '() => TheClass');
  const returns = frozenCopy(options);
  return (target, member) => {
    const where = placeOf('Returns', target, member);
    const mistake = findReturnsMistake(options);
    throwIfAny(mistake === undefined ? [] : [{ where, ...mistake }]);
    recordFact({ returns }, where, target, member);
  };
}

import { frozenCopy } from '../foundation/json.js';
import type { MemberKey } from '../tool/class-metadata.js';
import { findReturnsMistake } from '../tool/returns-check.js';
import type { ReturnsOptions } from '../tool/tool-options.js';
import { readDecoration, type StandardContext } from './decoration.js';
import type { ClassOrMethodDecorator } from './decorator.js';
import { refuseBareUse, throwIfAny } from './decorator-checks.js';
import { recordFact } from './record-fact.js';

/**
 * Declares what a tool gives back, so that it is advertised as output schema, checked, and sent as structured
 * content: `@Returns(() => OrderStatus)` or `@Returns({ type: () => Order, each: true })`.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) when a class is given instead of a thunk.
 */
export function Returns(options: ReturnsOptions): ClassOrMethodDecorator {
  if (typeof options === 'object') refuseBareUse('Returns', options, '() => TheClass');
  const returns = frozenCopy(options);
  return (target: unknown, second?: MemberKey | StandardContext, descriptor?: PropertyDescriptor) => {
    const decoration = readDecoration('Returns', target, second, descriptor);
    const { where } = decoration;
    const mistake = findReturnsMistake(options);
    throwIfAny(mistake === undefined ? [] : [{ where, ...mistake }]);
    recordFact({ returns }, decoration);
  };
}

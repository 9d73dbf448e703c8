import type { AnyConstructor } from '../foundation/constructor.js';
import { frozenCopy } from '../foundation/json.js';
import { describeKind } from '../foundation/value-kind.js';
import { TOOL_SET_OPTION_NAMES, type ToolSetOptions } from '../tool/tool-options.js';
import { findUnknownOptions } from '../tool/unknown-options.js';
import {
  placeOf,
  refuseBareUse,
  refuseNoOptions,
  type StandardContext,
  throwIfAny,
} from './decorator-checks.js';
import { recordFact } from './record-fact.js';

/**
 * States what the tools of a service class have in common, and makes the class injectable.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) for unknown options and for a prefix that is no text.
 */
export function ToolSet(options: ToolSetOptions = {}): (target: AnyConstructor) => void {
  refuseBareUse('ToolSet', options);
  const toolSet = frozenCopy(options);
  // The second argument is none of the signature: compilers that follow the standard pass one.
  return (target, ...context: StandardContext[]) => {
    const where = placeOf('ToolSet', target, context[0]);
    refuseNoOptions(toolSet, where);
    const { prefix }: { readonly prefix?: unknown } = toolSet;
    throwIfAny([
      ...findUnknownOptions(toolSet, TOOL_SET_OPTION_NAMES, where),
      ...(prefix === undefined || typeof prefix === 'string'
        ? []
        : [{ where, seen: `prefix is ${describeKind(prefix)}.`, fix: "give text: prefix: 'orders'." }]),
    ]);
    recordFact({ toolSet }, where, target);
  };
}

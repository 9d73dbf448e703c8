import type { AnyConstructor } from '../foundation/constructor.js';
import { frozenCopy } from '../foundation/json.js';
import { describeKind } from '../foundation/value-kind.js';
import { TOOL_SET_OPTION_NAMES, type ToolSetOptions } from '../tool/tool-options.js';
import { findUnknownOptions } from '../tool/unknown-options.js';
import { readDecoration, type StandardContext } from './decoration.js';
import { refuseBareUse, refuseNoOptions, throwIfAny } from './decorator-checks.js';
import { recordFact } from './record-fact.js';

/**
 * States what the tools of a service class have in common, and makes the class injectable.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) for unknown options and for a prefix that is no text.
 */
export function ToolSet(
  options: ToolSetOptions = {},
): (target: AnyConstructor, context?: StandardContext) => void {
  refuseBareUse('ToolSet', options);
  const toolSet = frozenCopy(options);
  return (target, context) => {
    const decoration = readDecoration('ToolSet', target, context);
    const { where } = decoration;
    refuseNoOptions(toolSet, where);
    const { prefix }: { readonly prefix?: unknown } = toolSet;
    throwIfAny([
      ...findUnknownOptions(toolSet, TOOL_SET_OPTION_NAMES, where),
      ...(prefix === undefined || typeof prefix === 'string'
        ? []
        : [{ where, seen: `prefix is ${describeKind(prefix)}.`, fix: "give text: prefix: 'orders'." }]),
    ]);
    recordFact({ toolSet }, decoration);
  };
}

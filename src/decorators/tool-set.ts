import { type AnyConstructor } from '../foundation/constructor.js';
import { frozenCopy } from '../foundation/json.js';
import { updateClassMetadata } from '../tool/class-metadata.js';
import { TOOL_SET_OPTION_NAMES, type ToolSetOptions } from '../tool/tool-options.js';
import { checkOptions, refuseBareUse } from './decorator-checks.js';

/**
 * States what the tools of a service class have in common, and makes the class injectable.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) for unknown options.
 */
export function ToolSet(options: ToolSetOptions = {}): (target: AnyConstructor) => void {
  refuseBareUse('ToolSet', options);
  checkOptions('@ToolSet', options, TOOL_SET_OPTION_NAMES);
  const toolSet = frozenCopy(options);
  return target => updateClassMetadata(target, metadata => ({ ...metadata, toolSet }));
}

import { frozenCopy } from '../foundation/json.js';
import type { MemberKey } from '../tool/class-metadata.js';
import { findLibraryOptionProblems, RESOURCE_OPTION_NAMES } from '../tool/library/library-option-check.js';
import type { ResourceOptions } from '../tool/library/library-options.js';
import { findUriMistake } from '../tool/library/uri-template.js';
import { readDecoration, type StandardContext } from './decoration.js';
import { refuseBareUse, refuseNoOptions, throwIfAny } from './decorator-checks.js';
import { type LibraryDecorator, refuseNoMethod } from './library-decorator.js';
import { recordFact } from './record-fact.js';

/**
 * Makes a method a resource: what it gives is read by the clients of a server, under a URI. Variables of the URI are
 * arguments of the method: `@Resource('orders://{id}')`. It may give text, bytes, data or an observation, and undefined when
 * there is no such resource.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) for what is no URI, unknown options and values that cannot be meant.
 */
export function Resource(uri: string, options: ResourceOptions = {}): LibraryDecorator {
  refuseBareUse('Resource', uri, "'orders://{id}'");
  const resource = frozenCopy(options);
  return (target: unknown, second?: MemberKey | StandardContext, descriptor?: PropertyDescriptor) => {
    const decoration = readDecoration('Resource', target, second, descriptor);
    const { where } = decoration;
    refuseNoOptions(resource, where);
    const mistake = findUriMistake(uri);
    throwIfAny([
      ...(mistake === undefined ? [] : [{ where, ...mistake }]),
      ...findLibraryOptionProblems(resource, RESOURCE_OPTION_NAMES, where),
    ]);
    refuseNoMethod(decoration);
    recordFact({ resource: { ...resource, uri } }, decoration);
  };
}

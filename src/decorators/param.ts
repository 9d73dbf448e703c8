import { DefinitionError } from '../foundation/definition-error.js';
import { frozenCopy } from '../foundation/json.js';
import { type MemberKey, updateMemberMetadata } from '../tool/class-metadata.js';
import { type ParamOptions } from '../tool/tool-options.js';
import { placeOf, refuseBareUse } from './decorator-checks.js';

/** Decorates a property, or a parameter of a method. */
export type ParamDecorator = (
  target: object,
  member: MemberKey | undefined,
  position?: number | PropertyDescriptor,
) => void;

/**
 * Adds facts to what the model must supply: a description, allowed values, bounds, a type where the emitted one
 * does not say it.
 *
 * @param options - The description, or {@link ParamOptions}.
 * @throws {@link DefinitionError} (`DEFINITION`) on a constructor parameter or an accessor.
 */
export function Param(options: string | ParamOptions = {}): ParamDecorator {
  refuseBareUse('Param', options);
  const param: ParamOptions = frozenCopy(typeof options === 'string' ? { description: options } : options);
  return (target, member, position) => {
    if (member === undefined || (position !== undefined && typeof position !== 'number')) {
      const seen = member === undefined ? 'a constructor parameter' : 'a method or accessor';
      const where = placeOf(target, member);
      throw new DefinitionError([
        { where, seen: `@Param is on ${seen}.`, fix: 'put it on a property or on a parameter of a method.' },
      ]);
    }
    updateMemberMetadata(target, member, metadata =>
      position === undefined
        ? { ...metadata, param }
        : { ...metadata, params: new Map(metadata.params).set(position, param) },
    );
  };
}

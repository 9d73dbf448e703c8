import { DefinitionError } from '../foundation/definition-error.js';
import { frozenCopy } from '../foundation/json.js';
import { type MemberKey, updateMemberMetadata } from '../tool/class-metadata.js';
import { findTextProblems } from '../tool/tool-option-check.js';
import type { ParamOptions } from '../tool/tool-options.js';
import { readDecoration, type StandardContext } from './decoration.js';
import { refuseBareUse, refuseNoOptions, refuseSecond, throwIfAny } from './decorator-checks.js';

/** Decorates a property, or a parameter of a method; under the decorators of the standard only properties. */
export interface ParamDecorator {
  (target: object, member: MemberKey | undefined, position?: number | PropertyDescriptor): void;
  (value: unknown, context: StandardContext): void;
}

/**
 * Adds facts to what the model must supply: a description, allowed values, bounds, a type where the emitted one
 * does not say it.
 *
 * @param options - The description, or {@link ParamOptions}.
 * @throws {@link DefinitionError} (`DEFINITION`) on a constructor parameter or an accessor, and for a name or
 * description that says nothing.
 */
export function Param(options: string | ParamOptions = {}): ParamDecorator {
  refuseBareUse('Param', options);
  const param: ParamOptions = frozenCopy(typeof options === 'string' ? { description: options } : options);
  return (target: unknown, second?: MemberKey | StandardContext, third?: number | PropertyDescriptor) => {
    const { where, holder, member, position } = readDecoration('Param', target, second, third);
    const spot = position === undefined ? where : `${where} on parameter ${position + 1}`;
    if (member === undefined || (position === undefined && member.kind !== 'field')) {
      const on =
        member !== undefined
          ? 'method or accessor'
          : position === undefined
            ? 'class'
            : 'constructor parameter';
      throw new DefinitionError([
        { where, seen: `it is on a ${on}.`, fix: 'put it on a property or on a parameter of a method.' },
      ]);
    }
    refuseNoOptions(param, spot);
    throwIfAny([
      ...findTextProblems('name', param.name, spot),
      ...findTextProblems('description', param.description, spot),
    ]);
    updateMemberMetadata(holder, member, metadata => {
      refuseSecond(position === undefined ? metadata.param : metadata.params?.get(position), spot);
      return position === undefined
        ? { ...metadata, param }
        : { ...metadata, params: new Map(metadata.params).set(position, param) };
    });
  };
}

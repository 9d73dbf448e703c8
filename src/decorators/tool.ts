import type { DefinitionProblem } from '../foundation/definition-error.js';
import { frozenCopy } from '../foundation/json.js';
import type { MemberKey } from '../tool/class-metadata.js';
import { findToolOptionProblems } from '../tool/tool-option-check.js';
import { CLASS_OPTION_NAMES, TOOL_OPTION_NAMES, type ToolOptions } from '../tool/tool-options.js';
import { findUnknownOptions } from '../tool/unknown-options.js';
import { readDecoration, type StandardContext } from './decoration.js';
import type { ClassOrMethodDecorator } from './decorator.js';
import { refuseBareUse, refuseNoOptions, throwIfAny } from './decorator-checks.js';
import { recordFact } from './record-fact.js';

/** Decorates a class or a method. */
export type ToolDecorator = ClassOrMethodDecorator;

/**
 * Makes a method, or a class with `execute()`, a tool.
 *
 * @param options - The description, or {@link ToolOptions}.
 * @throws {@link DefinitionError} (`DEFINITION`) for unknown options and for values that cannot be meant.
 */
export function Tool(options: string | ToolOptions = {}): ToolDecorator {
  refuseBareUse('Tool', options);
  const tool: ToolOptions = frozenCopy(typeof options === 'string' ? { description: options } : options);
  return (target: unknown, second?: MemberKey | StandardContext, descriptor?: PropertyDescriptor) => {
    const decoration = readDecoration('Tool', target, second, descriptor);
    const { where, member } = decoration;
    refuseNoOptions(tool, where);
    throwIfAny([
      ...findUnknownOptions(tool, TOOL_OPTION_NAMES, where),
      ...findToolOptionProblems(tool, where),
      ...(member === undefined
        ? findClassOptionProblems(tool, where)
        : findMemberProblems(tool, member.kind === 'method', where)),
    ]);
    recordFact({ tool }, decoration);
  };
}

function findClassOptionProblems({ params }: ToolOptions, where: string): DefinitionProblem[] {
  return params === undefined
    ? []
    : [{ where, seen: 'params is for a method.', fix: 'put @Param on the properties of the class.' }];
}

function findMemberProblems(tool: ToolOptions, isMethod: boolean, where: string): DefinitionProblem[] {
  const misplaced = CLASS_OPTION_NAMES.filter(name => tool[name] !== undefined).map(name => ({
    where,
    seen: `${name} is for a class with execute().`,
    fix: 'leave it out: parameters and @Returns say what a method takes and gives.',
  }));
  return isMethod
    ? misplaced
    : [...misplaced, { where, seen: 'it is on no method.', fix: 'decorate a method, or the class.' }];
}

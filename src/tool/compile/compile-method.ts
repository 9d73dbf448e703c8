import type { Constructor } from '../../foundation/constructor.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import { emittedParameterTypes, emittedReturnType, type EmittedType } from '../../foundation/reflection.js';
import {
  type ClassMetadata,
  hasOwnMemberMetadata,
  type MemberKey,
  type MemberSite,
  type Method,
} from '../class-metadata.js';
import { readParameters } from '../parameter-names.js';
import type { ToolDefinition } from '../tool-definition.js';
import type { ToolBinding } from '../tool-executor.js';
import { defaultToolName, prefixedName } from '../tool-name.js';
import type { ParamOptions } from '../tool-options.js';
import { compileAction } from './compile-action.js';
import { compileKnownResult, compileReturns } from './compile-observation.js';
import { newSchemaBuilder } from './declared-fields.js';
import { buildDefinition } from './definition-draft.js';
import { type MethodParameters, readMethodParameters, spreadArguments } from './method-parameters.js';
import { findMethodTool, withExamples } from './tool-knowledge.js';

/** One decorated method of a class. */
export interface MethodSite extends MemberSite {
  readonly target: Constructor;
  readonly metadata: ClassMetadata;
}

const NO_PARAMS: ReadonlyMap<number, ParamOptions> = new Map();

/** Shape (a): a service method becomes a tool. */
export function compileMethod(site: MethodSite): ToolDefinition {
  const { target, key, member, metadata } = site;
  const where = `${target.name}.${String(key)}`;
  const { owner, method } = locateMethod(site, where);
  const builder = newSchemaBuilder();
  const { found: known, problem } = findMethodTool(target, site, owner, where);
  if (problem !== undefined) builder.problem(problem);
  const emittedTypes = emittedParameterTypes(owner, key);
  const isDecorated = hasOwnMemberMetadata(owner, key);
  const written = (isDecorated ? member.written : undefined) ?? method;
  if (known === undefined && emittedTypes === undefined && !isDecorated && readParameters(method).length > 0)
    refuseStaleTypes(where);
  const { params = NO_PARAMS, tool: options = {} } = member;
  const parameters = readMethodParameters(
    { where, method: written, emittedTypes, params, paramsByName: options.params ?? {}, known },
    builder,
  );
  return buildDefinition({
    where,
    toolName: methodToolName(site),
    options,
    known,
    replayClass: member.replayClass ?? metadata.replayClass,
    origin: 'method',
    action: () => compileAction(builder, withExamples(builder.objectOf(parameters.members), known), where),
    observation: () =>
      compileReturns(member.returns, returnTypeOf(owner, key), where) ?? compileKnownResult(known, where),
    binding: bindMethod(site, parameters),
  });
}

function methodToolName({ key, member, metadata }: MethodSite): string {
  const source = typeof key === 'string' ? key : (key.description ?? '');
  return prefixedName(metadata, member.tool?.name ?? defaultToolName(source));
}

/** The method that a call would reach, and the prototype (or class, for statics) it is defined on. */
function locateMethod(
  { target, key, isStatic }: MethodSite,
  where: string,
): { owner: object; method: Method } {
  let owner: object | null = isStatic ? target : (target.prototype as object);
  while (owner !== null && !Object.hasOwn(owner, key)) owner = Object.getPrototypeOf(owner) as object | null;
  const method: unknown = owner === null ? undefined : Object.getOwnPropertyDescriptor(owner, key)?.value;
  if (owner !== null && typeof method === 'function') return { owner, method: method as Method };
  throw new DefinitionError([
    { where, seen: '@Tool is on something that is not a method.', fix: 'decorate a method, or the class.' },
  ]);
}

function bindMethod({ target, key, isStatic }: MethodSite, { sources }: MethodParameters): ToolBinding {
  return {
    ...(isStatic ? {} : { target }),
    lifetime: 'run',
    invoke(receiver, action, run) {
      const self = (isStatic ? target : receiver) as Record<MemberKey, Method>;
      return self[key]?.(...spreadArguments(sources, action as Record<string, unknown>, run));
    },
  };
}

function refuseStaleTypes(where: string): never {
  throw new DefinitionError([
    {
      where,
      seen: 'it overrides a tool method without a decorator, so its parameter types are unknown.',
      fix: 'put @Tool() on the override; it inherits the name, description and parameter facts.',
    },
  ]);
}

function returnTypeOf(owner: object, key: MemberKey): EmittedType {
  const type = emittedReturnType(owner, key);
  return type === undefined ? { emitted: false } : { emitted: true, type };
}

import { isRunContextType } from '../../context/run-context.js';
import type { EmittedType } from '../../foundation/reflection.js';
import type { FieldSchema, SchemaBuilder } from '../../schema/schema-builder.js';
import { readParameters, type SourceParameter } from '../parameter-names.js';
import type { ParamOptions } from '../tool-options.js';
import { namedType } from './named-type.js';
import { findLostRun } from './run-parameter.js';

/** The parameters of one method as its decorators, its source and the compiler describe them. */
export interface MethodSignature {
  readonly where: string;
  readonly method: (...args: never[]) => unknown;
  /** Missing when the compiler emitted none for this method. */
  readonly emittedTypes: readonly unknown[] | undefined;
  readonly params: ReadonlyMap<number, ParamOptions>;
}

/** What each position receives: the run, or the argument of a name. */
export type ParameterSource = { readonly kind: 'run' } | { readonly kind: 'argument'; readonly name: string };

export interface MethodParameters {
  readonly sources: readonly ParameterSource[];
  readonly members: ReadonlyMap<string, FieldSchema>;
}

/** Reads a signature; what cannot be known is reported to `builder` as problems. */
export function readMethodParameters(signature: MethodSignature, builder: SchemaBuilder): MethodParameters {
  const written = readParameters(signature.method);
  const count = Math.max(signature.emittedTypes?.length ?? 0, written.length);
  const sources: ParameterSource[] = [];
  const members = new Map<string, FieldSchema>();
  for (let index = 0; index < count; index++) {
    const options = signature.params.get(index) ?? {};
    const emitted = emittedAt(signature.emittedTypes, index);
    if (isRun(emitted, options)) {
      sources.push({ kind: 'run' });
      continue;
    }
    const { isRest, name } = nameAt(written[index], options);
    const where = `${signature.where}, parameter ${index + 1}${name === undefined ? '' : ` '${name}'`}`;
    const mistake =
      findNameMistake(name, isRest, members) ?? findLostRun(written[index]?.name, emitted, options);
    if (mistake === undefined) {
      members.set(name as string, builder.field({ where, emitted, options: withoutName(options) }));
    } else builder.problem({ where, ...mistake });
    sources.push({ kind: 'argument', name: name ?? '' });
  }
  return { sources, members };
}

/** The positional arguments of one call. */
export function spreadArguments(
  sources: readonly ParameterSource[],
  action: Readonly<Record<string, unknown>>,
  run: unknown,
): unknown[] {
  return sources.map(source => (source.kind === 'run' ? run : action[source.name]));
}

function nameAt(
  written: SourceParameter | undefined,
  options: ParamOptions,
): { isRest: boolean; name?: string } {
  const isRest = written?.isRest === true;
  const name = options.name ?? (isRest ? undefined : written?.name);
  return { isRest, ...(name === undefined ? {} : { name }) };
}

function findNameMistake(
  name: string | undefined,
  isRest: boolean,
  taken: ReadonlyMap<string, unknown>,
): { seen: string; fix: string } | undefined {
  if (isRest) {
    return {
      seen: 'it is a rest parameter.',
      fix: 'take one array: tags: string[] with @Param({ type: () => [String] }).',
    };
  }
  if (name === undefined) {
    return { seen: 'it is destructured and has no name.', fix: "name it: @Param({ name: 'options', … })." };
  }
  if (taken.has(name)) return { seen: 'another parameter has this name.', fix: 'give each its own name.' };
  if (name === '__proto__')
    return { seen: 'the name __proto__ is refused in arguments.', fix: 'choose another name.' };
  return undefined;
}

function emittedAt(types: readonly unknown[] | undefined, index: number): EmittedType {
  return types !== undefined && index < types.length
    ? { emitted: true, type: types[index] }
    : { emitted: false };
}

function isRun(emitted: EmittedType, options: ParamOptions): boolean {
  if (typeof options.type === 'function') return isRunContextType(namedType(options.type));
  return emitted.emitted && isRunContextType(emitted.type);
}

function withoutName(options: ParamOptions): ParamOptions {
  const { name, ...rest } = options;
  return rest;
}

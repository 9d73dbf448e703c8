import { isRunContextType } from '../../context/run-context.js';
import { nearestNames } from '../../foundation/names.js';
import type { EmittedType } from '../../foundation/reflection.js';
import { staleProblem } from '../../schema/fast/stale-type.js';
import type { RichField } from '../../schema/manifest/rich-field.js';
import type { FieldSchema, SchemaBuilder } from '../../schema/schema-builder.js';
import { readParameters, type SourceParameter } from '../parameter-names.js';
import type { ParamOptions } from '../tool-options.js';
import { namedType } from './named-type.js';
import { findLostRun } from './run-parameter.js';
import type { ToolKnowledge } from './tool-knowledge.js';

/** The parameters of one method as its decorators, its source and the compiler describe them. */
export interface MethodSignature {
  readonly where: string;
  readonly method: (...args: never[]) => unknown;
  /** Missing when the compiler emitted none for this method. */
  readonly emittedTypes: readonly unknown[] | undefined;
  readonly params: ReadonlyMap<number, ParamOptions>;
  /** From `@Tool({ params })`: by the name in source. */
  readonly paramsByName: Readonly<Record<string, ParamOptions>>;
  readonly known: ToolKnowledge | undefined;
}

/** What each position receives: the run, or the argument of a name. */
export type ParameterSource = { readonly kind: 'run' } | { readonly kind: 'argument'; readonly name: string };

export interface MethodParameters {
  readonly sources: readonly ParameterSource[];
  readonly members: ReadonlyMap<string, FieldSchema>;
}

/** Reads a signature; what cannot be known is reported to `builder` as problems. */
export function readMethodParameters(signature: MethodSignature, builder: SchemaBuilder): MethodParameters {
  const sources: ParameterSource[] = [];
  const members = new Map<string, FieldSchema>();
  for (const position of listPositions(signature, builder)) {
    const { options, emitted, rich } = position;
    if (rich?.field.isRun === true || isRun(emitted, options)) {
      sources.push({ kind: 'run' });
      continue;
    }
    const { isRest, name } = nameAt(position);
    const where = `${signature.where}, parameter ${position.index + 1}${name === undefined ? '' : ` '${name}'`}`;
    const mistake = findNameMistake(name, isRest, members) ?? findLostRunAt(position);
    if (mistake === undefined) {
      members.set(
        name as string,
        builder.field({ where, emitted, options: withoutName(options), rich: position.rich }),
      );
    } else builder.problem({ where, ...mistake });
    sources.push({ kind: 'argument', name: name ?? '' });
  }
  return { sources, members };
}

/** What every source says of one position. */
interface Position {
  readonly index: number;
  readonly options: ParamOptions;
  readonly emitted: EmittedType;
  readonly written: SourceParameter | undefined;
  readonly rich: RichField | undefined;
}

/** The compiler pass knows the type, so nothing is lost where there is a manifest. */
const findLostRunAt = ({ rich, written, emitted, options }: Position): ReturnType<typeof findLostRun> =>
  rich === undefined ? findLostRun(written?.name, emitted, options) : undefined;

function listPositions(signature: MethodSignature, builder: SchemaBuilder): Position[] {
  const { where, emittedTypes, params, paramsByName, known } = signature;
  const written = readParameters(signature.method);
  const fields = known?.tool.parameters;
  const stale = known && findStaleSignature(known, emittedTypes?.length, written);
  if (stale !== undefined) builder.problem({ where, ...stale });
  const count = fields?.length ?? Math.max(emittedTypes?.length ?? 0, written.length);
  const positions = Array.from({ length: count }, (_, index): Position => {
    const field = fields?.[index];
    const sourceName = field === undefined ? written[index]?.name : field.name;
    const byName = sourceName !== undefined && Object.hasOwn(paramsByName, sourceName);
    return {
      index,
      options: { ...(byName ? paramsByName[sourceName] : {}), ...params.get(index) },
      emitted: emittedAt(emittedTypes, index),
      written: written[index],
      rich: field && known && { field, knowledge: known.knowledge },
    };
  });
  const names = positions.map(({ rich, written: source }) => rich?.field.name ?? source?.name ?? '');
  for (const name of Object.keys(paramsByName).filter(each => !names.includes(each))) {
    builder.problem({ where: `${where}, @Tool`, ...unknownParam(name, names) });
  }
  return positions;
}

function unknownParam(name: string, names: readonly string[]): { seen: string; fix: string } {
  const [near] = nearestNames(name, names);
  return {
    seen: `params describes '${name}', and no parameter has that name.`,
    fix: near === undefined ? 'use the names of the parameters.' : `write '${near}'.`,
  };
}

/** Names at run time are those of the source unless the class was bound: then a minifier may have been at work. */
function findStaleSignature(
  { tool, knowledge }: ToolKnowledge,
  emittedCount: number | undefined,
  written: readonly SourceParameter[],
): { seen: string; fix: string } | undefined {
  const { parameters = [] } = tool;
  const count = emittedCount ?? (knowledge.isBound ? parameters.length : written.length);
  if (count !== parameters.length) {
    const noun = count === 1 ? 'parameter' : 'parameters';
    return staleProblem(`the method has ${String(count)} ${noun}, in it ${String(parameters.length)}`);
  }
  if (knowledge.isBound) return undefined;
  const index = parameters.findIndex(({ name }, at) => name !== '' && (written[at]?.name ?? name) !== name);
  if (index < 0) return undefined;
  return staleProblem(
    `parameter ${String(index + 1)} is called '${written[index]?.name ?? ''}' here, '${parameters[index]?.name ?? ''}' in it`,
  );
}

/** The positional arguments of one call. */
export function spreadArguments(
  sources: readonly ParameterSource[],
  action: Readonly<Record<string, unknown>>,
  run: unknown,
): unknown[] {
  return sources.map(source => (source.kind === 'run' ? run : action[source.name]));
}

function nameAt({ written, options, rich }: Position): { isRest: boolean; name?: string } {
  const isRest = written?.isRest === true;
  const source = rich === undefined || rich.field.name === '' ? written?.name : rich.field.name;
  const name = options.name ?? (isRest ? undefined : source);
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

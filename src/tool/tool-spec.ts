import { DefinitionError, type DefinitionProblem } from '../foundation/definition-error.js';
import { describeKind } from '../foundation/value-kind.js';
import { findUnknownOptions } from './unknown-options.js';

/** A tool asked for by name, as configuration files write it. */
export interface ToolSpec {
  readonly name: string;
  /** @defaultValue none */
  readonly params?: Readonly<Record<string, unknown>> | null;
}

const EXAMPLE = "{ name: 'terminal', params: { cwd: '.' } }";

/** @throws {@link DefinitionError} for what is no spec: configuration files hold anything. */
export function checkSpec(spec: unknown): asserts spec is ToolSpec {
  const problems = findSpecProblems(spec);
  if (problems.length > 0) throw new DefinitionError(problems);
}

function findSpecProblems(spec: unknown): DefinitionProblem[] {
  if (!isRecord(spec)) {
    return [{ where: 'a tool spec', seen: `it is ${describeKind(spec)}.`, fix: `write ${EXAMPLE}.` }];
  }
  const { name, params } = spec;
  const isNamed = typeof name === 'string' && name.trim() !== '';
  const where = isNamed ? `spec '${name}'` : 'a tool spec';
  return [
    ...findUnknownOptions(spec, ['name', 'params'], where),
    ...(isNamed ? [] : [{ where, seen: 'its name is blank.', fix: `write ${EXAMPLE}.` }]),
    ...(params === undefined || params === null || isRecord(params)
      ? []
      : [
          {
            where,
            seen: `its params are ${describeKind(params)}.`,
            fix: 'give an object, or leave them out.',
          },
        ]),
  ];
}

/** Also for instances of a class, since configuration may be validated by one. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

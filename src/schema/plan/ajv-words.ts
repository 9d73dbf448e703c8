import type { ErrorObject } from 'ajv';
import type { Issue } from '../issue.js';
import { buildIssue, NO_MEMBER } from './node.js';
import { childPath } from './pointer.js';
import { describeValues } from './words.js';

/** One Ajv error (made with `verbose`) as an issue of the value at `path`. */
export function wordAjvError(error: ErrorObject, path: string): Issue {
  const at = path + error.instancePath;
  const params = error.params as Readonly<Record<string, unknown>>;
  const name = findMemberName(params);
  if (name === undefined) return buildIssue(at, wordKeyword(error, params), error.data);
  if (error.keyword === 'required') return buildIssue(childPath(at, name), 'a value (required)', undefined);
  if (error.keyword.startsWith('dependent') || error.keyword === 'dependencies') {
    return buildIssue(
      childPath(at, name),
      `a value, because '${String(params['property'])}' is given`,
      undefined,
    );
  }
  return buildIssue(childPath(at, name), NO_MEMBER, (error.data as Record<string, unknown>)[name]);
}

/** The member that an error on its object is about. */
function findMemberName(params: Readonly<Record<string, unknown>>): string | undefined {
  for (const param of ['missingProperty', 'additionalProperty', 'unevaluatedProperty', 'propertyName']) {
    if (typeof params[param] === 'string') return params[param];
  }
  return undefined;
}

function wordKeyword(error: ErrorObject, params: Readonly<Record<string, unknown>>): string {
  switch (error.keyword) {
    case 'type':
      return `a value of type ${[params['type']].flat().join(' or ')}`;
    case 'enum':
      return describeValues(error.schema as readonly unknown[]);
    case 'const':
      return describeValues([error.schema]);
    case 'pattern':
      return `text matching ${String(params['pattern'])}`;
    case 'format':
      return `text in the format ${String(params['format'])}`;
    case 'anyOf':
    case 'oneOf':
      return wordCombination(error, params);
    case 'not':
      return wordNegation(error.schema);
    default:
      return `a value that ${error.message ?? `fits the keyword ${error.keyword}`}`;
  }
}

function wordNegation(schema: unknown): string {
  const values = Object(schema) as { enum?: unknown };
  return Array.isArray(values.enum)
    ? `a value other than ${describeValues(values.enum).replace(/^(?:one of|exactly) /, '')}`
    : 'a value that does not match the schema under "not"';
}

function wordCombination(error: ErrorObject, params: Readonly<Record<string, unknown>>): string {
  const branches = Array.isArray(error.schema) ? (error.schema as unknown[]) : [];
  if (Array.isArray(params['passingSchemas'])) {
    return `a value that fits exactly one of the ${branches.length} forms in its schema, not several`;
  }
  const required = branches.map(findOnlyRequired);
  return required.every(names => names !== undefined)
    ? `an object with ${required.map(names => names.map(name => `'${name}'`).join(' and ')).join(', or with ')}`
    : `a value in one of the ${branches.length} forms in its schema`;
}

/** The names in a branch that says nothing but which members it needs. */
function findOnlyRequired(branch: unknown): readonly string[] | undefined {
  if (typeof branch !== 'object' || branch === null || Object.keys(branch).join() !== 'required')
    return undefined;
  const { required } = branch as { required: unknown };
  return Array.isArray(required) ? (required as string[]) : undefined;
}

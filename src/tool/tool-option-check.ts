import type { DefinitionProblem } from '../foundation/definition-error.js';
import { isPlainObject } from '../foundation/json.js';
import { describeKind } from '../foundation/value-kind.js';
import { ANNOTATION_NAMES } from './annotations.js';
import { findClassMistake } from './es5-class.js';
import { findPolicyMistakes } from './execution-policy.js';
import { findIconProblems } from './icon.js';
import type { ToolOptions } from './tool-options.js';
import { findUnknownOptions } from './unknown-options.js';

/** Values of tool options that cannot be meant, whoever stated them. */
export function findToolOptionProblems(options: ToolOptions, where: string): DefinitionProblem[] {
  return [
    // Which text is a name is checked with the prefix before it.
    ...(typeof options.name === 'string' ? [] : findTextProblems('name', options.name, where)),
    ...findTextProblems('title', options.title, where),
    ...findTextProblems('description', options.description, where),
    ...findIconProblems(options.icons, where),
    ...findParamsProblems(options.params, `${where}, params`),
    ...findHintProblems(options.annotations, `${where}, annotations`),
    ...findPolicyMistakes(options).map(mistake => ({ where, ...mistake })),
    ...(['action', 'observation'] as const).flatMap(name =>
      options[name] === undefined ? [] : findClassProblems(options[name], `${where}, ${name}`),
    ),
  ];
}

/** An option that must be text which says something. */
export function findTextProblems(name: string, value: unknown, where: string): DefinitionProblem[] {
  if (value === undefined || (typeof value === 'string' && value.trim() !== '')) return [];
  const seen = `${name} is ${typeof value === 'string' ? 'blank' : describeKind(value)}.`;
  return [{ where, seen, fix: `give text, or leave ${name} out.` }];
}

/** What the facts themselves say is judged with the parameters. */
function findParamsProblems(params: unknown, where: string): DefinitionProblem[] {
  const fix = "give facts by parameter name: params: { limit: { type: 'integer' } }.";
  if (params === undefined) return [];
  if (!isPlainObject(params)) return [{ where, seen: `it is ${describeKind(params)}.`, fix }];
  return Object.entries(params)
    .filter(([, facts]) => !isPlainObject(facts))
    .map(([name, facts]) => ({ where: `${where}.${name}`, seen: `it is ${describeKind(facts)}.`, fix }));
}

function findHintProblems(annotations: unknown, where: string): DefinitionProblem[] {
  if (annotations === undefined) return [];
  if (!isPlainObject(annotations)) {
    const seen = `it is ${describeKind(annotations)}.`;
    return [{ where, seen, fix: 'give hints: annotations: { openWorldHint: true }.' }];
  }
  const { title, ...hints } = annotations;
  const wrong = Object.entries(hints).filter(
    ([name, hint]) => isHint(name) && hint !== undefined && typeof hint !== 'boolean',
  );
  return [
    ...findUnknownOptions(annotations, ANNOTATION_NAMES, where),
    ...findTextProblems('title', title, where),
    ...wrong.map(([name, hint]) => ({
      where,
      seen: `${name} is ${describeKind(hint)}.`,
      fix: 'give true or false.',
    })),
  ];
}

const isHint = (name: string): boolean => (ANNOTATION_NAMES as readonly string[]).includes(name);

function findClassProblems(value: unknown, where: string): DefinitionProblem[] {
  const mistake = findClassMistake(value);
  return mistake === undefined ? [] : [{ where, ...mistake }];
}

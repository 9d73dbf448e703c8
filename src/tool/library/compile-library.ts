import type { Constructor } from '../../foundation/constructor.js';
import { DefinitionError, type DefinitionProblem } from '../../foundation/definition-error.js';
import { chain } from '../../foundation/thenable.js';
import type { ObservationType } from '../action-type.js';
import { isOfLibrary, membersOf, readClassMetadata } from '../class-metadata.js';
import { compileMethod, type MethodSite } from '../compile/compile-method.js';
import { findConstructorProblems } from '../compile/constructor-check.js';
import { ProblemCollector } from '../compile/definition-draft.js';
import type { ToolDefinition } from '../tool-definition.js';
import { defaultToolName } from '../tool-name.js';
import type { ToolOptions } from '../tool-options.js';
import { completionTool } from './completion-tool.js';
import type { LibraryOptions } from './library-options.js';
import { PromptDefinition } from './prompt-definition.js';
import { PROMPT_OUTPUT, toMessages } from './prompt-result.js';
import { READ_OUTPUT, toContents } from './read-result.js';
import { type Completers, ResourceDefinition } from './resource-definition.js';
import { UriTemplate } from './uri-template.js';

/** Resources and prompts. */
export type LibraryDefinition = ResourceDefinition | PromptDefinition;

const compiled = new WeakMap<Constructor, readonly LibraryDefinition[]>();

/**
 * The resources and prompts of a decorated class, in the order of their declaration.
 *
 * @throws {@link DefinitionError} with every problem of the class.
 */
export function compileLibrary(target: Constructor): readonly LibraryDefinition[] {
  let definitions = compiled.get(target);
  if (definitions === undefined) {
    definitions = Object.freeze(compileFresh(target));
    compiled.set(target, definitions);
  }
  return definitions;
}

function compileFresh(target: Constructor): LibraryDefinition[] {
  const metadata = readClassMetadata(target);
  if (metadata === undefined) return [];
  const problems = new ProblemCollector();
  const sites = membersOf(metadata).filter(({ member }) => isOfLibrary(member));
  if (sites.some(({ isStatic }) => !isStatic)) problems.add(...findConstructorProblems(target));
  const definitions = sites.flatMap(site => {
    const whole = { ...site, target, metadata };
    return [
      ...(site.member.resource === undefined ? [] : (problems.collect(() => [compileResource(whole)]) ?? [])),
      ...(site.member.prompt === undefined ? [] : (problems.collect(() => [compilePrompt(whole)]) ?? [])),
    ];
  });
  problems.throwIfAny();
  return definitions;
}

function compileResource(site: MethodSite): ResourceDefinition {
  const { uri: text, ...options } = site.member.resource as { uri: string } & ToolOptions & LibraryOptions;
  const where = placeOf(site);
  const { mimeType, size } = site.member.resource ?? {};
  const uri = new UriTemplate(text);
  const reader = withResult(compileWork(site, options), READ_OUTPUT, value => toContents(value, mimeType));
  refuseProblems(findVariableProblems(uri, reader, where));
  return new ResourceDefinition({
    uri,
    name: options.name ?? memberName(site),
    title: options.title,
    description: options.description,
    mimeType,
    size,
    icons: options.icons,
    reader,
    completers: compileCompleters(site, options, uri.names),
  });
}

function compilePrompt(site: MethodSite): PromptDefinition {
  const options = site.member.prompt ?? {};
  const maker = withResult(compileWork(site, options), PROMPT_OUTPUT, toMessages);
  const names = Object.keys(maker.inputSchema.properties ?? {});
  return new PromptDefinition({
    name: options.name ?? memberName(site),
    title: options.title,
    description: maker.description,
    icons: options.icons,
    maker,
    completers: compileCompleters(site, options, names),
  });
}

/** The method as a tool that reads, so that it runs as tools do. */
function compileWork(site: MethodSite, { description, timeoutMs, params }: LibraryOptions): ToolDefinition {
  const tool: ToolOptions = {
    ...(description === undefined ? {} : { description }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(params === undefined ? {} : { params }),
  };
  const { returns, ...member } = site.member;
  return compileMethod({ ...site, member: { ...member, tool, replayClass: 'read_only' } });
}

/** The same work, whose result is turned into what every one of its kind gives. */
export function withResult(
  work: ToolDefinition,
  observation: ObservationType,
  turn: (returned: unknown) => unknown,
): ToolDefinition {
  const { binding } = work;
  if (binding === undefined) return work;
  return work.with({
    observation,
    binding: {
      ...binding,
      invoke: (receiver, action, run) => chain(binding.invoke(receiver, action, run), turn),
    },
  });
}

function compileCompleters(
  { target, key, isStatic }: MethodSite,
  { complete = {}, timeoutMs }: LibraryOptions,
  names: readonly string[],
): Completers {
  const where = `${target.name}.${String(key)}`;
  refuseProblems(findCompleterProblems(complete, names, where));
  const owner = (isStatic ? target : target.prototype) as Record<string, unknown>;
  refuseProblems(
    Object.values(complete)
      .filter(how => typeof how === 'string' && typeof owner[how] !== 'function')
      .map(how => ({
        where,
        seen: `complete names '${String(how)}', which is no method.`,
        fix: 'name a method of the class.',
      })),
  );
  return new Map(
    Object.entries(complete).map(([argument, how]) => [
      argument,
      completionTool({
        name: `${defaultToolName(String(key))}_${argument}`,
        timeoutMs,
        ...(typeof how === 'string' && !isStatic ? { target } : {}),
        complete: (receiver, typed, others, run) =>
          typeof how === 'string'
            ? (isStatic ? (target as unknown as Methods) : (receiver as Methods))[how]?.(typed, others, run)
            : how(typed, others, run as never),
      }),
    ]),
  );
}

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** `complete` for something that nobody gives. */
export function findCompleterProblems(
  complete: object,
  names: readonly string[],
  where: string,
): DefinitionProblem[] {
  return Object.keys(complete)
    .filter(argument => !names.includes(argument))
    .map(argument => ({
      where,
      seen: `complete is for '${argument}', which is no argument.`,
      fix: names.length === 0 ? 'leave it out.' : `use one of ${names.join(', ')}.`,
    }));
}

/** Variables that nobody takes, and arguments that no variable gives. */
export function findVariableProblems(
  uri: UriTemplate,
  reader: ToolDefinition,
  where: string,
): DefinitionProblem[] {
  const { properties = {}, required = [] } = reader.inputSchema;
  return [
    ...uri.names
      .filter(name => !Object.hasOwn(properties, name))
      .map(name => ({
        where,
        seen: `the variable {${name}} of '${uri.text}' is no parameter.`,
        fix: `take it: add a parameter '${name}'.`,
      })),
    ...required
      .filter(name => !uri.names.includes(name))
      .map(name => ({
        where,
        seen: `the parameter '${name}' is not in '${uri.text}'.`,
        fix: `write {${name}} into the URI, or make it optional.`,
      })),
  ];
}

export function refuseProblems(problems: readonly DefinitionProblem[]): void {
  if (problems.length > 0) throw new DefinitionError(problems);
}

const placeOf = ({ target, key }: MethodSite): string => `${target.name}.${String(key)}`;

const memberName = ({ key }: MethodSite): string =>
  defaultToolName(typeof key === 'string' ? key : (key.description ?? ''));

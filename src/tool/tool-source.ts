import type { Constructor } from '../foundation/constructor.js';
import { DefinitionError, type DefinitionProblem } from '../foundation/definition-error.js';
import { describeKind } from '../foundation/value-kind.js';
import { declaresTools } from './class-metadata.js';
import { compileClass } from './compile/compile-class.js';
import { ProblemCollector } from './compile/definition-draft.js';
import { findPlace } from './definition-place.js';
import { isClassOrItsFunction } from './es5-class.js';
import { ToolDefinition } from './tool-definition.js';
import { configure, ConfiguredTool, isToolFactory } from './tool-factory.js';
import type { ToolHost } from './tool-host.js';
import { defaultToolName, findNameProblems } from './tool-name.js';
import type { ToolRegistry } from './tool-registry.js';
import { checkSpec, type ToolSpec } from './tool-spec.js';

/** Anything a list of tools may hold: a decorated class, a definition, `use(Class, params)`, or something that offers `asTool()`. */
export type ToolSource = Constructor | ToolDefinition | ConfiguredTool | { asTool(): ToolDefinition };

/** Tools asked for by name. */
export interface RegistryChoice {
  readonly registry: ToolRegistry | undefined;
  readonly specs: readonly ToolSpec[];
  /** Keeps the tools whose name it matches. */
  readonly filter: RegExp | undefined;
}

/**
 * The definitions of a list of sources, then of the specs, in order. The same class twice counts once, and one that
 * is listed with parameters does not count without them.
 *
 * @throws {@link DefinitionError} with every problem of every source, including two tools of one name.
 */
export function collectDefinitions(
  sources: readonly ToolSource[],
  host: ToolHost,
  choice: RegistryChoice,
): ToolDefinition[] {
  const problems = new ProblemCollector();
  const passedOver = new Set<unknown>(configuredClasses(sources));
  const listed = sources.flatMap((source, index) => {
    if (passedOver.has(source)) return [];
    passedOver.add(source);
    return problems.collect(() => definitionsOf(source, host, index)) ?? [];
  });
  const named = choice.specs.flatMap(spec => problems.collect(() => resolveSpec(spec, choice, host)) ?? []);
  const definitions = [...listed, ...named.filter(matching(choice.filter))];
  problems.add(
    ...definitions.flatMap(({ name }) => findNameProblems(name, `tool '${name}'`)),
    ...findNameClashes(definitions),
  );
  problems.throwIfAny();
  return definitions;
}

function configuredClasses(sources: readonly ToolSource[]): Constructor[] {
  return sources.flatMap(source =>
    source instanceof ConfiguredTool && source.target !== undefined ? [source.target] : [],
  );
}

function matching(filter: RegExp | undefined): (definition: ToolDefinition) => boolean {
  if (filter === undefined) return () => true;
  // A copy, because one with `g` or `y` remembers where it stopped.
  const pattern = new RegExp(filter);
  return ({ name }) => {
    pattern.lastIndex = 0;
    return pattern.test(name);
  };
}

function resolveSpec(
  spec: ToolSpec,
  { registry }: RegistryChoice,
  host: ToolHost,
): readonly ToolDefinition[] {
  if (registry !== undefined) return registry.resolve(spec, host);
  checkSpec(spec);
  throw new DefinitionError([
    {
      where: `toolSpecs '${spec.name}'`,
      seen: 'there is no registry to look it up in.',
      fix: 'give registry: new ToolRegistry().',
    },
  ]);
}

function definitionsOf(source: unknown, host: ToolHost, index: number): readonly ToolDefinition[] {
  if (source instanceof ToolDefinition) return [source];
  if (source instanceof ConfiguredTool) return source.create(host);
  if (isClassOrItsFunction(source)) {
    return isToolFactory(source) ? configure(source, {}).create(host) : compileClass(source);
  }
  const asTool: unknown = (source as { asTool?: unknown } | null | undefined)?.asTool;
  const where = `tools, entry ${index + 1}`;
  if (typeof asTool === 'function') {
    const definition: unknown = asTool.call(source);
    if (definition instanceof ToolDefinition) return [definition];
    throw new DefinitionError([
      { where, seen: 'its asTool() gives no definition.', fix: 'return what defineTool() gives.' },
    ]);
  }
  throw new DefinitionError([
    {
      where,
      seen: `it is ${describeKind(source)}, not a tool.`,
      fix: 'give a decorated class, a definition of defineTool(), or use(Class, params).',
    },
  ]);
}

/** True for what a list of tools may hold; a class counts when it declares a tool, resource or prompt. Never throws. */
export function isToolSource(value: unknown): value is ToolSource {
  try {
    if (value instanceof ToolDefinition || value instanceof ConfiguredTool) return true;
    if (isClassOrItsFunction(value)) return declaresTools(value);
    return typeof value === 'object' && typeof (value as { asTool?: unknown } | null)?.asTool === 'function';
  } catch {
    // Proxies and getters do as they like.
    return false;
  }
}

/** Two names that a model or a provider would take for one: the same but for case, separators and a trailing `_tool`. */
function findNameClashes(definitions: readonly ToolDefinition[]): DefinitionProblem[] {
  const byForm = new Map<string, ToolDefinition>();
  const clashes: DefinitionProblem[] = [];
  for (const definition of definitions) {
    const form = defaultToolName(definition.name).replaceAll('_', '');
    const other = byForm.get(form);
    if (other === undefined) byForm.set(form, definition);
    else {
      clashes.push({
        where: `tools ${label(other)} and ${label(definition)}`,
        seen:
          other.name === definition.name
            ? 'two tools have one name.'
            : 'their names differ only in case, separators or a trailing _tool.',
        fix: fixOf(definition),
      });
    }
  }
  return clashes;
}

function label(definition: ToolDefinition): string {
  const place = findPlace(definition);
  const name = `'${definition.name}'`;
  return place === undefined || place.includes(name) ? name : `${name} (${place})`;
}

const fixOf = ({ origin }: ToolDefinition): string =>
  origin === 'method' ? 'rename one, or give its class a prefix: @ToolSet({ prefix }).' : 'rename one.';

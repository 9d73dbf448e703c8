import type { Constructor } from '../../foundation/constructor.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import { definedMembers } from '../../foundation/json.js';
import { describeKind } from '../../foundation/value-kind.js';
import { boundClass } from '../../schema/manifest/bind-manifest.js';
import { currentManifest } from '../../schema/manifest/current-manifest.js';
import {
  type ClassMetadata,
  declaresLibrary,
  type MemberKey,
  membersOf,
  readClassMetadata,
} from '../class-metadata.js';
import { es5Problem, isEs5Class } from '../es5-class.js';
import type { ToolDefinition } from '../tool-definition.js';
import type { ToolExecutor } from '../tool-executor.js';
import { findNameProblems } from '../tool-name.js';
import { findToolOptionProblems } from '../tool-option-check.js';
import type { ToolOptions } from '../tool-options.js';
import { findUnknownOptions } from '../unknown-options.js';
import { compileCommand } from './compile-command.js';
import { bindExecutor, compileExecutor } from './compile-executor.js';
import { compileMethod, type MethodSite } from './compile-method.js';
import { compileStated } from './compile-stated.js';
import { findConstructorProblems } from './constructor-check.js';
import { ProblemCollector } from './definition-draft.js';
import { findMisplacedFacts } from './misplaced-facts.js';
import { rememberUndescribed } from './undescribed.js';

/** By the manifest they were compiled with. */
const compiled = new WeakMap<object, WeakMap<Constructor, readonly ToolDefinition[]>>();
const NO_MANIFEST = {};

/**
 * The tools of a decorated class, in the order of their declaration; compiled once per class and manifest.
 *
 * @throws {@link DefinitionError} with every problem of the class.
 */
export function compileClass(target: Constructor): readonly ToolDefinition[] {
  const manifest = boundClass(target)?.manifest ?? currentManifest() ?? NO_MANIFEST;
  const known = compiled.get(manifest) ?? new WeakMap<Constructor, readonly ToolDefinition[]>();
  compiled.set(manifest, known);
  let definitions = known.get(target);
  if (definitions === undefined) {
    definitions = Object.freeze(compileFresh(target));
    known.set(target, definitions);
    if (manifest !== NO_MANIFEST) rememberUndescribed(target, definitions);
  }
  return definitions;
}

/**
 * The tool of an executor that exists already, for factories: `define(new Grep(root), { name: 'grep_docs' })`.
 *
 * @throws {@link DefinitionError} when the executor's class is not a `@Tool({ action })` class, for an unsafe name
 * and for unknown options.
 */
export function define(
  executor: ToolExecutor,
  overrides: Pick<ToolOptions, 'name' | 'title' | 'description'> = {},
): ToolDefinition {
  const target = classOf(executor);
  const metadata = readClassMetadata(target);
  const [definition] = metadata?.tool?.action === undefined ? [] : compileClass(target);
  if (metadata === undefined || definition === undefined) {
    throw new DefinitionError([
      {
        where: target.name,
        seen: 'its class does not say what the action is.',
        fix: 'put @Tool({ action: TheAction }) on the class.',
      },
    ]);
  }
  const where = `define(${target.name})`;
  const problems = [
    ...findUnknownOptions(overrides, ['name', 'title', 'description'], where),
    ...findToolOptionProblems(overrides, where),
    ...findNameProblems(overrides.name ?? definition.name, where),
  ];
  if (problems.length > 0) throw new DefinitionError(problems);
  return bindExecutor(definition, executor, metadata).with(definedMembers(overrides));
}

/** Callers in JavaScript may give anything. */
function classOf(executor: unknown): Constructor {
  const target: unknown = (executor as object | null | undefined)?.constructor;
  if (typeof executor === 'object' && typeof target === 'function') return target as Constructor;
  const seen = `it is ${describeKind(executor)}, not an executor.`;
  throw new DefinitionError([
    { where: 'define', seen, fix: 'give an instance: define(new Grep(…), { name }).' },
  ]);
}

function compileFresh(target: Constructor): ToolDefinition[] {
  const metadata = readClassMetadata(target);
  if (metadata === undefined) return refuseUndecorated(target);
  if (isEs5Class(target)) throw new DefinitionError([es5Problem(target)]);
  const problems = new ProblemCollector();
  problems.add(...findMisplacedFacts(target, metadata));
  const definitions =
    metadata.tool === undefined
      ? compileMethods(target, metadata, problems)
      : problems.collect(() => [compileWhole(target, metadata)]);
  problems.throwIfAny();
  return definitions ?? [];
}

/** A class that is one tool. */
function compileWhole(target: Constructor, metadata: ClassMetadata): ToolDefinition {
  const [site] = methodSites(target, metadata);
  if (site !== undefined) refuseBothLevels(target, site.key);
  if (metadata.stated !== undefined) return compileStated(target, metadata, metadata.stated);
  const action = metadata.tool?.action;
  return action === undefined ? compileCommand(target, metadata) : compileExecutor(target, metadata, action);
}

/** A service whose methods are tools. */
function compileMethods(
  target: Constructor,
  metadata: ClassMetadata,
  problems: ProblemCollector,
): ToolDefinition[] {
  const sites = methodSites(target, metadata);
  if (sites.length === 0 && problems.isEmpty && !declaresLibrary(target)) refuseUndecorated(target);
  if (sites.some(({ isStatic }) => !isStatic)) problems.add(...findConstructorProblems(target));
  return sites.flatMap(site => problems.collect(() => compileMethod(site)) ?? []);
}

function methodSites(target: Constructor, metadata: ClassMetadata): MethodSite[] {
  return membersOf(metadata)
    .filter(({ member }) => member.tool !== undefined)
    .map(site => ({ ...site, target, metadata }));
}

function refuseBothLevels(target: Constructor, key: MemberKey): never {
  throw new DefinitionError([
    {
      where: target.name,
      seen: `@Tool is on the class and on its member '${String(key)}'.`,
      fix: 'keep one: on the class for one tool with execute(), on methods for a service with several tools.',
    },
  ]);
}

function refuseUndecorated(target: Constructor): never {
  throw new DefinitionError([
    {
      where: target.name || 'a class without a name',
      seen: 'it declares no tool.',
      fix: 'put @Tool(…) on the methods to expose, or on the class when it has execute().',
    },
  ]);
}

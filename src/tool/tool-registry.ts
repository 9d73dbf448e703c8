import type { Constructor } from '../foundation/constructor.js';
import { DefinitionError } from '../foundation/definition-error.js';
import { nearestNames } from '../foundation/names.js';
import { ignoreRejection, isThenable } from '../foundation/thenable.js';
import { describeKind } from '../foundation/value-kind.js';
import { compileClass } from './compile/compile-class.js';
import { UnknownToolError } from './errors.js';
import { isClassOrItsFunction } from './es5-class.js';
import { ToolDefinition } from './tool-definition.js';
import { ConfiguredTool, isToolFactory } from './tool-factory.js';
import type { ToolHost } from './tool-host.js';
import { checkSpec, type ToolSpec } from './tool-spec.js';

/** Makes tools from the host and the parameters of a spec. */
export type ToolFactory = (
  host: ToolHost,
  params: Readonly<Record<string, unknown>>,
) => readonly ToolDefinition[];

/** A definition, a decorated class (one with static `create(host, params)` is configured by it), or a factory function. */
export type RegisteredTool = ToolDefinition | Constructor | ToolFactory;

/** Tools by name, to be chosen by specs. Several registries may live side by side; nothing is global. */
export class ToolRegistry {
  private readonly entries = new Map<string, RegisteredTool>();

  /** @throws {@link DefinitionError} for a blank or taken name and for something that is not a tool. */
  register(name: string, tool: RegisteredTool): this {
    const where = `registry entry '${name}'`;
    // Callers in JavaScript may leave it out.
    if (typeof (name as unknown) !== 'string' || name.trim() === '')
      throw problem(where, 'the name is blank.', 'give the name that specs will use.');
    if (this.entries.has(name))
      throw problem(where, 'the name is taken.', 'choose another name, or a registry of its own.');
    checkRegistered(tool, where);
    this.entries.set(name, tool);
    return this;
  }

  /** The registered names in order of registration. */
  names(): string[] {
    return [...this.entries.keys()];
  }

  /**
   * The names whose class says it can work here. A static `isUsable()` that returns false, throws, or gives a promise,
   * which cannot be waited for, excludes one.
   */
  usableNames(): string[] {
    return this.names().filter(name => isUsable(this.entries.get(name)));
  }

  /**
   * The tools of one spec.
   *
   * @throws {@link UnknownToolError} naming the nearest registered names.
   * @throws {@link DefinitionError} for what is no spec, for params given to a tool that takes none, and for a factory
   * that fails or gives something else than a list of definitions.
   */
  resolve(spec: ToolSpec, host: ToolHost): readonly ToolDefinition[] {
    checkSpec(spec);
    const entry = this.entries.get(spec.name);
    if (entry === undefined) {
      const known = this.names();
      throw new UnknownToolError({ toolName: spec.name, known, nearest: nearestNames(spec.name, known) });
    }
    const params = spec.params ?? {};
    if (!(entry instanceof ToolDefinition) && (!isClassOrItsFunction(entry) || isToolFactory(entry))) {
      const factory: ToolFactory = isClassOrItsFunction(entry)
        ? (entry as unknown as { create: ToolFactory }).create.bind(entry)
        : entry;
      return new ConfiguredTool({
        label: spec.name,
        create: owner => factory(owner, params),
        howToConfigure: `{ name: '${spec.name}', params: { … } }`,
      }).create(host);
    }
    if (Object.keys(params).length > 0) {
      throw problem(
        `spec '${spec.name}'`,
        'it gives params to a tool that takes none.',
        'leave params out, or register a class with static create(host, params).',
      );
    }
    return entry instanceof ToolDefinition ? [entry] : compileClass(entry);
  }
}

function checkRegistered(tool: unknown, where: string): void {
  if (tool instanceof ToolDefinition) {
    if (tool.binding !== undefined) return;
    throw problem(where, 'the definition has no executor.', 'give it one with withExecutor().');
  }
  if (typeof tool !== 'function') {
    throw problem(
      where,
      `it is ${describeKind(tool)}.`,
      'register a definition, a class or a factory function.',
    );
  }
  if (isClassOrItsFunction(tool) && !isToolFactory(tool)) compileClass(tool);
}

function isUsable(entry: RegisteredTool | undefined): boolean {
  try {
    const check = (entry as { isUsable?: unknown } | undefined)?.isUsable;
    if (typeof check !== 'function') return true;
    const usable: unknown = check.call(entry);
    ignoreRejection(usable);
    return usable !== false && !isThenable(usable);
  } catch {
    return false;
  }
}

const problem = (where: string, seen: string, fix: string): DefinitionError =>
  new DefinitionError([{ where, seen, fix }]);

import { type Constructor } from '../foundation/constructor.js';
import { DefinitionError } from '../foundation/definition-error.js';
import { type JsonObject } from '../foundation/json.js';
import { hasToolMembers } from './class-metadata.js';
import { ToolDefinition } from './tool-definition.js';
import { type ToolHost } from './tool-host.js';

/** A class whose static `create` makes zero, one or many configured tools. */
export interface ToolFactoryClass<TParams> extends Constructor {
  create(host: ToolHost, params: TParams): readonly ToolDefinition[];
}

/** A factory class with its parameters, waiting for the host of the runtime that will own the tools. */
export class ConfiguredTool {
  constructor(
    readonly label: string,
    private readonly factory: (host: ToolHost) => unknown,
  ) {}

  /** @throws {@link DefinitionError} when the factory gives something else than definitions. */
  create(host: ToolHost): readonly ToolDefinition[] {
    const created: unknown = this.factory(host);
    if (Array.isArray(created) && created.every(item => item instanceof ToolDefinition)) return created;
    throw new DefinitionError([
      {
        where: `${this.label}.create`,
        seen: `it returned ${describe(created)}.`,
        fix: 'return an array of definitions: [define(new Grep(…), { name })], or [] for none.',
      },
    ]);
  }
}

/** Names a factory class and its parameters in a list of tools: `use(Grep, { root: '.' })`. */
export function use<TParams = JsonObject>(
  target: ToolFactoryClass<TParams>,
  params: TParams,
): ConfiguredTool {
  if (!hasFactory(target)) {
    throw new DefinitionError([
      {
        where: `use(${(target as Constructor).name || 'a class without a name'})`,
        seen: 'the class has no static create(host, params).',
        fix: 'add one, or list the class itself.',
      },
    ]);
  }
  return new ConfiguredTool(target.name, host => target.create(host, params));
}

export function hasFactory(target: Constructor): target is ToolFactoryClass<unknown> {
  return typeof (target as Partial<ToolFactoryClass<unknown>>).create === 'function';
}

/** True for a class that makes its tools itself; a `create` beside tool methods is one of the service's own. */
export function isToolFactory(target: Constructor): target is ToolFactoryClass<unknown> {
  return hasFactory(target) && !hasToolMembers(target);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'an array with something else than definitions';
  if (value instanceof Promise) return 'a promise';
  return value === undefined || value === null ? String(value) : `a ${typeof value}`;
}

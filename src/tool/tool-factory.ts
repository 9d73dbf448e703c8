import { types } from 'node:util';
import type { Constructor } from '../foundation/constructor.js';
import { DefinitionError } from '../foundation/definition-error.js';
import type { JsonObject } from '../foundation/json.js';
import { ignoreRejection } from '../foundation/thenable.js';
import { readThrown } from '../foundation/thrown-text.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import { describeKind } from '../foundation/value-kind.js';
import { hasToolMembers } from './class-metadata.js';
import { isClassOrItsFunction } from './es5-class.js';
import { ToolDefinition } from './tool-definition.js';
import type { ToolHost } from './tool-host.js';

/** A class whose static `create` makes zero, one or many configured tools. */
export interface ToolFactoryClass<TParams> extends Constructor {
  create(host: ToolHost, params: TParams): readonly ToolDefinition[];
}

interface Configuration {
  /** What its owner calls it, for problems. */
  readonly label: string;
  readonly target?: Constructor;
  readonly create: (host: ToolHost) => unknown;
  /** How the author gives parameters, e.g. `use(Grep, { … })`. */
  readonly howToConfigure: string;
}

/** A factory class with its parameters, waiting for the host of the runtime that will own the tools. */
export class ConfiguredTool {
  /** The class that makes the tools; missing for a factory function. */
  readonly target: Constructor | undefined;
  readonly #configuration: Configuration;

  /** @internal Use {@link use}. */
  constructor(configuration: Configuration) {
    this.target = configuration.target;
    this.#configuration = configuration;
  }

  /**
   * @throws {@link DefinitionError} when the factory throws, or gives something else than definitions. Errors of
   * toolwright's own pass as they are.
   */
  create(host: ToolHost): readonly ToolDefinition[] {
    const created = this.#run(host);
    ignoreRejection(created);
    if (Array.isArray(created) && created.every(item => item instanceof ToolDefinition)) return created;
    throw new DefinitionError([
      {
        where: `${this.#configuration.label}.create`,
        seen: `it returned ${describe(created)}.`,
        fix: 'return an array of definitions: [define(new Grep(…), { name })], or [] for none.',
      },
    ]);
  }

  #run(host: ToolHost): unknown {
    const { label, create, howToConfigure } = this.#configuration;
    try {
      return create(host);
    } catch (thrown) {
      if (ToolwrightError.is(thrown)) throw thrown;
      ignoreRejection(thrown);
      throw new DefinitionError([
        {
          where: `${label}.create`,
          seen: `it threw ${describeThrown(thrown, host)}`,
          fix: `give the parameters: ${howToConfigure}.`,
        },
      ]);
    }
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
        where: `use(${nameOf(target)})`,
        seen: isClassOrItsFunction(target)
          ? 'the class has no static create(host, params).'
          : `it is ${describeKind(target)}, not a class.`,
        fix: 'give a class with static create(host, params), or list the class itself.',
      },
    ]);
  }
  return configure(target, params);
}

/** Like {@link use}, for a class that is known to be a factory. */
export function configure<TParams>(target: ToolFactoryClass<TParams>, params: TParams): ConfiguredTool {
  return new ConfiguredTool({
    label: target.name,
    target,
    create: host => target.create(host, params),
    howToConfigure: `use(${target.name}, { … })`,
  });
}

/** Imports in a circle give undefined in place of a class. */
function hasFactory(target: Constructor | undefined): target is ToolFactoryClass<unknown> {
  return (
    typeof target === 'function' &&
    typeof (target as Partial<ToolFactoryClass<unknown>>).create === 'function'
  );
}

function nameOf(target: unknown): string {
  return typeof target === 'function' && target.name !== '' ? target.name : 'a class without a name';
}

/** True for a class that makes its tools itself; a `create` beside tool methods is one of the service's own. */
export function isToolFactory(target: Constructor): target is ToolFactoryClass<unknown> {
  return hasFactory(target) && !hasToolMembers(target);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'an array with something else than definitions';
  return types.isPromise(value) ? 'a promise' : describeKind(value);
}

/** The factory may have read secrets, and what it throws may quote them. */
function describeThrown(thrown: unknown, { secrets }: ToolHost): string {
  const read = (): string =>
    thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : describe(thrown);
  const text = readThrown(read, words => secrets.mask(words));
  return (text ?? 'an error that cannot be read').replace(/\.?$/, '.');
}

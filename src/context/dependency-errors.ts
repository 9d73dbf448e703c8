import { ToolwrightError } from '../foundation/toolwright-error.js';

export interface MissingDependency {
  /** From the tool's class to what is missing, e.g. `['Orders', 'OrderDatabase', "token 'dsn'"]`. */
  readonly path: readonly string[];
  readonly seen: string;
  /** The text to write. */
  readonly fix: string;
}

export const renderChain = (path: readonly string[]): string => path.join(' → ');

/** A tool cannot be built because something in its constructors is not registered. Lists everything missing. */
export class DependencyMissingError extends ToolwrightError {
  constructor(toolLabel: string, missing: readonly MissingDependency[]) {
    super({
      code: 'DEPENDENCY_MISSING',
      fault: 'caller',
      message: missing
        .map(
          ({ path, seen, fix }) =>
            `Tool '${toolLabel}' cannot be built: ${renderChain(path)} ${seen}. Write: ${fix}.`,
        )
        .join('\n'),
      details: { toolLabel, missing: missing.map(({ path, fix }) => ({ path: [...path], fix })) },
    });
  }
}

/** An object shared by all runs would keep something that belongs to one run, and show it to the others. */
export class CaptiveDependencyError extends ToolwrightError {
  /** @param chain - From the shared class to what it captures. */
  constructor(toolLabel: string, chain: readonly string[]) {
    super({
      code: 'CAPTIVE_DEPENDENCY',
      fault: 'author',
      message:
        `Tool '${toolLabel}' needs ${chain[0] ?? ''}, which all runs share but which captures ` +
        `${chain.at(-1) ?? ''} of one run (${renderChain(chain)}). Make ${chain[0] ?? ''} ` +
        '`@scoped(Lifecycle.ContainerScoped)`, or hand the run to its methods instead of its constructor.',
      details: { toolLabel, chain: [...chain] },
    });
  }
}

/** Classes, or names for them, that need each other cannot be built. */
export class DependencyCycleError extends ToolwrightError {
  /** @param chain - Starts and ends with the same name. */
  constructor(toolLabel: string, chain: readonly string[]) {
    super({
      code: 'DEPENDENCY_CYCLE',
      fault: 'author',
      message:
        `Tool '${toolLabel}' cannot be built: its dependencies form a cycle (${renderChain(chain)}). ` +
        'Move what both need into a third class, or inject one side with `@inject(delay(() => Class))`.',
      details: { toolLabel, chain: [...chain] },
    });
  }
}

/** Something was asked of a run or call that is over. */
export class ScopeClosedError extends ToolwrightError {
  constructor(runId: string, className: string) {
    super({
      code: 'SCOPE_CLOSED',
      fault: 'caller',
      message: `${className} cannot be built: the scope of run '${runId}' is closed. Do not use a run after it has ended.`,
      details: { runId, className },
    });
  }
}

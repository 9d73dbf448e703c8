import type { Constructor } from '../foundation/constructor.js';
import type { FieldOptions, TypeThunk } from '../schema/field.js';
import type { ToolAnnotations } from './annotations.js';
import type { ExecutionPolicy } from './execution-policy.js';
import type { Icon } from './icon.js';

/** What `@Tool` may state; everything is optional. */
export interface ToolOptions extends ExecutionPolicy {
  /** What the model calls it. @defaultValue the member or class name in snake_case, without a trailing `_tool` */
  readonly name?: string;
  /** A name for people. */
  readonly title?: string;
  /** What it does, when to use it and when not. @defaultValue the name as words */
  readonly description?: string;
  readonly annotations?: ToolAnnotations;
  /** Pictures that MCP clients show beside it. */
  readonly icons?: readonly Icon[];
  /** On a method: what `@Param` would say of its parameters, by their names in source, for code without parameter decorators. */
  readonly params?: Readonly<Record<string, ParamOptions>>;
  /** On a class with `execute(action, run)`: the class whose `@Param` properties the model supplies. */
  readonly action?: Constructor;
  /** On a class with `execute(action, run)`: the class of what comes back. */
  readonly observation?: Constructor;
}

/** What `@ToolSet` may state. */
export interface ToolSetOptions {
  /** Joined with `_` before the name of every tool in the class. */
  readonly prefix?: string;
}

/** What `@Param` may state. */
export interface ParamOptions extends FieldOptions {
  /** The name the model uses. @defaultValue the name in source */
  readonly name?: string;
}

/** What `@Returns` may state: a class thunk, or facts as for a parameter. */
export type ReturnsOptions = TypeThunk | FieldOptions;

/** The options of `@Tool`, to find misspelt ones. */
export const TOOL_OPTION_NAMES: readonly (keyof ToolOptions)[] = [
  'name',
  'title',
  'description',
  'annotations',
  'icons',
  'timeoutMs',
  'maxRetries',
  'retryDelayMs',
  'resources',
  'endsRun',
  'params',
  'action',
  'observation',
];

/** The options of `@Tool` that only a class can have. */
export const CLASS_OPTION_NAMES = ['action', 'observation'] as const satisfies readonly (keyof ToolOptions)[];

/** The options of `@Tool` that decorated code alone can have. */
export const DECORATOR_OPTION_NAMES: readonly string[] = [
  ...CLASS_OPTION_NAMES,
  'params',
] satisfies readonly (keyof ToolOptions)[];

export const TOOL_SET_OPTION_NAMES: readonly (keyof ToolSetOptions)[] = ['prefix'];

import type { Icon } from '../icon.js';
import type { ParamOptions } from '../tool-options.js';

/** What resources and prompts may state alike. */
export interface LibraryOptions {
  /** A name for people. */
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /** Milliseconds. @defaultValue the runtime's */
  readonly timeoutMs?: number;
  /** What `@Param` would say of parameters, by their names in source. */
  readonly params?: Readonly<Record<string, ParamOptions>>;
  /**
   * What completes an argument or variable while it is typed: the name of a method of the class, or a function. Either takes
   * what was typed, the other values and the run. @defaultValue the allowed values, where the parameter has some
   */
  readonly complete?: Readonly<Record<string, string | Completer>>;
}

/** Offers values that begin as what was typed does; at most 100 reach the client. */
export type Completer = (
  typed: string,
  others: Readonly<Record<string, string>>,
  run: never,
) => readonly string[] | Promise<readonly string[]>;

/** What `@Resource` may state besides the URI. */
export interface ResourceOptions extends LibraryOptions {
  /** @defaultValue the member's name in snake_case */
  readonly name?: string;
  /** @defaultValue what the result is: text/plain, application/json or application/octet-stream */
  readonly mimeType?: string;
  /** Bytes, when it is known before. */
  readonly size?: number;
}

/** What `@Prompt` may state. */
export interface PromptOptions extends LibraryOptions {
  /** @defaultValue the member's name in snake_case */
  readonly name?: string;
}

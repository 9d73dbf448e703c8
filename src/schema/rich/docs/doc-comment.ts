import type { JsonSchema } from '../../json-schema.js';

/** What one doc comment says, in whichever of the styles it is written. */
export interface DocComment {
  /** First part of the comment, links resolved to their text, markdown kept, whitespace tidied. */
  readonly description?: string;
  /** By dotted path: `limit`, `opts.limit`. */
  readonly params: ReadonlyMap<string, DocParam>;
  readonly returns?: string;
  /** Empty text when no reason is given. */
  readonly deprecated?: string;
  /** The text of each `@example`, fences still in it. */
  readonly examples: readonly string[];
  /** Text of `@default` or `@defaultValue`, e.g. `10`. */
  readonly defaultText?: string;
  /** Constraint tags as keywords: `@minimum 1` gives `{ minimum: 1 }`. */
  readonly keywords: JsonSchema;
  /** The tag that wrote a keyword or the default, where problems are told of: `type` is written by `asType`. */
  readonly tags: ReadonlyMap<string, string>;
  /** The tag that asks for a property to be kept from readers, such as `internal`. */
  readonly hiddenBy?: string;
  /** What is wrong with the text itself, e.g. `@minimum abc`. */
  readonly problems: readonly DocProblem[];
  readonly warnings: readonly string[];
}

/** What a comment says of one parameter. */
export interface DocParam {
  readonly description?: string;
}

export interface DocProblem {
  readonly seen: string;
  readonly fix: string;
}

import type { Constructor } from '../foundation/constructor.js';
import type { JsonSchema } from './json-schema.js';

/** A rule that JSON Schema cannot state, e.g. a class-validator check; synchronous and free of side effects. */
export interface ValueCheck {
  /** What the value must be, to follow "expected", e.g. `a phone number`. */
  readonly expected: string;
  /**
   * What it throws is a fault of its author and leaves the plan as it is.
   *
   * @param value - As the tool's code receives it, e.g. a Date where text was accepted.
   * @param owner - The object the value is a member of, when there is one.
   */
  test(value: unknown, owner: object | undefined): boolean;
}

/**
 * How accepted JSON becomes the value that the tool's code receives. `storedAs` names the JSON members that go to a
 * property of another name, or to none (undefined): what only tells a class apart from others is not its own.
 */
export type Revival =
  /** date-time text → Date */
  | { readonly kind: 'date' }
  /** date-time text → the same in the form that every reader of dates knows, for libraries that make the Date */
  | { readonly kind: 'date-text' }
  /** decimal text → bigint */
  | { readonly kind: 'bigint' }
  /** base64 text → Uint8Array */
  | { readonly kind: 'bytes' }
  /** object → `new target()` with the accepted members assigned, so that initialisers of absent members stay */
  | { readonly kind: 'instance'; readonly target: Constructor; readonly storedAs?: StoredAs }
  /**
   * object → class-transformer (without implicit conversion), then class-validator with whitelist: for classes
   * with rules that the plan cannot run itself. Covers everything below the node.
   */
  | { readonly kind: 'libraries'; readonly target: Constructor; readonly storedAs?: StoredAs };

export type StoredAs = ReadonlyMap<string, string | undefined>;

/** What one schema node means beyond its keywords. */
export interface NodeFacts {
  readonly revive?: Revival;
  readonly checks?: readonly ValueCheck[];
  /** `format` only tells: a check, here or on the whole that this node is a part of, decides. */
  readonly isFormatHint?: true;
}

/**
 * A canonical JSON Schema with the facts that turn accepted JSON into typed values. Facts are keyed by the
 * identity of the node inside `schema` (also inside its `$defs`), so `schema` must not be cloned before use.
 */
export interface TypedSchema {
  readonly schema: JsonSchema;
  readonly facts: ReadonlyMap<JsonSchema, NodeFacts>;
}

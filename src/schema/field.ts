import type { AnyConstructor } from '../foundation/constructor.js';
import type { JsonSchema } from './json-schema.js';

/** A thunk, so that a class may be named before it is declared. `[Type]` states an array. */
export type TypeThunk = () =>
  AnyConstructor | StringConstructor | BooleanConstructor | readonly AnyConstructor[];

/** What an author may state about one value: a parameter, a property or a result. All members are optional. */
export interface FieldOptions {
  readonly description?: string;
  readonly title?: string;
  /** The type where the emitted one does not say it: `() => Attachment`, or `'integer'`. */
  readonly type?: TypeThunk | 'string' | 'number' | 'integer' | 'boolean';
  /** The value is an array; `type`, `enum` and keywords for single values then describe its items. */
  readonly each?: boolean;
  /** Allowed values: a list, or a TypeScript enum object. */
  readonly enum?: readonly (string | number | boolean | null)[] | Readonly<Record<string, string | number>>;
  /** May be left out. */
  readonly optional?: boolean;
  /** May be null. */
  readonly nullable?: boolean;
  /** Given to the tool when the value is left out; implies `optional`. */
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly deprecated?: boolean;
  /** Beside a validator of class-validator that says the same, the stricter of both holds; so with all limits. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  /** The whole JSON Schema, instead of everything that would be derived. */
  readonly schema?: JsonSchema;
  /** Any other JSON Schema keyword. */
  readonly [keyword: string]: unknown;
}

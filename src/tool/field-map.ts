import type { Constructor } from '../foundation/constructor.js';
import type { DefinitionProblem } from '../foundation/definition-error.js';
import { isPlainObject } from '../foundation/json.js';
import type { EmittedType } from '../foundation/reflection.js';
import { describeKind } from '../foundation/value-kind.js';
import type { FieldOptions, TypeThunk } from '../schema/field.js';

type ScalarName = 'string' | 'number' | 'integer' | 'boolean' | 'date';
type ArrayName = ScalarName | `${ScalarName}[]`;

/** A field in short: `'string'`, `'integer?'` (may be left out), `'string[]'`, `'date[]?'`; or the same options as `@Param`. */
export type FieldText = ArrayName | `${ArrayName}?`;

/** Argument names and what they hold. */
export type FieldMap = Readonly<Record<string, FieldText | FieldOptions>>;

interface Scalars {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  date: Date;
}

type ValueOfName<T> = T extends `${infer S extends ScalarName}[]`
  ? Scalars[S][]
  : T extends ScalarName
    ? Scalars[T]
    : unknown;

type OptionalKeys<T> = {
  [K in keyof T]: T[K] extends `${string}?` | { optional: true } ? K : never;
}[keyof T];

type ValueOfField<T> = T extends `${infer N}?`
  ? ValueOfName<N>
  : T extends string
    ? ValueOfName<T>
    : ValueOfOptions<T>;

type ValueOfOptions<T> = T extends { nullable: true } ? ValueOfType<T> | null : ValueOfType<T>;

type ValueOfType<T> = T extends { enum: readonly (infer V)[] | Readonly<Record<string, infer V>> }
  ? MaybeArray<T, V>
  : T extends { type: infer N extends string }
    ? MaybeArray<T, ValueOfName<N>>
    : T extends { type: () => infer C }
      ? MaybeArray<T, InstanceOf<C>>
      : unknown;

type MaybeArray<T, V> = T extends { each: true } ? V[] : V;

type InstanceOf<C> = C extends StringConstructor
  ? string
  : C extends NumberConstructor
    ? number
    : C extends BooleanConstructor
      ? boolean
      : C extends Constructor<infer I>
        ? I
        : C extends readonly (infer E)[]
          ? InstanceOf<E>[]
          : unknown;

/** The arguments that a field map describes. */
export type ArgumentsOf<T> = { [K in Exclude<keyof T, OptionalKeys<T>>]: ValueOfField<T[K]> } & {
  [K in OptionalKeys<T>]?: ValueOfField<T[K]>;
};

const CONSTRUCTORS: Readonly<Record<Exclude<ScalarName, 'integer'>, ReturnType<TypeThunk>>> = {
  string: String,
  number: Number,
  boolean: Boolean,
  date: Date,
};

const FIELD_TEXT = /^(string|number|integer|boolean|date)(\[\])?(\?)?$/;

/** Undefined when `field` is neither options nor text of a known form. */
export function parseField(field: FieldText | FieldOptions): FieldOptions | undefined {
  if (isPlainObject(field)) return field;
  const [, name, array, optional] = FIELD_TEXT.exec(field) ?? [];
  if (name === undefined) return undefined;
  return {
    type: name === 'integer' ? name : () => CONSTRUCTORS[name as keyof typeof CONSTRUCTORS],
    ...(array === undefined ? {} : { each: true }),
    ...(optional === undefined ? {} : { optional: true }),
  };
}

export const badField = (field: unknown, where: string): DefinitionProblem => ({
  where,
  seen:
    typeof field === 'string' ? `'${field}' is not a field type.` : `its value is ${describeKind(field)}.`,
  fix: "write string, number, integer, boolean or date, then [] and ? as needed: 'string[]?', or options as for @Param.",
});

/** Field maps carry no emitted types. */
export const NOT_EMITTED: EmittedType = { emitted: false };

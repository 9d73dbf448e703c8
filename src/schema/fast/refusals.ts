import { SCHEMA_COMMAND } from '../manifest/manifest-error.js';

/** Why a type cannot be turned into a schema, and what to write instead. */
export interface Refusal {
  readonly seen: string;
  /** @param write - Writes the decorator with the given options, e.g. `@Param({ type: () => Item })`. */
  readonly fix: (write: (options: string) => string) => string;
}

const SCHEMA = 'schema: { … }';
const OR_SOURCES = `; or let the sources say it, in a manifest beside package.json: ${SCHEMA_COMMAND}.`;

/** The toolchain emitted nothing for this member. */
export const notEmitted: Refusal = {
  seen: 'No type metadata was emitted; tsx, esbuild, Vite up to 7 and Node type stripping drop it.',
  fix: write =>
    'compile with tsc ("experimentalDecorators" and "emitDecoratorMetadata"), SWC (legacyDecorator and ' +
    `decoratorMetadata), Vite 8 or later, or Bun; or state the type: ${write("type: 'string'")}, ` +
    `${write('type: () => TheClass')} or ${write(SCHEMA)}${OR_SOURCES}`,
};

export const erasedElement: Refusal = {
  seen: 'The value is an array, but its element type is erased.',
  fix: write =>
    `state it: ${write('type: () => String, each: true')}, ${write('type: () => TheClass, each: true')}, ` +
    'in a DTO @IsString({ each: true }) of class-validator, or ' +
    `${write("schema: { type: 'array', items: { … } }")}${OR_SOURCES}`,
};

export const unknownNested: Refusal = {
  seen: '@ValidateNested() stands on a property whose class is not known at run time.',
  fix: () => 'add @Type(() => TheClass) of class-transformer, where TheClass has decorated properties.',
};

export const unloaded: Refusal = {
  seen: 'The type is undefined: a class that is not loaded yet (circular import), or null, void or never.',
  fix: write => `name the class in a function, which runs later: ${write('type: () => TheClass')}.`,
};

const unstated: Refusal = {
  seen: "The compiler emitted only 'Object': an interface, a union, a nullable type, mixed literals, an alias, unknown, or no annotation.",
  fix: write =>
    `annotate it, and import its class without 'type'; or state it: ${write('type: () => TheClass')}, ${write("enum: ['a', 'b']")}, ` +
    `${write("type: 'string', nullable: true")} or ${write(SCHEMA)}${OR_SOURCES}`,
};

export const withoutMembers = (name: string): Refusal => ({
  seen: `Class ${name === '' ? '(anonymous)' : name} declares no properties.`,
  fix: write =>
    'decorate its properties with @Param() or class-validator decorators, or describe the value: ' +
    `${write(SCHEMA)}.`,
});

export const notAType = (value: unknown): Refusal => ({
  seen: `A value of type ${value === null ? 'null' : typeof value} stands where a type is expected.`,
  fix: write => `name a class or an enum in a function: ${write('type: () => TheClass')}.`,
});

/** Built-in classes that JSON cannot carry. */
export const builtInRefusals: ReadonlyMap<unknown, Refusal> = new Map<unknown, Refusal>([
  [Object, unstated],
  [Array, erasedElement],
  [
    Function,
    {
      seen: "The compiler emitted only 'Function': a class imported with `import type`, or a function.",
      fix: write => `import the class without \`type\`, or name it: ${write('type: () => TheClass')}.`,
    },
  ],
  [
    Promise,
    {
      seen: 'The value is a Promise: the type it resolves to is erased.',
      fix: write => `state the resolved type: ${write('type: () => TheClass')} or ${write(SCHEMA)}.`,
    },
  ],
  [
    Map,
    {
      seen: 'A Map has no JSON form, and its types are erased.',
      fix: write =>
        `declare a Record and ${write("schema: { type: 'object', additionalProperties: { type: 'string' } }")}.`,
    },
  ],
  [
    Set,
    {
      seen: 'A Set has no JSON form, and its element type is erased.',
      fix: write => `declare an array and ${write('type: () => String, each: true, uniqueItems: true')}.`,
    },
  ],
  [
    RegExp,
    {
      seen: 'A RegExp has no JSON form.',
      fix: write => `declare a string and ${write("format: 'regex'")}.`,
    },
  ],
  [URL, { seen: 'A URL has no JSON form.', fix: write => `declare a string and ${write("format: 'uri'")}.` }],
  [
    Symbol,
    {
      seen: 'A symbol has no JSON form.',
      fix: write => `declare a string and ${write("enum: ['a', 'b']")}.`,
    },
  ],
]);

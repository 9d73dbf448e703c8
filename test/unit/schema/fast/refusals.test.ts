import { IsArray, IsInt, IsString, ValidateNested } from 'class-validator';
import { type FieldOptions } from '../../../../src/schema/field.js';
import { Field, fieldOf, newBuilder, problemsOf, typedClass } from './build.js';

class Empty {}
class Ok {
  @Field() a!: string;
}
const missing = undefined as unknown as typeof Ok;

describe('types that cannot become a schema', () => {
  it.each<readonly [string, unknown, string, string]>([
    ['Object', Object, "emitted only 'Object'", '@Param({ type: () => TheClass })'],
    ['Array', Array, 'element type is erased', '@Param({ type: () => String, each: true })'],
    ['Promise', Promise, 'is a Promise', 'state the resolved type'],
    ['Function', Function, 'imported with `import type`', 'import the class without `type`'],
    ['Map', Map, 'A Map has no JSON form', 'additionalProperties'],
    ['Set', Set, 'A Set has no JSON form', 'uniqueItems: true'],
    ['RegExp', RegExp, 'A RegExp has no JSON form', "@Param({ format: 'regex' })"],
    ['URL', URL, 'A URL has no JSON form', "@Param({ format: 'uri' })"],
    ['Symbol', Symbol, 'A symbol has no JSON form', "@Param({ enum: ['a', 'b'] })"],
    ['undefined', undefined, 'circular import', '@Param({ type: () => TheClass })'],
    ['null', null, 'A value of type null', '@Param({ type: () => TheClass })'],
    ['a class without properties', Empty, 'Class Empty declares no properties', '@Param()'],
  ])('%s names what was seen and what to write', (_name, type, seen, fix) => {
    const problems = problemsOf(() => fieldOf(type));
    expect(problems).toEqual([
      { where: 'T.m', seen: expect.stringContaining(seen), fix: expect.stringContaining(fix) },
    ]);
  });

  it('names the toolchain when nothing was emitted', () => {
    class Bare {}
    Field()(Bare.prototype, 'a');
    const problems = problemsOf(() => typedClass(Bare));
    expect(problems[0]?.where).toBe('Bare.a');
    expect(problems[0]?.seen).toBe(
      'No type metadata was emitted; tsx, esbuild, Vite up to 7 and Node type stripping drop it.',
    );
    for (const words of ['tsc', 'SWC', 'decoratorMetadata', 'Vite 8', 'Bun', "@Param({ type: 'string' })"]) {
      expect(problems[0]?.fix).toContain(words);
    }
  });

  it('needs no emitted type where options or validators state one', () => {
    class Bare {}
    Field({ type: 'integer' })(Bare.prototype, 'a');
    IsString()(Bare.prototype, 'b');
    expect(typedClass(Bare).schema.properties).toEqual({ a: { type: 'integer' }, b: { type: 'string' } });
  });

  it('writes the decorator that was used into the fix', () => {
    const builder = newBuilder();
    builder.field({ where: 'T.m', emitted: { emitted: true, type: Map }, options: {}, decorator: 'Returns' });
    expect(problemsOf(() => builder.finish({}))[0]?.fix).toContain('@Returns({ schema:');
  });

  it.each<readonly [string, FieldOptions, string]>([
    [
      'throws',
      {
        type: () => {
          throw new ReferenceError('x');
        },
      },
      'threw ReferenceError',
    ],
    ['gives undefined', { type: () => missing }, 'type is undefined'],
    ['gives two types', { type: () => [Ok, Ok] }, 'A value of type object'],
    ['is the class itself', { type: Ok as never }, 'not a function that names a type'],
    ['is String itself', { type: String as never }, 'not a function that names a type'],
    ['is an unknown word', { type: 'text' as never }, "'type' is 'text'"],
  ])('a type option that %s is a problem', (_name, options, seen) => {
    expect(problemsOf(() => fieldOf(Object, options)).map(problem => problem.seen)).toEqual([
      expect.stringContaining(seen),
    ]);
  });

  it('an array whose element nobody states is a problem', () => {
    class Lists {
      @IsArray() a!: string[];
      @Field({ each: true }) b!: string[];
    }
    expect(problemsOf(() => typedClass(Lists)).map(problem => [problem.where, problem.seen])).toEqual([
      ['Lists.b', 'The value is an array, but its element type is erased.'],
      ['Lists.a', 'The value is an array, but its element type is erased.'],
    ]);
  });

  it('a nested property whose class is not known asks for @Type', () => {
    class Nested {
      @ValidateNested({ each: true }) a!: Ok[];
      @ValidateNested() b!: Ok | null;
      @ValidateNested() c!: string;
    }
    const problems = problemsOf(() => typedClass(Nested));
    expect(problems.map(problem => problem.where)).toEqual(['Nested.a', 'Nested.b', 'Nested.c']);
    for (const problem of problems) expect(problem.fix).toContain('add @Type(() => TheClass)');
  });
});

describe('options that cannot be meant', () => {
  it.each<readonly [unknown, FieldOptions, string, string]>([
    [String, { desciption: 'x' }, "'desciption' is neither an option", "write 'description'."],
    [Number, { pattern: 'a' }, "'pattern' says nothing about a value of type number.", 'remove it'],
    [String, { minimum: 1 }, "'minimum' says nothing about a value of type string.", 'remove it'],
    [Ok, { minLength: 1 }, "'minLength' says nothing about a value of type object.", 'remove it'],
    [String, { minItems: 1 }, "'minItems' says nothing", 'remove it'],
    [String, { pattern: '(' }, "'pattern' has a value that it cannot have.", 'regular expression'],
    [String, { minLength: -1 }, "'minLength' has a value", 'a whole number from 0'],
    [Number, { minimum: '1' as never }, "'minimum' has a value", 'a number'],
    [Number, { multipleOf: 0 }, "'multipleOf' has a value", 'a number above 0'],
    [String, { optional: 'yes' as never }, "'optional' has a value", 'true or false'],
    [String, { examples: 'a' as never }, "'examples' has a value", 'an array'],
    [Number, { minimum: 5, maximum: 1 }, 'minimum 5 is above maximum 1', 'correct one'],
    [Number, { exclusiveMinimum: 5, maximum: 5 }, 'The limits leave no number.', 'correct one'],
    [String, { minLength: 5, maxLength: 1 }, 'minLength 5 is above maxLength 1', 'correct one'],
    [Array, { type: 'string', minItems: 2, maxItems: 1 }, 'minItems 2 is above maxItems 1', 'correct one'],
    [String, { enum: [] }, "'enum' holds no values", 'list them'],
    [Object, { type: 'integer', enum: ['a'] }, "'enum' has a value that is not integer.", 'leave `type` out'],
    [String, { default: 5 }, 'The default does not fit: it is integer, not string.', 'correct the default'],
    [String, { default: null }, 'The default does not fit: it is null', 'add nullable: true'],
    [Object, { enum: ['a'], default: 'b' }, 'it is not one of the allowed values', 'correct the default'],
    [Number, { maximum: 3, default: 4 }, 'it is out of range', 'correct the default'],
    [String, { pattern: '^a', default: 'b' }, 'it does not match the pattern', 'correct the default'],
    [Array, { type: 'string', default: ['a', 1] }, 'of item 1: it is integer', 'correct the default'],
    [Date, { default: () => new Date(0) }, "'default' cannot be written as JSON.", 'give plain data'],
  ])('on %p, %p is a problem', (type, options, seen, fix) => {
    const problems = problemsOf(() => fieldOf(type, options));
    expect(problems).toEqual([
      { where: 'T.m', seen: expect.stringContaining(seen), fix: expect.stringContaining(fix) },
    ]);
  });

  it('a validator that no value of the declared type can satisfy is a problem', () => {
    class Wrong {
      @IsInt() a!: string;
      @IsString() b!: string[];
      @IsString() @IsInt() c!: unknown;
    }
    expect(problemsOf(() => typedClass(Wrong)).map(problem => problem.seen)).toEqual([
      "The validator 'isInt' wants integer, the declared type is string: nothing satisfies both.",
      'The value is an array, but its element type is erased.',
      "The validator 'isString' wants string, the declared type is array: nothing satisfies both.",
      "The validator 'isInt' wants integer, the declared type is string: nothing satisfies both.",
    ]);
  });

  it('one error lists the problems of all members and all classes', () => {
    class Inner {
      @Field() a!: Map<string, string>;
    }
    class Outer {
      @Field() inner!: Inner;
      @Field() b!: string | null;
      @Field({ desciption: 'x' }) c!: string;
    }
    expect(problemsOf(() => typedClass(Outer)).map(problem => problem.where)).toEqual([
      'Outer.b',
      'Outer.c',
      'Inner.a',
    ]);
  });
});

import * as v from 'class-validator';
import type { FieldOptions } from '../../../../src/schema/field.js';
import type { JsonSchema } from '../../../../src/schema/json-schema.js';
import { compilePlan } from '../../../../src/schema/plan/plan.js';
import { Field, problemsOf, typedClass } from './build.js';

function classWith(type: unknown, ...decorators: readonly PropertyDecorator[]): new () => object {
  class Subject {}
  Reflect.defineMetadata('design:type', type, Subject.prototype, 'v');
  for (const decorate of decorators) decorate(Subject.prototype, 'v');
  return Subject;
}

const schemaOf = (type: unknown, options: FieldOptions, ...rules: readonly PropertyDecorator[]): JsonSchema =>
  typedClass(classWith(type, Field(options), ...rules)).schema.properties?.['v'] ?? {};

describe('a limit that is stated beside a validator', () => {
  it.each<[unknown, FieldOptions, PropertyDecorator, JsonSchema]>([
    [String, { maxLength: 30 }, v.MaxLength(12), { type: 'string', maxLength: 12 }],
    [String, { maxLength: 5 }, v.MaxLength(12), { type: 'string', maxLength: 5 }],
    [String, { minLength: 1 }, v.Length(2, 4), { type: 'string', minLength: 2, maxLength: 4 }],
    [Number, { minimum: 0 }, v.Min(3), { type: 'number', minimum: 3 }],
    [Number, { maximum: 9 }, v.Max(3), { type: 'number', maximum: 3 }],
    [String, { enum: ['a', 'b', 'c'] }, v.IsIn(['b', 'c', 'd']), { type: 'string', enum: ['b', 'c'] }],
    [
      String,
      { pattern: '^b' },
      v.Contains('a'),
      { type: 'string', pattern: 'a', allOf: [{ pattern: '^b' }] },
    ],
    [
      String,
      { not: { const: 'x' } },
      v.NotEquals('y'),
      { type: 'string', not: { enum: ['y'] }, allOf: [{ not: { const: 'x' } }] },
    ],
  ])('never loosens it: %p, %p', (type, options, rule, schema) => {
    expect(schemaOf(type, options, rule)).toEqual(schema);
  });

  it('takes the place of what only the type says', () => {
    expect(schemaOf(Date, { format: 'date' }, v.IsDefined())).toEqual({ type: 'string', format: 'date' });
  });
});

describe('validators at the edge of what a schema says', () => {
  it('that admit values of other types leave those of the declared type', () => {
    expect(schemaOf(String, {}, v.IsEmpty())).toEqual({ type: 'string', enum: [''] });
    expect(schemaOf(String, {}, v.IsIn(['a', 1]))).toEqual({ type: 'string', enum: ['a'] });
  });

  it('that admit no value make a property optional only where no other asks for one', () => {
    const required = (...rules: PropertyDecorator[]): unknown =>
      typedClass(classWith(String, ...rules)).schema.required;
    expect(required(v.IsEmpty())).toBeUndefined();
    expect(required(v.IsEmpty(), v.MaxLength(3))).toEqual(['v']);
  });

  it('with a sticky expression begin every text anew', async () => {
    const subject = classWith(String, v.Matches(/a/y));
    const plan = compilePlan(typedClass(subject));
    for (const [text, fits] of [
      ['ab', true],
      ['ab', true],
      ['ba', false],
      ['ab', true],
    ] as const) {
      expect([text, (await plan.run({ v: text })).ok]).toEqual([text, fits]);
      if (fits) expect(v.validateSync(Object.assign(new subject(), { v: text }))).toEqual([]);
    }
    expect(schemaOf(String, {}, v.Matches(/a/y)).pattern).toBe('^(?:a)');
  });

  it('divide by the whole part of a divisor, as class-validator does', async () => {
    expect(schemaOf(Number, {}, v.IsDivisibleBy(2.5))).toEqual({ type: 'number', multipleOf: 2 });
    const plan = compilePlan(typedClass(classWith(Number, v.IsDivisibleBy(0.5))));
    expect((await plan.run({ v: 1 })).ok).toBe(false);
  });

  it('about every item cannot stand beside items described one by one', () => {
    const options = { prefixItems: [{ type: 'string' }], type: 'string', each: true } as const;
    expect(
      problemsOf(() => typedClass(classWith(Array, Field(options), v.IsEmail({}, { each: true })))),
    ).toMatchObject([{ where: 'Subject.v', seen: expect.stringContaining("'prefixItems'") as unknown }]);
  });
});

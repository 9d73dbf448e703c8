import * as v from 'class-validator';
import { compilePlan } from '../../../../src/schema/plan/plan.js';
import { validationRecords } from '../../../../src/schema/validators/validation-records.js';
import { typedClass } from '../fast/build.js';

class Base {
  @v.Length(2, 5) name!: string;
  @v.Min(1) n!: number;
}
class Child extends Base {
  @v.MinLength(3) declare name: string;
  @v.Max(9) declare n: number;
}
class Grand extends Child {
  @v.IsOptional() declare n: number;
}
class GreatGrand extends Grand {
  @v.Matches(/^a/) declare name: string;
}

describe('the records of a class', () => {
  it.each([Base, Child, Grand, GreatGrand])('are those class-validator itself uses: %p', subject => {
    const theirs = v.getMetadataStorage().getTargetValidationMetadatas(subject, '', true, false);
    const ours = validationRecords(subject);
    expect(ours).toHaveLength(theirs.length);
    expect(new Set<unknown>(ours)).toEqual(new Set<unknown>(theirs));
  });

  it('keep what only a parent has replaced', async () => {
    const typed = typedClass(Grand);
    expect(typed.schema.properties).toEqual({
      name: { type: 'string', minLength: 3, maxLength: 5 },
      n: { type: 'number', minimum: 1, maximum: 9 },
    });
    const plan = compilePlan(typed);
    const fits = async (value: object): Promise<boolean> => (await plan.run(value)).ok;
    expect(await fits({ name: 'abc', n: 1 })).toBe(true);
    expect(await fits({ name: 'abc' })).toBe(true);
    for (const wrong of [{ name: 'ab' }, { name: 'abcdef' }, { name: 'abc', n: 0 }, { name: 'abc', n: 10 }])
      expect(await fits(wrong)).toBe(false);
  });
});

import * as v from 'class-validator';
import { compilePlan } from '../../../../src/schema/plan/plan.js';
import { typedClass } from '../fast/build.js';
import { refuse } from '../plan/plan-support.js';

function classWith(...decorators: readonly PropertyDecorator[]): new () => object {
  class Subject {}
  Reflect.defineMetadata('design:type', String, Subject.prototype, 'v');
  for (const decorate of decorators) decorate(Subject.prototype, 'v');
  return Subject;
}

const words = async (subject: new () => object, value: unknown): Promise<readonly string[]> => {
  const result = await compilePlan(typedClass(subject)).run({ v: value });
  return result.ok ? [] : result.issues.map(issue => issue.expected);
};

const onlyThis = (value: unknown): boolean => value === 'only this';
const BUILT_IN_WORDS = '$property must be longer than or equal to $constraint1 characters';

describe("an author's validator with the name of a built-in one", () => {
  it.each<[string, PropertyDecorator]>([
    [
      'made with ValidateBy',
      v.ValidateBy({ name: 'minLength', constraints: [1], validator: { validate: onlyThis } }),
    ],
    [
      'made with registerDecorator',
      (target, key) => {
        v.registerDecorator({
          name: 'isNotEmpty',
          target: target.constructor,
          propertyName: String(key),
          validator: { validate: onlyThis, defaultMessage: () => 'must be the one' },
        });
      },
    ],
    [
      'that even says the same',
      v.ValidateBy({
        name: 'minLength',
        constraints: [1],
        validator: { validate: onlyThis, defaultMessage: () => BUILT_IN_WORDS },
      }),
    ],
    ['that checks more than text', v.ValidateBy({ name: 'isEmail', validator: { validate: onlyThis } })],
  ])('is run: %s', async (_, decorate) => {
    const subject = classWith(decorate);
    expect(await words(subject, 'zzz')).toHaveLength(1);
    expect(await words(subject, 'only this')).toEqual([]);
    expect([...typedClass(subject).facts.values()]).toMatchObject([{ revive: { kind: 'libraries' } }]);
  });

  it('without a message is called by its name', async () => {
    const subject = classWith(v.ValidateBy({ name: 'isFoo', validator: { validate: onlyThis } }));
    expect(await words(subject, 'x')).toEqual(["a value that passes 'isFoo'"]);
  });
});

describe('built-in validators', () => {
  it.each<[string, PropertyDecorator]>([
    ['of text', v.MinLength(2)],
    ['with a long minimum', v.MinLength(500)],
    ['with a message of the author', v.IsNotEmpty({ message: 'say something' })],
    ['with forbidden values', v.IsNotIn(['a', ' ', 'zzz'])],
    ['with forbidden text', v.NotContains('z')],
    ['with one forbidden value', v.NotEquals('a')],
    ['of length', v.Length(2, 4)],
    ['with a check', v.IsEmail()],
  ])('need no class-validator at run time: %s', (_, decorate) => {
    expect([...typedClass(classWith(decorate)).facts.values()]).toContainEqual(
      expect.objectContaining({ revive: expect.objectContaining({ kind: 'instance' }) as unknown }),
    );
  });

  it('whose values JSON cannot carry are run by class-validator', async () => {
    class Subject {
      @v.ArrayContains([{ a: 1 }]) @v.IsObject({ each: true }) v!: object[];
    }
    Reflect.defineMetadata('design:type', Array, Subject.prototype, 'v');
    expect(refuse(await compilePlan(typedClass(Subject)).run({ v: [{ a: 1 }] })).issues).toHaveLength(1);
  });
});

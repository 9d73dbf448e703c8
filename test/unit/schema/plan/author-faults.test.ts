import { Transform, Type } from 'class-transformer';
import * as v from 'class-validator';
import { BrokenClassError } from '../../../../src/schema/broken-class-error.js';
import { compilePlan, type PlanResult } from '../../../../src/schema/plan/plan.js';
import { typedClass } from '../fast/build.js';
import { accept, refuse } from './plan-support.js';

const run = async (subject: new () => object, value: unknown): Promise<PlanResult> =>
  compilePlan(typedClass(subject)).run(value);

const fail = (): never => {
  throw new RangeError('boom');
};
const throwing = (): PropertyDecorator => v.ValidateBy({ name: 'isOdd', validator: { validate: fail } });

class BrokenConstructor {
  constructor() {
    fail();
  }
  @v.IsString() a!: string;
}
class BrokenSetter {
  @v.IsString() set a(_value: string) {
    fail();
  }
}
class BrokenTransform {
  @v.IsString() b!: string;
  @Transform(fail) @v.IsString() a!: string;
}
class BrokenValidator {
  @v.IsString() @throwing() a!: string;
}
class RejectingValidator {
  @((target: object, key: string | symbol) => {
    v.registerDecorator({
      target: target.constructor,
      propertyName: String(key),
      async: true,
      validator: { validate: async () => Promise.reject(new RangeError('boom')) },
    });
  })
  a!: string;
}
class NestedBroken {
  @v.Allow({ groups: ['g'] }) @v.IsOptional() b?: string;
  @v.ValidateNested({ each: true }) @Type(() => BrokenValidator) list!: BrokenValidator[];
}
class BrokenIdentifier {
  @v.ArrayUnique(fail) @v.IsString({ each: true }) a!: string[];
}
class BrokenLimit {
  @v.MinDate(fail) a!: Date;
}

describe("an author's code that throws", () => {
  it.each<[string, new () => object, object, string]>([
    ['constructor', BrokenConstructor, { a: 'x' }, 'BrokenConstructor: its constructor threw RangeError.'],
    ['setter', BrokenSetter, { a: 'x' }, 'BrokenSetter.a: setting it threw RangeError.'],
    [
      '@Transform',
      BrokenTransform,
      { a: 'x', b: 'y' },
      'BrokenTransform.a: making an instance threw RangeError.',
    ],
    ['validator', BrokenValidator, { a: 'x' }, 'BrokenValidator.a: a validator threw RangeError.'],
    [
      'async validator',
      RejectingValidator,
      { a: 'x' },
      'RejectingValidator.a: a validator threw RangeError.',
    ],
    [
      'nested validator',
      NestedBroken,
      { list: [{ a: 'x' }] },
      'NestedBroken.list.a: a validator threw RangeError.',
    ],
    [
      'identifier',
      BrokenIdentifier,
      { a: ['x'] },
      "BrokenIdentifier.a: the function given to 'arrayUnique' threw RangeError.",
    ],
    [
      'limit',
      BrokenLimit,
      { a: '2026-01-31T09:30:00Z' },
      "BrokenLimit.a: the function given to 'minDate' threw RangeError.",
    ],
  ])('is not blamed on the arguments: %s', async (_, subject, value, message) => {
    const error: unknown = await run(subject, value).then(undefined, (thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BrokenClassError);
    expect(error).toMatchObject({ message, fault: 'author', cause: { message: 'boom' } });
  });

  it('leaves the plan as it was', async () => {
    let isBroken = true;
    class Once {
      @Transform(({ value }: { value: unknown }) => (isBroken ? fail() : value)) @v.IsString() a!: string;
    }
    const plan = compilePlan(typedClass(Once));
    await expect(plan.run({ a: 'x' })).rejects.toThrow(BrokenClassError);
    isBroken = false;
    expect(accept(await plan.run({ a: 'x' })).value).toEqual({ a: 'x' });
  });

  it('names no argument', async () => {
    const error: unknown = await run(BrokenValidator, { a: 'hunter2' }).then(
      undefined,
      (thrown: unknown) => thrown,
    );
    expect(JSON.stringify(error)).not.toContain('hunter2');
    expect(String(error)).not.toContain('hunter2');
  });
});

describe('a transformation', () => {
  it('that gives a promise is refused as a fault of its class', async () => {
    class Inner {
      @Transform(async () => Promise.reject(new Error('late'))) @v.IsOptional() a?: string;
    }
    class Outer {
      @v.ValidateNested({ each: true }) @Type(() => Inner) list!: Inner[];
      @Transform(({ value }: { value: unknown }) => value) @v.IsString() b!: string;
    }
    await expect(run(Outer, { list: [{ a: 'x' }], b: 'y' })).rejects.toMatchObject({
      code: 'BROKEN_CLASS',
      message: 'Outer.list.0.a: @Transform gives a promise, nothing waits for it.',
    });
  });
});

describe('a built-in validator that throws on a value', () => {
  it('refuses it, also when class-validator runs it', async () => {
    class Mixed {
      @v.IsByteLength(0, 5) @v.ValidateBy({ name: 'any', validator: { validate: () => true } }) a!: string;
    }
    expect(refuse(await run(Mixed, { a: '\uD800' })).issues).toMatchObject([
      { path: '/a', expected: "a value that 'isByteLength' can read" },
    ]);
    expect((await run(Mixed, { a: 'ok' })).ok).toBe(true);
  });
});

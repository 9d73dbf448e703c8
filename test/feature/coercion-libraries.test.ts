import { jest } from '@jest/globals';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  IsInt,
  IsString,
  Min,
  registerDecorator,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { createToolRuntime, defineTool, Param, Tool } from 'toolwright';

/** The classes that do the libraries' work; neither library exports its own. */
async function executorOf<K extends string>(path: string, name: K): Promise<Executor> {
  const { [name]: executor } = (await import(path)) as Record<K, { readonly prototype: Executor }>;
  return executor.prototype;
}
interface Executor {
  transform(...args: unknown[]): unknown;
  execute(...args: unknown[]): unknown;
}
const transformer = await executorOf(
  'class-transformer/cjs/TransformOperationExecutor.js',
  'TransformOperationExecutor',
);
const validator = await executorOf(
  'class-validator/cjs/validation/ValidationExecutor.js',
  'ValidationExecutor',
);

const transformed: unknown[] = [];
const validated: unknown[] = [];
beforeEach(() => {
  transformed.splice(0);
  validated.splice(0);
  const { transform } = transformer;
  jest.spyOn(transformer, 'transform').mockImplementation(function (this: unknown, ...args) {
    // It calls itself for everything below the root, with a level.
    if (args[5] === undefined) transformed.push(args[2]);
    return transform.apply(this, args);
  });
  const { execute } = validator;
  jest.spyOn(validator, 'execute').mockImplementation(function (this: unknown, ...args) {
    validated.push((args[0] as object).constructor);
    return execute.apply(this, args);
  });
});
const counts = (): object => ({ transformed: transformed.length, validated: validated.length });

const toolFor = (input: new () => object) => {
  let received: unknown;
  const tool = defineTool({
    name: 'take',
    input,
    replayClass: 'read_only',
    execute: action => void (received = action),
  });
  const runtime = createToolRuntime([tool]);
  return async (args: object) => {
    received = undefined;
    const { text, isError } = await runtime.call({ name: 'take', arguments: args });
    return { text, isError, received };
  };
};

const registered = (validate: (value: unknown) => boolean | Promise<boolean>): PropertyDecorator =>
  ((target: object, propertyName: string) =>
    registerDecorator({
      name: 'isFree',
      target: target.constructor,
      propertyName,
      validator: { validate, defaultMessage: () => '$property must be free' },
    })) as PropertyDecorator;

@ValidatorConstraint({ name: 'isEven' })
class IsEven implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return Number(value) % 2 === 0;
  }
  defaultMessage(): string {
    return '$property must be even';
  }
}

class Line {
  @IsInt() @Min(1) quantity!: number;
}
class Plain {
  @IsString() name!: string;
  @Param({ type: 'integer', minimum: 0 }) level!: number;
  @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
  @Type(() => Date) @Param() since!: Date;
}
const plain = { name: 'a', level: 1, lines: [{ quantity: 1 }], since: '2026-01-31T09:30:00Z' };

describe('a class without rules of its own', () => {
  it('is hydrated and judged 100 times without a call of either library', async () => {
    const take = toolFor(Plain);
    for (let i = 0; i < 100; i++) {
      const { received } = await take({ ...plain, level: i });
      expect((received as Plain).lines[0]).toBeInstanceOf(Line);
    }
    for (let i = 0; i < 100; i++)
      expect((await take({ ...plain, lines: [{ quantity: 0 }] })).isError).toBe(true);
    for (let i = 0; i < 100; i++) expect((await take({ ...plain, level: String(i) })).isError).toBe(false);
    expect(counts()).toEqual({ transformed: 0, validated: 0 });
  });

  it('is so as a method and as a command class, too', async () => {
    class Orders {
      @Tool() place(order: Plain, @Param({ minimum: 1 }) count: number): string {
        return `${order.lines.length} ${count}`;
      }
    }
    @Tool({ name: 'run' })
    class Run {
      @ValidateNested() order!: Plain;
      execute(): string {
        return this.order.name;
      }
    }
    const runtime = createToolRuntime([Orders, Run]);
    expect((await runtime.call({ name: 'place', arguments: { order: plain, count: 2 } })).text).toBe('1 2');
    expect((await runtime.call({ name: 'run', arguments: { order: plain } })).text).toBe('a');
    expect(counts()).toEqual({ transformed: 0, validated: 0 });
  });
});

class Transformed {
  @Transform(({ value }: { value: string }) => value.toUpperCase()) @IsString() v!: string;
}
class Exposed {
  @Expose({ name: 'other_name' }) @IsString() v!: string;
}
class Excluded {
  @IsString() v!: string;
  @Exclude() @IsString() @ValidateIf(() => false) hidden?: string;
}
class Custom {
  @Validate(IsEven) @IsInt() v!: number;
}
class Registered {
  @registered(value => value !== 'taken') @IsString() v!: string;
}
class Asynchronous {
  @registered(async value => Promise.resolve(value !== 'taken')) @IsString() v!: string;
}
class Conditional {
  @IsString() v!: string;
  @ValidateIf((each: Conditional) => each.v === 'x') @IsString() more?: string;
}
class Grouped {
  @IsString() v!: string;
  @Min(10, { groups: ['admin'] }) @IsInt() level!: number;
}
class Dated {
  @Type(() => Date) @Param() when!: Date;
  @Type(() => Date) @Param({ each: true }) days!: Date[];
  @Validate(IsEven) v!: number;
}
class Always {
  @IsString({ always: true }) v!: string;
}

type Case = readonly [name: string, target: new () => object, good: object, bad: object, path: string];

describe('class-transformer and class-validator run, once each', () => {
  it.each<Case>([
    ['@Transform', Transformed, { v: 'a' }, { v: 1.5 }, '/v'],
    ['@Expose', Exposed, { other_name: 'a' }, { v: 'a' }, '/other_name'],
    ['@Exclude', Excluded, { v: 'a' }, { v: 'a', hidden: 'x' }, '/hidden'],
    ['@Validate', Custom, { v: 2 }, { v: 3 }, '/v'],
    ['a registered validator', Registered, { v: 'free' }, { v: 'taken' }, '/v'],
    ['an asynchronous validator', Asynchronous, { v: 'free' }, { v: 'taken' }, '/v'],
    ['@ValidateIf', Conditional, { v: 'a' }, { v: 'x' }, '/more'],
    ['a group', Grouped, { v: 'a', level: 10 }, { v: 'a', level: 9 }, '/level'],
    ['always', Always, { v: 'a' }, { v: true }, '/v'],
  ])('for a class with %s', async (_, target, good, bad, path) => {
    const take = toolFor(target);
    for (let calls = 1; calls <= 3; calls++) {
      expect((await take(good)).received).toBeInstanceOf(target);
      expect(counts()).toEqual({ transformed: calls, validated: calls });
    }
    const refused = await take(bad);
    expect(refused.received).toBeUndefined();
    expect(refused.text).toContain(`${path}: expected `);
  });

  it('with the result of a transformation', async () => {
    expect((await toolFor(Transformed)({ v: 'a' })).received).toEqual(
      Object.assign(new Transformed(), { v: 'A' }),
    );
    expect((await toolFor(Exposed)({ other_name: 'a' })).received).toEqual(
      Object.assign(new Exposed(), { v: 'a' }),
    );
  });

  it('on repaired arguments, without implicit conversion', async () => {
    const { received, text } = await toolFor(Custom)({ v: '4' });
    expect([text, (received as Custom).v]).toEqual(['(no output)', 4]);
  });

  it('on dates in the one form that class-transformer can read', async () => {
    const days = ['0022-06-09 02:38:47+05:45', '0001-01-02t00:00:00z'];
    const { received, text } = await toolFor(Dated)({ when: '0020-11-24 18:49:23.5Z', days, v: 2 });
    expect(text).toBe('(no output)');
    expect(received).toMatchObject({
      when: new Date('0020-11-24T18:49:23.500Z'),
      days: [new Date('0022-06-08T20:53:47.000Z'), new Date('0001-01-02T00:00:00.000Z')],
    });
    const refused = await toolFor(Dated)({ when: '2026-02-30T00:00:00Z', days: [], v: 2 });
    expect(refused.text).toContain('/when: expected a date-time such as ');
  });

  it('for the part that needs them, and for nothing around it', async () => {
    class Around {
      @ValidateNested({ each: true }) @Type(() => Custom) parts!: Custom[];
      @ValidateNested() @Type(() => Line) line!: Line;
    }
    const { received } = await toolFor(Around)({ parts: [{ v: 2 }, { v: 4 }], line: { quantity: 1 } });
    expect((received as Around).parts[1]).toBeInstanceOf(Custom);
    expect(counts()).toEqual({ transformed: 2, validated: 2 });
    expect(transformed).toEqual([Custom, Custom]);
  });

  it('for everything below the class that needs them', async () => {
    class Whole {
      @Validate(IsEven) @IsInt() v!: number;
      @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
    }
    const { received } = await toolFor(Whole)({ v: 2, lines: [{ quantity: 1 }] });
    expect((received as Whole).lines[0]).toBeInstanceOf(Line);
    expect([transformed, validated]).toEqual([[Whole], [Whole, Line]]);
    expect((await toolFor(Whole)({ v: 2, lines: [{ quantity: 0 }] })).text).toContain('/lines/0/quantity');
  });

  it('not at all for arguments that their schema refuses', async () => {
    expect((await toolFor(Custom)({ v: true })).isError).toBe(true);
    expect(counts()).toEqual({ transformed: 0, validated: 0 });
  });
});

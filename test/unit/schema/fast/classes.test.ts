import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  Allow,
  Equals,
  IsDate,
  IsDateString,
  IsEmail,
  IsEnum,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  Min,
  MinLength,
  registerDecorator,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatePromise,
  ValidatorConstraint,
} from 'class-validator';
import { type Constructor } from '../../../../src/foundation/constructor.js';
import { type JsonSchema } from '../../../../src/schema/json-schema.js';
import { factsAt, Field, newBuilder, problemsOf, typedClass } from './build.js';

const revivalOf = (target: Constructor): unknown => factsAt(typedClass(target), '').revive;
const propertiesOf = (target: Constructor): JsonSchema['properties'] => typedClass(target).schema.properties;

class Part {
  @IsString() name!: string;
}

describe('a class at the root', () => {
  it('is revived as an instance', () => {
    expect(revivalOf(Part)).toEqual({ kind: 'instance', target: Part });
  });

  it('stays inline and is defined once more when it refers to itself', () => {
    class Node {
      @IsOptional() @ValidateNested() @Type(() => Node) next?: Node;
    }
    const typed = typedClass(Node);
    expect(typed.schema.type).toBe('object');
    expect(typed.schema.$defs).toEqual({
      Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } }, additionalProperties: false },
    });
    expect(factsAt(typed, '$defs/Node').revive).toEqual({ kind: 'instance', target: Node });
  });

  it('terminates on classes that refer to each other', () => {
    class Left {
      @Field({ type: () => Right, optional: true }) right?: unknown;
    }
    class Right {
      @Field({ type: () => Left, optional: true }) left?: unknown;
    }
    expect(Object.keys(typedClass(Left).schema.$defs ?? {})).toEqual(['Right', 'Left']);
  });

  it('says whether it declares anything', () => {
    expect(newBuilder().declares(Part)).toBe(true);
    expect(newBuilder().declares(class Bare {})).toBe(false);
  });
});

describe('definitions', () => {
  it('give two classes of one name two names, and a shared class one entry', () => {
    const other = (() => {
      class Part {
        @IsInt() size!: number;
      }
      return Part;
    })();
    class Holder {
      @Field() a!: Part;
      @Field({ type: () => other }) b!: unknown;
      @Field() c!: Part;
    }
    const { schema } = typedClass(Holder);
    expect(schema.properties).toEqual({
      a: { $ref: '#/$defs/Part' },
      b: { $ref: '#/$defs/Part2' },
      c: { $ref: '#/$defs/Part' },
    });
    expect(Object.keys(schema.$defs ?? {})).toEqual(['Part', 'Part2']);
  });
});

describe('inheritance', () => {
  class Base {
    @IsString() @MinLength(1) id!: string;
    @IsOptional() @IsString() note?: string;
  }
  class Middle extends Base {
    @IsUUID() declare id: string;
  }
  class Last extends Middle {}

  it('keeps what parents declare and lets a subclass declare it anew, for itself', () => {
    const id = { type: 'string', format: 'uuid', description: 'Must be a UUID.' };
    const expected = { id, note: { type: 'string' } };
    expect(propertiesOf(Middle)).toEqual(expected);
    expect(propertiesOf(Last)).toEqual({ ...expected, id: { ...id, minLength: 1 } });
    expect(propertiesOf(Base)).toMatchObject({ id: { minLength: 1 } });
  });

  it('falls back to the public call when the storage has another shape', () => {
    const store = (globalThis as { classValidatorMetadataStorage?: object }).classValidatorMetadataStorage;
    const hidden = Object.create(store ?? null, { validationMetadatas: { value: {} } }) as object;
    const real = store as { getTargetValidationMetadatas(...args: unknown[]): unknown };
    const calls: unknown[] = [];
    Object.defineProperty(hidden, 'getTargetValidationMetadatas', {
      value: (...args: unknown[]) => {
        calls.push(args[0]);
        return real.getTargetValidationMetadatas(...args);
      },
    });
    const holder = globalThis as { classValidatorMetadataStorage?: object };
    holder.classValidatorMetadataStorage = hidden;
    try {
      expect(propertiesOf(Middle)).toMatchObject({ id: { format: 'uuid' }, note: { type: 'string' } });
      expect(calls).toContain(Middle);
    } finally {
      if (store !== undefined) holder.classValidatorMetadataStorage = store;
    }
  });
});

describe('sources of facts on one property', () => {
  it('merge, and the explicit ones win over validators, which win over the emitted type', () => {
    class Merged {
      @IsInt() @Min(1) @Field({ description: 'How many.', minimum: 5 }) count!: number;
      @IsUUID() @Field({ description: 'Which one.', format: 'urn-uuid' }) id!: string;
      @IsOptional() @IsString() @Field({ optional: false }) needed?: string;
      @Allow() plain!: boolean;
    }
    const { schema } = typedClass(Merged);
    expect(schema.properties).toEqual({
      count: { type: 'integer', minimum: 5, description: 'How many.' },
      id: { type: 'string', format: 'urn-uuid', description: 'Which one. Must be a UUID.' },
      needed: { type: 'string' },
      plain: { type: 'boolean' },
    });
    expect(schema.required).toEqual(['count', 'id', 'needed', 'plain']);
  });

  it('do not depend on the order of decorators', () => {
    class One {
      @IsInt() @Min(1) a!: unknown;
    }
    class Two {
      @Min(1) @IsInt() a!: unknown;
    }
    expect(propertiesOf(One)).toEqual(propertiesOf(Two));
    expect(propertiesOf(One)).toEqual({ a: { type: 'integer', minimum: 1 } });
  });

  it('leave IsOptional not required and not nullable', () => {
    class Maybe {
      @IsOptional() @IsString() a?: string;
    }
    expect(typedClass(Maybe).schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    });
  });

  it('combine repeated limits to the narrower one and drop what an enum implies', () => {
    class Limits {
      @MaxLength(5) @MaxLength(3) a!: string;
      @IsNotEmpty() @IsEnum({ A: 'a' }) b!: string;
    }
    expect(propertiesOf(Limits)).toEqual({
      a: { type: 'string', maxLength: 3 },
      b: { type: 'string', enum: ['a'] },
    });
  });

  it('let checks of nullable values pass null', () => {
    class Maybe {
      @IsEmail() @Field({ type: 'string', nullable: true }) a!: string | null;
    }
    const [check] = factsAt(typedClass(Maybe), 'properties/a').checks ?? [];
    expect([check?.test(null, {}), check?.test('x', {})]).toEqual([true, false]);
  });

  it('show a text validator the text behind a typed value', () => {
    class Typed {
      @IsDateString() day!: Date;
      @Matches(/^\d$/) big!: bigint;
    }
    const typed = typedClass(Typed);
    expect(factsAt(typed, 'properties/day').revive).toEqual({ kind: 'date' });
    const [check] = factsAt(typed, 'properties/big').checks ?? [];
    expect(check?.test(5n, {})).toBe(true);
  });

  it('take the type from @Type of class-transformer', () => {
    class Typed {
      @Type(() => Date) @IsDate() when!: unknown;
      @Type(() => Number) @IsInt({ each: true }) counts!: number[];
      @Type(() => Part) part!: unknown;
    }
    expect(propertiesOf(Typed)).toEqual({
      when: { type: 'string', format: 'date-time' },
      counts: { type: 'array', items: { type: 'integer' } },
      part: { $ref: '#/$defs/Part' },
    });
  });
});

describe('a discriminated union', () => {
  class Shape {}
  class Circle extends Shape {
    @IsInt() radius!: number;
  }
  class Square extends Shape {
    @IsString() kind!: string;
    @IsInt() side!: number;
  }
  const subTypes = [
    { name: 'circle', value: Circle },
    { name: 'square', value: Square },
  ];
  class Drop {
    @ValidateNested() @Type(() => Shape, { discriminator: { property: 'kind', subTypes } }) shape!: Shape;
  }
  class Keep {
    @ValidateNested()
    @Type(() => Shape, { discriminator: { property: 'kind', subTypes }, keepDiscriminatorProperty: true })
    shape!: Shape;
  }

  it('tells its classes apart by a constant', () => {
    const { schema } = typedClass(Drop);
    expect(schema.properties?.['shape']).toEqual({
      anyOf: [{ $ref: '#/$defs/Circle' }, { $ref: '#/$defs/Square' }],
    });
    expect(schema.$defs?.['Square']).toEqual({
      type: 'object',
      properties: { kind: { type: 'string', const: 'square' }, side: { type: 'integer' } },
      required: ['kind', 'side'],
      additionalProperties: false,
    });
  });

  it('is refused when a validator would never admit its constant', () => {
    class Other extends Shape {
      @Equals('other one') @IsString() @MaxLength(3) kind!: string;
    }
    class Wrong {
      @ValidateNested()
      @Type(() => Shape, {
        discriminator: { property: 'kind', subTypes: [{ name: 'other', value: Other }] },
      })
      shape!: Shape;
    }
    expect(() => typedClass(Wrong)).toThrow(
      "Other.kind: the discriminator puts 'other' here, and the validator 'equals' refuses that. Fix: give both the same value",
    );
    expect(() => typedClass(Wrong)).toThrow("the validator 'maxLength' refuses that.");
  });

  it('drops the constant from instances unless it is kept or the class has it', () => {
    expect(factsAt(typedClass(Drop), '$defs/Circle').revive).toMatchObject({
      target: Circle,
      storedAs: new Map([['kind', undefined]]),
    });
    expect(factsAt(typedClass(Drop), '$defs/Square').revive).toEqual({ kind: 'instance', target: Square });
    expect(factsAt(typedClass(Keep), '$defs/Circle').revive).toEqual({ kind: 'instance', target: Circle });
  });
});

@ValidatorConstraint({ name: 'custom' })
class Custom {
  validate(): boolean {
    return true;
  }
}
const Registered =
  (name: string, isAsync: boolean): PropertyDecorator =>
  (prototype, key) =>
    registerDecorator({
      name,
      async: isAsync,
      target: prototype.constructor,
      propertyName: String(key),
      validator: isAsync ? { validate: async () => true } : Custom,
    });

describe('what only the libraries can run', () => {
  const cases: Readonly<Record<string, PropertyDecorator>> = {
    'a custom validator class': Validate(Custom),
    'a registered validator': Registered('mine', false),
    'a registered validator with the name of a built-in one': Registered('isEmail', false),
    'an asynchronous validator': Registered('minLength', true),
    'a condition': ValidateIf(() => false),
    'a condition on one validator': IsString({ validateIf: () => false }),
    groups: MaxLength(3, { groups: ['a'] }),
    always: MaxLength(3, { always: true }),
    promises: ValidatePromise(),
    '@Transform': Transform(({ value }) => value as unknown),
    '@Expose': Expose(),
    '@Exclude': Exclude(),
  };

  it.each(Object.keys(cases))('%s makes the class go through them', name => {
    class Subject {
      @IsString() value!: string;
    }
    cases[name]?.(Subject.prototype, 'value');
    expect(revivalOf(Subject)).toEqual({ kind: 'libraries', target: Subject });
  });

  it('a condition makes the property optional', () => {
    class Subject {
      @ValidateIf(() => true) @IsString() value!: string;
    }
    expect(typedClass(Subject).schema.required).toBeUndefined();
  });

  it('a Map or a Set of a class is described and left to them', () => {
    class Subject {
      @ValidateNested() @Type(() => Part) byName!: Map<string, Part>;
      @ValidateNested({ each: true }) @Type(() => Part) all!: Set<Part>;
    }
    expect(propertiesOf(Subject)).toEqual({
      byName: { type: 'object', additionalProperties: { $ref: '#/$defs/Part' } },
      all: { type: 'array', items: { $ref: '#/$defs/Part' } },
    });
    expect(revivalOf(Subject)).toMatchObject({ kind: 'libraries' });
  });

  it('exposed names are those of the schema, excluded properties are not in it', () => {
    class Subject {
      @Expose({ name: 'full_name' }) @IsString() fullName!: string;
      @Exclude() @IsString() secret!: string;
      @Exclude({ toPlainOnly: true }) @IsString() password!: string;
    }
    expect(propertiesOf(Subject)).toEqual({ full_name: { type: 'string' }, password: { type: 'string' } });
  });

  it('a class excluded as a whole shows its exposed properties only', () => {
    @Exclude()
    class Subject {
      @Expose() @IsString() a!: string;
      @IsString() b!: string;
    }
    expect(propertiesOf(Subject)).toEqual({ a: { type: 'string' } });
    expect(revivalOf(Subject)).toMatchObject({ kind: 'libraries' });
  });

  it('decorators that concern output only change nothing', () => {
    class Subject {
      @Expose({ name: 'x', toPlainOnly: true })
      @Transform(({ value }) => value as unknown, { toPlainOnly: true })
      @IsString()
      a!: string;
    }
    expect(propertiesOf(Subject)).toEqual({ a: { type: 'string' } });
    expect(revivalOf(Subject)).toMatchObject({ kind: 'instance' });
  });

  it('is refused where the members are assigned to an instance that something else makes', () => {
    class Command {
      @Field() @Validate(Custom) a!: string;
    }
    const builder = newBuilder();
    expect([...builder.classMembers(Part, 'Part').keys()]).toEqual(['name']);
    builder.classMembers(Command, 'Command');
    expect(problemsOf(() => builder.finish({ type: 'object' }))).toMatchObject([{ where: 'Command' }]);
  });
});

import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsBoolean,
  IsDate,
  IsDateString,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsIP,
  IsOptional,
  IsPhoneNumber,
  IsString,
  IsUrl,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinDate,
  ValidateNested,
} from 'class-validator';
import { Field } from './build.js';

enum Level {
  Low,
  High = 10,
}
enum Colour {
  Red = 'red',
  Green = 'green',
}

class Address {
  @IsString() @Length(1, 80) street!: string;
  @IsOptional() @Matches(/^[a-z]{2}$/i) country?: string;
}

export class Order {
  @IsUUID() id!: string;
  @ValidateNested() shipTo!: Address;
  @IsOptional() @ValidateNested() @Type(() => Address) billTo?: Address;
  @ValidateNested({ each: true }) @Type(() => Address) @ArrayMinSize(1) stops!: Address[];
  @IsString({ each: true }) @MaxLength(10, { each: true }) @ArrayUnique() @ArrayMaxSize(5) tags!: string[];
}

export class Formats {
  @IsEmail() email!: string;
  @IsUrl() site!: string;
  @IsIP() host!: string;
  @IsDateString() day!: string;
  @IsPhoneNumber('DE') phone!: string;
  @IsDate() @Type(() => Date) @MinDate(new Date('2020-01-01T00:00:00Z')) since!: Date;
  @Field({ description: 'A big number.' }) big!: bigint;
  @Field() bytes!: Uint8Array;
}

export class Enums {
  @IsEnum(Level) level!: Level;
  @IsEnum(Colour, { each: true }) colours!: Colour[];
  @IsIn([1, 2, 3]) @IsInt() size!: number;
  @Field({ enum: Colour, default: Colour.Red }) paint!: Colour;
  @Field({ enum: ['a', 1, null] }) mixed!: unknown;
}

export class Optionals {
  @IsOptional() @IsInt() @Min(0) @Max(9) a?: number;
  @Field({ type: 'string', nullable: true }) b!: string | null;
  @Field({ default: 3, type: 'integer' }) c = 3;
  @Field({ type: () => Address, nullable: true, optional: true, description: 'Where to.' })
  d?: Address | null;
  @Field({ type: () => Address, description: 'Where from.' }) e!: Address;
}

class Animal {
  @IsString() name!: string;
}
class Cat extends Animal {
  @IsInt() lives!: number;
}
class Dog extends Animal {
  @IsBoolean() barks!: boolean;
}

export class Zoo {
  @ValidateNested({ each: true })
  @Type(() => Animal, {
    discriminator: {
      property: 'kind',
      subTypes: [
        { name: 'cat', value: Cat },
        { name: 'dog', value: Dog },
      ],
    },
  })
  animals!: (Cat | Dog)[];
}

class Base {
  @IsString() @MinLengthOfBase() id!: string;
  @IsOptional() @IsString() note?: string;
}
function MinLengthOfBase(): PropertyDecorator {
  return Length(1, 5);
}

export class Derived extends Base {
  @IsString() @Length(8, 8) declare id: string;
  @Field({ description: 'Only here.' }) own!: boolean;
}

export class Tree {
  @IsString() label!: string;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Tree) children?: Tree[];
}

export const goldenClasses = { Order, Formats, Enums, Optionals, Zoo, Derived, Tree };

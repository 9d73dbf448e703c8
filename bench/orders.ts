import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';

/** Three fields, as most tools have. */
export class Search {
  @IsString() @MinLength(1) @MaxLength(200) text!: string;
  @IsInt() @Min(1) @Max(100) limit!: number;
  @IsBoolean() @IsOptional() exact?: boolean;
}

export const levels = ['low', 'normal', 'high'] as const;

export class Reporter {
  @IsString() @MinLength(1) @MaxLength(100) name!: string;
  @IsString() @MaxLength(200) email!: string;
}

export class Item {
  @IsString() @MinLength(1) @MaxLength(40) sku!: string;
  @IsInt() @Min(1) @Max(1000) quantity!: number;
  @IsNumber() @Min(0) price!: number;
}

/** Nested, with a list and a date. */
export class Ticket {
  @IsString() @MinLength(1) @MaxLength(200) title!: string;
  @IsIn(levels) level!: string;
  @ValidateNested() @Type(() => Reporter) reporter!: Reporter;
  @IsArray() @ValidateNested({ each: true }) @Type(() => Item) items!: Item[];
  @IsDate() @Type(() => Date) dueAt!: Date;
  @IsBoolean() @IsOptional() urgent?: boolean;
}

export class Row {
  @IsInt() id!: number;
  @IsString() @MaxLength(80) name!: string;
  @IsString() @MaxLength(80) city!: string;
  @IsNumber() @Min(0) amount!: number;
  @IsInt() @Min(0) @Max(150) age!: number;
  @IsBoolean() active!: boolean;
  @IsIn(levels) level!: string;
  @IsString() @IsOptional() note?: string;
}

/** A large import. */
export class Import {
  @IsArray() @ValidateNested({ each: true }) @Type(() => Row) rows!: Row[];
}

export const searchJson = { text: 'late parcels', limit: 20, exact: true };

export const ticketJson = {
  title: 'The parcel arrived open',
  level: 'high',
  reporter: { name: 'Ada Lovelace', email: 'ada@example.org' },
  items: Array.from({ length: 5 }, (_, index) => ({
    sku: `SKU-${index}`,
    quantity: index + 1,
    price: 9.5 * (index + 1),
  })),
  dueAt: '2026-03-01T09:30:00.000Z',
  urgent: false,
};

export const importJson = {
  rows: Array.from({ length: 1000 }, (_, index) => ({
    id: index,
    name: `Customer ${index}`,
    city: 'Gent',
    amount: index * 1.25,
    age: index % 90,
    active: index % 2 === 0,
    level: levels[index % 3] ?? 'low',
    note: 'paid in time',
  })),
};

import * as v from 'class-validator';

/** The kinds of property a generated class has. */
export type Kind = 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'enum' | 'nested';

/** @param nested - The class of the property, where it has one. */
export type Rule = (options?: v.ValidationOptions, nested?: new () => object) => PropertyDecorator;

/** Only validators that the table calls exact; the looseness of the others has its own test. */
const textRules: Readonly<Record<string, Rule>> = {
  IsNotEmpty: o => v.IsNotEmpty(o),
  IsEmpty: o => v.IsEmpty(o),
  Contains: o => v.Contains('a', o),
  NotContains: o => v.NotContains('b.', o),
  IsAscii: o => v.IsAscii(o),
  IsMultibyte: o => v.IsMultibyte(o),
  IsIn: o => v.IsIn(['a', 'ab', '5', 'true', ''], o),
  IsNotIn: o => v.IsNotIn(['a', ''], o),
  Equals: o => v.Equals('ab', o),
  NotEquals: o => v.NotEquals('ab', o),
  IsPort: o => v.IsPort(o),
  IsHexColor: o => v.IsHexColor(o),
  IsHexadecimal: o => v.IsHexadecimal(o),
  IsOctal: o => v.IsOctal(o),
  IsBase58: o => v.IsBase58(o),
  IsMongoId: o => v.IsMongoId(o),
  IsEthereumAddress: o => v.IsEthereumAddress(o),
  IsFirebasePushId: o => v.IsFirebasePushId(o),
  IsBooleanString: o => v.IsBooleanString(o),
  IsMilitaryTime: o => v.IsMilitaryTime(o),
};
const numberRules: Readonly<Record<string, Rule>> = {
  Min: o => v.Min(-2, o),
  Max: o => v.Max(7.5, o),
  IsPositive: o => v.IsPositive(o),
  IsNegative: o => v.IsNegative(o),
  IsIn: o => v.IsIn([0, 1, -5, 5], o),
  IsNotIn: o => v.IsNotIn([0, 5], o),
  Equals: o => v.Equals(5, o),
  IsNumber: o => v.IsNumber({}, o),
};
const IsDefined: Rule = o => v.IsDefined(o);

/** What may stand on a value of each kind. */
export const rulesOf: Readonly<Record<Kind, Readonly<Record<string, Rule>>>> = {
  string: { ...textRules, IsDefined },
  number: { ...numberRules, IsDefined },
  integer: { ...numberRules, IsDefined },
  boolean: { Equals: o => v.Equals(false, o), NotEquals: o => v.NotEquals(true, o), IsDefined },
  date: { IsDefined },
  enum: { IsDefined, IsNotEmpty: o => v.IsNotEmpty(o) },
  nested: {
    IsDefined,
    IsObject: o => v.IsObject(o),
    IsInstance: (o, nested = Object) => v.IsInstance(nested, o),
  },
};

/** What states the type where `@Param` does not. */
export const typeRules: Readonly<Record<Kind, Rule>> = {
  string: o => v.IsString(o),
  number: o => v.IsNumber({}, o),
  integer: o => v.IsInt(o),
  boolean: o => v.IsBoolean(o),
  date: o => v.IsDate(o),
  enum: o => v.IsIn(['red', 'blue', 5], o),
  nested: o => v.ValidateNested(o),
};

const sizeRules: Readonly<Record<string, PropertyDecorator>> = {
  ArrayMinSize: v.ArrayMinSize(1),
  ArrayMaxSize: v.ArrayMaxSize(3),
  ArrayNotEmpty: v.ArrayNotEmpty(),
  IsArray: v.IsArray(),
};
const membersOf: Readonly<Partial<Record<Kind, readonly [unknown, unknown]>>> = {
  string: ['a', 'b'],
  number: [1, 0.5],
  integer: [1, 5],
  boolean: [true, false],
  enum: ['red', 5],
};

/** What may stand on a list of each kind. Only scalars can be looked up: instances differ by identity. */
export function listRulesOf(kind: Kind): Readonly<Record<string, PropertyDecorator>> {
  const [wanted, unwanted] = membersOf[kind] ?? [];
  if (wanted === undefined) return sizeRules;
  return {
    ...sizeRules,
    ArrayContains: v.ArrayContains([wanted]),
    ArrayNotContains: v.ArrayNotContains([unwanted]),
  };
}

/** Every decorator that a generated class may carry. */
export const generatedRules = (): PropertyDecorator[] =>
  (Object.keys(rulesOf) as Kind[]).flatMap(kind => [
    typeRules[kind](),
    ...Object.values(rulesOf[kind]).map(rule => rule()),
    ...Object.values(listRulesOf(kind)),
  ]);

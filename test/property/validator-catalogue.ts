import * as v from 'class-validator';

/** One validator of class-validator under its metadata name, with options that matter, and values it accepts. */
export interface CatalogueRow {
  readonly decorator: string;
  readonly variants: readonly PropertyDecorator[];
  readonly accepted: readonly unknown[];
}

enum Level {
  Low,
  High = 10,
}
enum Colour {
  Red = 'red',
  Blue = 'blue',
}
class Part {}

type Entry = readonly [decorator: string, variants: readonly PropertyDecorator[], ...accepted: unknown[]];

const DATES = ['1960-01-01T00:00:00Z', '2020-01-01T00:00:00Z'];

const values: Readonly<Record<string, Entry>> = {
  isDefined: ['IsDefined', [v.IsDefined()], 0],
  isNotEmpty: ['IsNotEmpty', [v.IsNotEmpty()], 'a'],
  isEmpty: ['IsEmpty', [v.IsEmpty()], ''],
  isString: ['IsString', [v.IsString()], 'a'],
  isBoolean: ['IsBoolean', [v.IsBoolean()], true],
  isObject: ['IsObject', [v.IsObject()], {}],
  isArray: ['IsArray', [v.IsArray()], []],
  isNotEmptyObject: [
    'IsNotEmptyObject',
    [v.IsNotEmptyObject(), v.IsNotEmptyObject({ nullable: true }), v.IsNotEmptyObject({ nullable: false })],
    { a: 1 },
    { a: null },
  ],
  isInstance: ['IsInstance', [v.IsInstance(Part)], new Part()],
  isEnum: ['IsEnum', [v.IsEnum(Level), v.IsEnum(Colour)], 10, 'High', 'red'],
  isIn: ['IsIn', [v.IsIn(['a', 1, true]), v.IsIn([0.5, ''])], 'a', 0.5],
  isNotIn: ['IsNotIn', [v.IsNotIn(['a', 1, true])], 'b'],
  equals: ['Equals', [v.Equals('a'), v.Equals(1), v.Equals(false)], 'a', 1, false],
  notEquals: ['NotEquals', [v.NotEquals('a'), v.NotEquals(1)], 'b'],
  isInt: ['IsInt', [v.IsInt()], 1],
  isNumber: ['IsNumber', [v.IsNumber(), v.IsNumber({ maxDecimalPlaces: 2 })], 1.25],
  min: ['Min', [v.Min(1), v.Min(-0.5)], 1, -0.5],
  max: ['Max', [v.Max(9), v.Max(0.1)], 9, 0.1],
  isPositive: ['IsPositive', [v.IsPositive()], Number.MIN_VALUE],
  isNegative: ['IsNegative', [v.IsNegative()], -Number.MIN_VALUE],
  isDivisibleBy: [
    'IsDivisibleBy',
    [v.IsDivisibleBy(3), v.IsDivisibleBy(2.5), v.IsDivisibleBy(-3)],
    ...[9, 2 ** 60, Number.MAX_VALUE],
  ],
  isLatitude: ['IsLatitude', [v.IsLatitude()], 52.5, '52.5', 1e-7],
  isLongitude: ['IsLongitude', [v.IsLongitude()], 13.4, '13.4', 1e-7],
  arrayMinSize: ['ArrayMinSize', [v.ArrayMinSize(2)], ['a', 'b']],
  arrayMaxSize: ['ArrayMaxSize', [v.ArrayMaxSize(2)], ['a', 'b']],
  arrayNotEmpty: ['ArrayNotEmpty', [v.ArrayNotEmpty()], ['a']],
  arrayUnique: [
    'ArrayUnique',
    [v.ArrayUnique(), v.ArrayUnique((item: unknown) => String(item).toLowerCase())],
    ['a', 'A'],
    [{}, {}],
  ],
  arrayContains: ['ArrayContains', [v.ArrayContains(['a', 1])], ['a', 1]],
  arrayNotContains: ['ArrayNotContains', [v.ArrayNotContains(['a', 1])], ['b']],
  isDate: ['IsDate', [v.IsDate()], '2020-01-01T00:00:00Z'],
  minDate: ['MinDate', [v.MinDate(new Date(0)), v.MinDate(() => new Date(0))], ...DATES],
  maxDate: ['MaxDate', [v.MaxDate(new Date(0)), v.MaxDate(() => new Date(0))], ...DATES],
};

const patterns: Readonly<Record<string, Entry>> = {
  isLength: ['Length', [v.Length(1, 3), v.Length(2)], 'abc', '\u2764\uFE0F\u2764\uFE0F'],
  minLength: ['MinLength', [v.MinLength(2)], 'ab', '\u2764\uFE0F', '😀'],
  maxLength: ['MaxLength', [v.MaxLength(2)], 'ab', '\u2764\uFE0F\u2764\uFE0F', '😀😀'],
  matches: [
    'Matches',
    [v.Matches(/^a+$/), v.Matches(/^[a-c]x/i), v.Matches(/^a.b$/s), v.Matches(/^..$/), v.Matches(/a/g)],
    ...['aa', 'BX', 'a\nb', '😀', '😀b'],
  ],
  contains: ['Contains', [v.Contains('a'), v.Contains('a.b')], 'a.b'],
  notContains: ['NotContains', [v.NotContains('a'), v.NotContains('?')], 'b'],
  isAlpha: ['IsAlpha', [v.IsAlpha(), v.IsAlpha('de-DE')], 'aZ', 'ä'],
  isAlphanumeric: ['IsAlphanumeric', [v.IsAlphanumeric(), v.IsAlphanumeric('de-DE')], 'a1', 'ä1'],
  isAscii: ['IsAscii', [v.IsAscii()], 'a\u007F'],
  isMultibyte: ['IsMultibyte', [v.IsMultibyte()], 'aé'],
  isHexColor: ['IsHexColor', [v.IsHexColor()], '#fFf', 'ABCDEF09'],
  isHexadecimal: ['IsHexadecimal', [v.IsHexadecimal()], '0xfF', '0hA'],
  isOctal: ['IsOctal', [v.IsOctal()], '0o17', '07'],
  isMongoId: ['IsMongoId', [v.IsMongoId()], 'a'.repeat(24), `0x${'A'.repeat(22)}`],
  isMilitaryTime: ['IsMilitaryTime', [v.IsMilitaryTime()], '23:59', '0000'],
  isPort: ['IsPort', [v.IsPort()], '65535', '+1', '-0'],
  isBase58: ['IsBase58', [v.IsBase58()], 'abc'],
  isEthereumAddress: ['IsEthereumAddress', [v.IsEthereumAddress()], `0x${'aB'.repeat(20)}`],
  IsFirebasePushId: ['IsFirebasePushId', [v.IsFirebasePushId()], '-_aZ0'.repeat(4)],
  isBooleanString: ['IsBooleanString', [v.IsBooleanString()], 'true', '0'],
  isNumberString: [
    'IsNumberString',
    [v.IsNumberString(), v.IsNumberString({ no_symbols: true }), v.IsNumberString({ locale: 'de-DE' })],
    ...['1.5', '15', '-1,5', '+.5'],
  ],
  isHash: ['IsHash', [v.IsHash('md5'), v.IsHash('sha256'), v.IsHash('own')], 'a'.repeat(32), 'A'.repeat(64)],
};

const formats: Readonly<Record<string, Entry>> = {
  isIso8601: ['IsISO8601', [v.IsISO8601(), v.IsISO8601({ strict: true })], '2020-W01', '2020-02-30'],
  isDateString: ['IsDateString', [v.IsDateString()], '2020-W01', '2020-01-01'],
  isRFC3339: ['IsRFC3339', [v.IsRFC3339()], '2020-01-01T00:00:00Z'],
  isEmail: ['IsEmail', [v.IsEmail()], 'a@example.com'],
  isUrl: ['IsUrl', [v.IsUrl()], 'example.com', 'https://a.bz/x'],
  isFqdn: ['IsFQDN', [v.IsFQDN()], 'example.com'],
  isUuid: ['IsUUID', [v.IsUUID(), v.IsUUID('4')], '3f2c2a3e-8f0b-4c6e-9b55-0a3d7a0e2f11'],
  isIp: ['IsIP', [v.IsIP(), v.IsIP('4'), v.IsIP(6)], '10.0.0.1', '::1'],
  isBase64: ['IsBase64', [v.IsBase64()], 'YQ=='],
  isJson: ['IsJSON', [v.IsJSON()], '{}'],
  isBase32: ['IsBase32', [v.IsBase32()], 'ME======'],
  isBIC: ['IsBIC', [v.IsBIC()], 'DEUTDEFF'],
  isBtcAddress: ['IsBtcAddress', [v.IsBtcAddress()], '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  isByteLength: ['IsByteLength', [v.IsByteLength(1, 2), v.IsByteLength(3)], 'ä', 'abc'],
  isCreditCard: ['IsCreditCard', [v.IsCreditCard()], '4111111111111111'],
  isCurrency: ['IsCurrency', [v.IsCurrency()], '$10.50', '10'],
  isDataURI: ['IsDataURI', [v.IsDataURI()], 'data:text/plain,a'],
  isDecimal: ['IsDecimal', [v.IsDecimal()], '1.5'],
  isEAN: ['IsEAN', [v.IsEAN()], '4006381333931'],
  isFullWidth: ['IsFullWidth', [v.IsFullWidth()], 'ひ'],
  isHalfWidth: ['IsHalfWidth', [v.IsHalfWidth()], 'a'],
  isVariableWidth: ['IsVariableWidth', [v.IsVariableWidth()], 'aひ'],
  isSurrogatePair: ['IsSurrogatePair', [v.IsSurrogatePair()], '😀'],
  isHSL: ['IsHSL', [v.IsHSL()], 'hsl(360,100%,50%)'],
  isIBAN: ['IsIBAN', [v.IsIBAN()], 'DE89370400440532013000'],
  isIdentityCard: ['IsIdentityCard', [v.IsIdentityCard('ES')], '99999999R'],
  isIsbn: ['IsISBN', [v.IsISBN(), v.IsISBN('13')], '9783161484100'],
  isIsin: ['IsISIN', [v.IsISIN()], 'US0378331005'],
  isISO31661Alpha2: ['IsISO31661Alpha2', [v.IsISO31661Alpha2()], 'DE'],
  isISO31661Alpha3: ['IsISO31661Alpha3', [v.IsISO31661Alpha3()], 'DEU'],
  isISO31661Numeric: ['IsISO31661Numeric', [v.IsISO31661Numeric()], '276'],
  isISO4217CurrencyCode: ['IsISO4217CurrencyCode', [v.IsISO4217CurrencyCode()], 'EUR'],
  isISO6391: ['IsISO6391', [v.IsISO6391()], 'de'],
  isISRC: ['IsISRC', [v.IsISRC()], 'USAT29900609'],
  isISSN: ['IsISSN', [v.IsISSN()], '0378-5955'],
  isJwt: ['IsJWT', [v.IsJWT()], 'eyJhbGciOiJub25lIn0.e30.c2ln'],
  isLatLong: ['IsLatLong', [v.IsLatLong()], '52.5,13.4'],
  isLocale: ['IsLocale', [v.IsLocale()], 'en_US'],
  isLowercase: ['IsLowercase', [v.IsLowercase()], 'a'],
  isUppercase: ['IsUppercase', [v.IsUppercase()], 'A'],
  isMacAddress: ['IsMACAddress', [v.IsMACAddress()], '01:02:03:04:05:ab'],
  isMagnetURI: ['IsMagnetURI', [v.IsMagnetURI()], `magnet:?xt=urn:btih:${'a'.repeat(40)}`],
  isMimeType: ['IsMimeType', [v.IsMimeType()], 'text/plain'],
  isMobilePhone: ['IsMobilePhone', [v.IsMobilePhone('de-DE')], '+4915112345678'],
  isPassportNumber: ['IsPassportNumber', [v.IsPassportNumber('US')], '123456789'],
  isPhoneNumber: ['IsPhoneNumber', [v.IsPhoneNumber('DE')], '+49 30 901820'],
  isPostalCode: ['IsPostalCode', [v.IsPostalCode('DE')], '10115'],
  isRgbColor: ['IsRgbColor', [v.IsRgbColor()], 'rgb(1,2,3)'],
  isSemVer: ['IsSemVer', [v.IsSemVer()], '1.2.3'],
  isStrongPassword: ['IsStrongPassword', [v.IsStrongPassword()], 'Abcdef1!'],
  isTaxId: ['IsTaxId', [v.IsTaxId('de-DE')], '86095742719'],
  isTimeZone: ['IsTimeZone', [v.IsTimeZone()], 'Europe/Berlin'],
};

export const validatorCatalogue: ReadonlyMap<string, CatalogueRow> = new Map(
  Object.entries({ ...values, ...patterns, ...formats }).map(
    ([name, [decorator, variants, ...accepted]]): [string, CatalogueRow] => [
      name,
      { decorator, variants, accepted },
    ],
  ),
);

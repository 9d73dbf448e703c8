import { Ajv2020 } from 'ajv/dist/2020.js';
import * as validator from 'class-validator';
import { type JsonSchema } from '../../../../src/schema/json-schema.js';
import { ruleTable } from '../../../../src/schema/validators/rule-table.js';
import { factsAt, Field, typedClass } from '../fast/build.js';

enum Level {
  Low,
  High = 10,
}
class Part {
  @validator.IsString() name!: string;
}

/** A class with one property, which carries the given decorators and no emitted type. */
function classWith(...decorators: PropertyDecorator[]): new () => object {
  class Subject {}
  for (const decorate of decorators) decorate(Subject.prototype, 'value');
  return Subject;
}

const text = (keywords: JsonSchema): JsonSchema => ({ type: 'string', ...keywords });
const list = (keywords: JsonSchema): JsonSchema => ({
  type: 'array',
  items: { type: 'string' },
  ...keywords,
});
const each = validator.IsString({ each: true });
const note = (words: string): JsonSchema => text({ description: `Must be ${words}.` });
const noted = (words: string, keywords: JsonSchema): JsonSchema => ({ ...note(words), ...keywords });
const formats = (...names: string[]): JsonSchema => ({
  anyOf: names.map(format => ({ type: 'string', format })),
});
const ISO: JsonSchema = {
  ...formats('date', 'date-time'),
  description: 'Must be an ISO 8601 date or date-time such as 2026-01-31 or 2026-01-31T09:30:00Z.',
};

/** Rows: validator, decorators, schema, and for checked ones a value that passes and one that does not. */
type Row = readonly [string, readonly PropertyDecorator[], JsonSchema, accepted?: unknown, refused?: unknown];

const v = validator;
const rows: readonly Row[] = [
  ['isDefined', [v.IsDefined(), v.IsString()], text({})],
  ['isNotEmpty', [v.IsNotEmpty(), v.IsString()], text({ minLength: 1 })],
  ['isNotEmpty', [v.IsNotEmpty(), v.IsInt()], { type: 'integer' }],
  ['isEmpty', [v.IsEmpty()], { type: ['string', 'null'], enum: ['', null] }],
  ['isString', [v.IsString()], text({})],
  ['isBoolean', [v.IsBoolean()], { type: 'boolean' }],
  ['isInt', [v.IsInt()], { type: 'integer' }],
  ['isNumber', [v.IsNumber()], { type: 'number' }],
  [
    'isNumber',
    [v.IsNumber({ maxDecimalPlaces: 2 })],
    { type: 'number', description: 'Must be a number with at most 2 decimal places.' },
    1.25,
    1.255,
  ],
  ['isObject', [v.IsObject()], { type: 'object' }],
  ['isArray', [v.IsArray(), each], list({})],
  ['isNotEmptyObject', [v.IsNotEmptyObject()], { type: 'object', minProperties: 1 }],
  [
    'isNotEmptyObject',
    [v.IsNotEmptyObject({ nullable: false })],
    {
      type: 'object',
      minProperties: 1,
      description: 'Must be an object with at least one member that has a value.',
    },
    { a: 1 },
    { a: null },
  ],
  ['isInstance', [v.IsInstance(Part)], { $ref: '#/$defs/Part' }],
  ['isEnum', [v.IsEnum(Level)], { type: 'integer', enum: [0, 10], description: '0 = Low, 10 = High.' }],
  ['isIn', [v.IsIn(['a', 'b'])], text({ enum: ['a', 'b'] })],
  ['isNotIn', [v.IsNotIn(['a']), v.IsString()], text({ not: { enum: ['a'] } })],
  ['equals', [v.Equals('a')], text({ const: 'a' })],
  ['notEquals', [v.NotEquals(1), v.IsInt()], { type: 'integer', not: { enum: [1] } }],
  ['min', [v.Min(1)], { type: 'number', minimum: 1 }],
  ['max', [v.Max(9)], { type: 'number', maximum: 9 }],
  ['isPositive', [v.IsPositive()], { type: 'number', exclusiveMinimum: 0 }],
  ['isNegative', [v.IsNegative()], { type: 'number', exclusiveMaximum: 0 }],
  ['isDivisibleBy', [v.IsDivisibleBy(3)], { type: 'number', multipleOf: 3 }, 9, 10],
  [
    'isDivisibleBy',
    [v.IsDivisibleBy(-3)],
    { type: 'number', description: 'Must be a multiple of -3.' },
    9,
    10,
  ],
  [
    'isLatitude',
    [v.IsLatitude()],
    { type: 'number', minimum: -90, maximum: 90, description: 'Must be a latitude from -90 to 90.' },
    52.5,
    95,
  ],
  ['isLatitude', [v.IsLatitude(), v.IsString()], note('a latitude from -90 to 90'), '52.5', '95'],
  [
    'isLongitude',
    [v.IsLongitude()],
    { type: 'number', minimum: -180, maximum: 180, description: 'Must be a longitude from -180 to 180.' },
    13.4,
    195,
  ],
  ['arrayMinSize', [v.ArrayMinSize(2), each], list({ minItems: 2 })],
  ['arrayMaxSize', [v.ArrayMaxSize(3), each], list({ maxItems: 3 })],
  ['arrayNotEmpty', [v.ArrayNotEmpty(), each], list({ minItems: 1 })],
  [
    'arrayUnique',
    [v.ArrayUnique((item: string) => item.toLowerCase()), each],
    list({ uniqueItems: true }),
    ['a'],
    ['a', 'A'],
  ],
  [
    'arrayContains',
    [v.ArrayContains(['a', 'b']), each],
    list({ allOf: [{ contains: { const: 'a' } }, { contains: { const: 'b' } }] }),
  ],
  ['arrayNotContains', [v.ArrayNotContains(['a']), each], list({ not: { contains: { enum: ['a'] } } })],
  ['isDate', [v.IsDate()], text({ format: 'date-time' })],
  [
    'minDate',
    [v.MinDate(new Date(0))],
    { ...note('a date-time not before 1970-01-01T00:00:00.000Z'), format: 'date-time' },
    new Date(5),
    new Date(-5),
  ],
  [
    'maxDate',
    [v.MaxDate(() => new Date(0))],
    { ...note('a date-time not after a moving limit'), format: 'date-time' },
    new Date(-5),
    new Date(5),
  ],
  ['isIso8601', [v.IsISO8601()], ISO, '2020-W01', 'x'],
  ['isDateString', [v.IsDateString()], ISO, '2020-W01', 'x'],
  ['isRFC3339', [v.IsRFC3339()], text({ format: 'date-time' }), '2020-01-01T00:00:00Z', '2020-01-01'],
  ['isLength', [v.Length(1, 3)], text({ minLength: 1, maxLength: 3 }), '\u2764\uFE0F', 'abc\uFE0Fd'],
  ['minLength', [v.MinLength(2)], text({ minLength: 2 }), '\u2764\uFE0Fa', '\u2764\uFE0F'],
  ['maxLength', [v.MaxLength(2)], text({ maxLength: 2 })],
  ['matches', [v.Matches(/^a+$/)], text({ pattern: '^a+$' }), 'aa', 'b'],
  ['matches', [v.Matches('^[a-c]x\\d$', 'i')], text({ pattern: '^[a-cA-C][xX]\\d$' }), 'BX1', 'dx1'],
  ['matches', [v.Matches(/^a.b$/s)], note('text that matches /^a.b$/s'), 'a\nb', 'ab'],
  ['matches', [v.Matches(/^[A-z]$/i)], note('text that matches /^[A-z]$/i'), 'q', '1'],
  ['contains', [v.Contains('a.b')], text({ pattern: 'a\\.b' })],
  ['notContains', [v.NotContains('?')], text({ not: { pattern: '\\?' } })],
  ['isAlpha', [v.IsAlpha()], text({ pattern: '^[A-Za-z]+$' })],
  ['isAlpha', [v.IsAlpha('de-DE')], note('letters only (de-DE)'), 'ä', '1'],
  ['isAlphanumeric', [v.IsAlphanumeric()], text({ pattern: '^[0-9A-Za-z]+$' })],
  ['isAscii', [v.IsAscii()], text({ pattern: '^[\\u0000-\\u007F]+$' })],
  ['isMultibyte', [v.IsMultibyte()], text({ pattern: '[^\\u0000-\\u007F]' })],
  ['isBooleanString', [v.IsBooleanString()], text({ enum: ['true', 'false', '1', '0'] })],
  ['isNumberString', [v.IsNumberString()], text({ pattern: '^[+-]?([0-9]*\\.)?[0-9]+$' })],
  ['isNumberString', [v.IsNumberString({ no_symbols: true })], text({ pattern: '^[0-9]+$' })],
  ['isNumberString', [v.IsNumberString({ locale: 'de-DE' })], note('a number written as text'), '1,5', 'x'],
  ['isHash', [v.IsHash('md5')], text({ pattern: '^[0-9A-Fa-f]{32}$' })],
  ['isHash', [v.IsHash('own')], text({}), 'a{undefined}', 'a'],
  ['isEmail', [v.IsEmail()], text({ format: 'email' }), 'a@example.com', 'a@'],
  ['isUrl', [v.IsUrl()], noted('a URL', { format: 'uri' }), 'example.com', 'nope'],
  ['isFqdn', [v.IsFQDN()], noted('a domain name', { format: 'hostname' }), 'example.com', '-'],
  [
    'isUuid',
    [v.IsUUID('4')],
    noted('a UUID (4)', { format: 'uuid' }),
    '3f2c2a3e-8f0b-4c6e-9b55-0a3d7a0e2f11',
    'x',
  ],
  ['isIp', [v.IsIP()], formats('ipv4', 'ipv6'), '::1', 'x'],
  ['isIp', [v.IsIP('4')], text({ format: 'ipv4' }), '10.0.0.1', '::1'],
  ['isIp', [v.IsIP(6)], text({ format: 'ipv6' }), '::1', '10.0.0.1'],
  ['isBase64', [v.IsBase64()], noted('base64 text', { contentEncoding: 'base64' }), 'YQ==', 'Y'],
  [
    'isJson',
    [v.IsJSON()],
    noted('JSON text of an object or an array', { contentMediaType: 'application/json' }),
    '{}',
    '1',
  ],
  ['isByteLength', [v.IsByteLength(1, 2)], note('text of 1 to 2 bytes'), 'ä', 'äa'],
  ['isPhoneNumber', [v.IsPhoneNumber('DE')], note('a phone number (DE)'), '+49 30 901820', '12'],
  ['isSemVer', [v.IsSemVer()], note('a semantic version such as 1.2.3'), '1.2.3', '1.2'],
  [
    'isTimeZone',
    [v.IsTimeZone()],
    note('an IANA time zone such as Europe/Berlin'),
    'Europe/Berlin',
    'Mars/X',
  ],
];

/** Rows whose keywords are tried on values, since a pattern says little by itself. */
const patterns: readonly (readonly [string, PropertyDecorator, string, string])[] = [
  ['isHexColor', v.IsHexColor(), '#ffF', '#ff'],
  ['isHexadecimal', v.IsHexadecimal(), '0xfF', 'xg'],
  ['isOctal', v.IsOctal(), '0o17', '8'],
  ['isMongoId', v.IsMongoId(), 'a'.repeat(24), 'a'.repeat(23)],
  ['isMilitaryTime', v.IsMilitaryTime(), '23:59', '24:00'],
  ['isPort', v.IsPort(), '65535', '65536'],
  ['isBase58', v.IsBase58(), 'abc', '0'],
  ['isEthereumAddress', v.IsEthereumAddress(), `0x${'a'.repeat(40)}`, '0x'],
  ['IsFirebasePushId', v.IsFirebasePushId(), 'a'.repeat(20), 'a'],
];

/** Rows that are a description and the validator's own verdict. */
const described: readonly (readonly [string, PropertyDecorator, string, string])[] = [
  ['isBase32', v.IsBase32(), 'ME======', 'a'],
  ['isBIC', v.IsBIC(), 'DEUTDEFF', 'x'],
  ['isBtcAddress', v.IsBtcAddress(), '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'x'],
  ['isCreditCard', v.IsCreditCard(), '4111111111111111', '4111111111111112'],
  ['isCurrency', v.IsCurrency(), '$10.50', 'x'],
  ['isDataURI', v.IsDataURI(), 'data:text/plain,a', 'x'],
  ['isDecimal', v.IsDecimal(), '1.5', 'x'],
  ['isEAN', v.IsEAN(), '4006381333931', '4006381333932'],
  ['isFullWidth', v.IsFullWidth(), 'ひ', 'a'],
  ['isHalfWidth', v.IsHalfWidth(), 'a', 'ひ'],
  ['isVariableWidth', v.IsVariableWidth(), 'aひ', 'a'],
  ['isSurrogatePair', v.IsSurrogatePair(), '😀', 'a'],
  ['isHSL', v.IsHSL(), 'hsl(360,100%,50%)', 'x'],
  ['isIBAN', v.IsIBAN(), 'DE89370400440532013000', 'DE00'],
  ['isIdentityCard', v.IsIdentityCard('ES'), '99999999R', 'x'],
  ['isIsbn', v.IsISBN(), '9783161484100', 'x'],
  ['isIsin', v.IsISIN(), 'US0378331005', 'x'],
  ['isISO31661Alpha2', v.IsISO31661Alpha2(), 'DE', 'XX'],
  ['isISO31661Alpha3', v.IsISO31661Alpha3(), 'DEU', 'XXX'],
  ['isISO31661Numeric', v.IsISO31661Numeric(), '276', '000'],
  ['isISO4217CurrencyCode', v.IsISO4217CurrencyCode(), 'EUR', 'XX'],
  ['isISO6391', v.IsISO6391(), 'de', 'qq'],
  ['isISRC', v.IsISRC(), 'USAT29900609', 'x'],
  ['isISSN', v.IsISSN(), '0378-5955', 'x'],
  ['isJwt', v.IsJWT(), 'eyJhbGciOiJub25lIn0.e30.c2ln', 'x'],
  ['isLatLong', v.IsLatLong(), '52.5,13.4', '95,13'],
  ['isLocale', v.IsLocale(), 'en_US', '1'],
  ['isLowercase', v.IsLowercase(), 'a', 'A'],
  ['isUppercase', v.IsUppercase(), 'A', 'a'],
  ['isMacAddress', v.IsMACAddress(), '01:02:03:04:05:ab', 'x'],
  ['isMagnetURI', v.IsMagnetURI(), `magnet:?xt=urn:btih:${'a'.repeat(40)}`, 'x'],
  ['isMimeType', v.IsMimeType(), 'text/plain', 'x'],
  ['isMobilePhone', v.IsMobilePhone('de-DE'), '+4915112345678', '1'],
  ['isPassportNumber', v.IsPassportNumber('US'), '123456789', 'x'],
  ['isPostalCode', v.IsPostalCode('DE'), '10115', 'x'],
  ['isRgbColor', v.IsRgbColor(), 'rgb(1,2,3)', 'x'],
  ['isStrongPassword', v.IsStrongPassword(), 'Abcdef1!', 'a'],
  ['isTaxId', v.IsTaxId('de-DE'), '86095742719', 'x'],
];

const propertyOf = (...decorators: readonly PropertyDecorator[]) => {
  const typed = typedClass(classWith(...decorators));
  return {
    schema: typed.schema.properties?.['value'] as JsonSchema,
    checks: factsAt(typed, 'properties/value').checks ?? [],
  };
};

describe('the table of class-validator rules', () => {
  it.each(rows.map(row => ({ name: row[0], row })))('$name becomes keywords', ({ row }) => {
    const [, decorators, expected, accepted, refused] = row;
    const { schema, checks } = propertyOf(...decorators);
    expect(schema).toEqual(expected);
    expect(propertyOf(...[...decorators].reverse()).schema).toEqual(expected);
    const passes = (value: unknown): boolean => checks.every(check => check.test(value, undefined));
    if (accepted === undefined) expect(checks).toEqual([]);
    else expect([passes(accepted), passes(refused)]).toEqual([true, false]);
  });

  it.each(patterns)('%s becomes a pattern that says everything', (_name, decorator, accepted, refused) => {
    const { schema, checks } = propertyOf(decorator);
    const pattern = new RegExp(schema.pattern ?? '', 'u');
    expect(checks).toEqual([]);
    expect([pattern.test(accepted), pattern.test(refused)]).toEqual([true, false]);
  });

  it.each(described)('%s becomes words and a check', (_name, decorator, accepted, refused) => {
    const { schema, checks } = propertyOf(decorator);
    expect(schema).toEqual({ type: 'string', description: `Must be ${checks[0]?.expected ?? ''}.` });
    expect(checks.map(check => check.test(accepted, {}))).toEqual([true]);
    expect(checks.map(check => check.test(refused, {}))).toEqual([false]);
  });

  it('has a test for every row', () => {
    const tested = new Set([...rows, ...patterns, ...described].map(([name]) => name));
    expect(Object.keys(ruleTable).filter(name => !tested.has(name))).toEqual([]);
  });

  it('knows every validator that class-validator ships', () => {
    const names = Object.entries(validator)
      .filter(([constant, value]) => /^[A-Z0-9_]+$/.test(constant) && typeof value === 'string')
      .map(([, value]) => value as string);
    const elsewhere = ['isOptional'];
    expect(names.length).toBeGreaterThan(90);
    expect(names.filter(name => !(name in ruleTable) && !elsewhere.includes(name))).toEqual([]);
  });

  it('leaves the formats of alternatives to the validator of the whole', () => {
    const typed = typedClass(classWith(v.IsDateString()));
    const [check] = factsAt(typed, 'properties/value').checks ?? [];
    expect([check?.test('2020-W01', {}), check?.test('x', {})]).toEqual([true, false]);
    for (const branch of ['0', '1']) {
      expect(factsAt(typed, `properties/value/anyOf/${branch}`).isFormatHint).toBe(true);
    }
  });

  it.each<[string, readonly PropertyDecorator[], boolean]>([
    ['of a validator', [v.IsEmail()], true],
    ['of a validator, stated as well', [v.IsUUID(), Field({ format: 'uuid' })], true],
    ['beside a validator of something else', [v.MinLength(2), Field({ format: 'ipv4' })], false],
    ['beside an expression', [v.Matches(/^\d/), Field({ format: 'ipv4' })], false],
  ])('calls a format a hint only where a validator stands behind it: %s', (_, decorators, isHint) => {
    const { isFormatHint } = factsAt(typedClass(classWith(...decorators)), 'properties/value');
    expect(isFormatHint === true).toBe(isHint);
  });

  it.each<[string, PropertyDecorator, readonly string[]]>([
    ['isEmail', v.IsEmail(), ['a@example.com', 'ä@example.com', 'a@münchen.de']],
    ['isUrl', v.IsUrl(), ['a.bz', 'example.com', 'https://a.bz/x']],
    ['isUuid', v.IsUUID('loose'), ['3f2c2a3e-8f0b-0c6e-0b55-0a3d7a0e2f11']],
    ['isIp', v.IsIP('6'), ['::ffff:1.2.3.4', '::', 'fe80::1%eth0']],
    ['isIso8601', v.IsISO8601(), ['2020-01-01T00:00', '20200101', '2020-W01', '2020']],
    ['isDateString', v.IsDateString(), ['2020-01-01T00:00:00', '2020-01']],
    ['isBase64', v.IsBase64(), ['', 'YQ==']],
    ['isJson', v.IsJSON(), ['{}', '[1]']],
  ])(
    '%s forbids nothing that it accepts: formats are hints, as in JSON Schema 2020-12',
    (_name, decorator, accepted) => {
      const ajv = new Ajv2020({ validateFormats: false });
      const { schema, checks } = propertyOf(decorator);
      for (const value of accepted) {
        expect([value, checks.every(check => check.test(value, {}))]).toEqual([value, true]);
        expect([value, ajv.validate(schema, value)]).toEqual([value, true]);
      }
    },
  );

  it('refuses the reverse names of numeric enums, which class-validator admits', () => {
    expect(v.isEnum('Low', Level)).toBe(true);
    expect(propertyOf(v.IsEnum(Level)).schema.enum).toEqual([0, 10]);
  });

  it('refuses values on which a validator throws', () => {
    const [check] = propertyOf(v.IsByteLength(1, 9)).checks;
    expect(check?.test('\uD800', {})).toBe(false);
  });
});

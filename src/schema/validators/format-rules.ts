import type { JsonSchema } from '../json-schema.js';
import {
  checkedText,
  type Constraints,
  describedText,
  type RuleTable,
  type ValidatorRule,
} from './validator-rule.js';

const IP_FORMATS: Readonly<Record<string, JsonSchema>> = { 4: { format: 'ipv4' }, 6: { format: 'ipv6' } };

const EITHER_IP: JsonSchema = {
  anyOf: [
    { type: 'string', format: 'ipv4' },
    { type: 'string', format: 'ipv6' },
  ],
};

const ofKind =
  (kind: string) =>
  ([detail]: Constraints): string =>
    typeof detail === 'string' || typeof detail === 'number' ? `${kind} (${String(detail)})` : kind;

const bytes = ([min, max]: Constraints): string =>
  typeof max === 'number'
    ? `text of ${String(min)} to ${max} bytes`
    : `text of at least ${String(min)} bytes`;

/** Keywords that say less than the validator asks, with the words that tell a model. */
const told = (expected: ValidatorRule['expected'] & {}, keywords: JsonSchema): ValidatorRule => ({
  ...describedText(expected),
  keywords: () => keywords,
});

/** Rules about text in a well-known form; formats are hints, as JSON Schema 2020-12 has it: class-validator itself decides. */
export const formatRules: RuleTable = {
  isEmail: checkedText('an email address', { format: 'email' }),
  isUrl: told('a URL', { format: 'uri' }),
  isFqdn: told('a domain name', { format: 'hostname' }),
  isUuid: told(ofKind('a UUID'), { format: 'uuid' }),
  isIp: {
    ...checkedText('an IP address', {}),
    keywords: ([version]) => IP_FORMATS[String(version)] ?? EITHER_IP,
  },
  isBase64: told('base64 text', { contentEncoding: 'base64' }),
  isJson: told('JSON text of an object or an array', { contentMediaType: 'application/json' }),
  isBase32: describedText('base32 text'),
  isBIC: describedText('a bank identifier code (BIC)'),
  isBtcAddress: describedText('a Bitcoin address'),
  isByteLength: describedText(bytes),
  isCreditCard: describedText('a credit card number'),
  isCurrency: describedText('an amount of money'),
  isDataURI: describedText('a data URI'),
  isDecimal: describedText('a decimal number written as text'),
  isEAN: describedText('an EAN article number'),
  isFullWidth: describedText('text with a full-width character'),
  isHalfWidth: describedText('text with a half-width character'),
  isVariableWidth: describedText('text with full-width and half-width characters'),
  isSurrogatePair: describedText('text with a character outside the basic plane'),
  isHSL: describedText('an HSL colour'),
  isIBAN: describedText('an IBAN bank account number'),
  isIdentityCard: describedText(ofKind('an identity card number')),
  isIsbn: describedText(ofKind('an ISBN')),
  isIsin: describedText('an ISIN security number'),
  isISO31661Alpha2: describedText('a two-letter country code (ISO 3166-1)'),
  isISO31661Alpha3: describedText('a three-letter country code (ISO 3166-1)'),
  isISO31661Numeric: describedText('a numeric country code (ISO 3166-1)'),
  isISO4217CurrencyCode: describedText('a currency code (ISO 4217)'),
  isISO6391: describedText('a two-letter language code (ISO 639-1)'),
  isISRC: describedText('an ISRC recording code'),
  isISSN: describedText('an ISSN'),
  isJwt: describedText('a JSON web token'),
  isLatLong: describedText('latitude and longitude as "lat,long"'),
  isLocale: describedText('a locale such as en_US'),
  isLowercase: describedText('text in lower case'),
  isUppercase: describedText('text in upper case'),
  isMacAddress: describedText('a MAC address'),
  isMagnetURI: describedText('a magnet URI'),
  isMimeType: describedText('a MIME type'),
  isMobilePhone: describedText(ofKind('a mobile phone number')),
  isPassportNumber: describedText(ofKind('a passport number')),
  isPhoneNumber: describedText(ofKind('a phone number')),
  isPostalCode: describedText(ofKind('a postal code')),
  isRgbColor: describedText('an RGB colour'),
  isSemVer: describedText('a semantic version such as 1.2.3'),
  isStrongPassword: describedText('a strong password'),
  isTaxId: describedText(ofKind('a tax number')),
  isTimeZone: describedText('an IANA time zone such as Europe/Berlin'),
};

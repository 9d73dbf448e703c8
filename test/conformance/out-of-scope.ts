import { type Mode } from './suite.js';

/** Cases of the official suite that are decided otherwise, and why. */
export interface Exception {
  readonly reason: string;
  readonly in: readonly Mode[];
  /** `file > schema > value`, or `file > schema` for all of its values. */
  readonly cases: readonly string[];
}

const DRAFT_7: readonly Mode[] = ['draft7 direct', 'draft7 normalised'];
const DRAFT_2020: readonly Mode[] = ['draft2020-12 direct', 'draft2020-12 normalised'];
const EVERYWHERE: readonly Mode[] = [...DRAFT_7, ...DRAFT_2020];
const NORMALISED: readonly Mode[] = ['draft7 normalised', 'draft2020-12 normalised'];
const DIRECT: readonly Mode[] = ['draft7 direct', 'draft2020-12 direct'];

const IDN = 'optional/format/idn-hostname > validation of internationalized host names';

export const outOfScope: readonly Exception[] = [
  {
    reason:
      'An own member `__proto__` is refused wherever it stands, and the root of arguments is an object.',
    in: DIRECT,
    cases: [
      'required > required properties whose names are Javascript object property names > all present',
      'required > required properties whose names are Javascript object property names > ignores arrays',
      'required > required properties whose names are Javascript object property names > ignores other non-objects',
    ],
  },
  {
    reason: 'A schema that requires a member `__proto__` is refused: nothing could ever be sent.',
    in: NORMALISED,
    cases: ['required > required properties whose names are Javascript object property names'],
  },
  {
    reason:
      'The root of arguments is an object, also where its schema says so of objects only: other values are refused, and a reference to the root means that object.',
    in: EVERYWHERE,
    cases: [
      'additionalProperties > additionalProperties being false does not allow other properties > ignores arrays',
      'additionalProperties > additionalProperties being false does not allow other properties > ignores strings',
      'additionalProperties > additionalProperties being false does not allow other properties > ignores other non-objects',
      'maxProperties > maxProperties validation > ignores arrays',
      'maxProperties > maxProperties validation > ignores strings',
      'maxProperties > maxProperties validation > ignores other non-objects',
      'minProperties > minProperties validation > ignores arrays',
      'minProperties > minProperties validation > ignores strings',
      'minProperties > minProperties validation > ignores other non-objects',
      'patternProperties > patternProperties validates properties matching a regex > ignores arrays',
      'patternProperties > patternProperties validates properties matching a regex > ignores strings',
      'patternProperties > patternProperties validates properties matching a regex > ignores other non-objects',
      'properties > object properties validation > ignores arrays',
      'properties > object properties validation > ignores other non-objects',
      'properties > properties whose names are Javascript object property names > ignores arrays',
      'properties > properties whose names are Javascript object property names > ignores other non-objects',
      'ref > root pointer ref > match',
      'ref > root pointer ref > recursive match',
      'required > required validation > ignores arrays',
      'required > required validation > ignores strings',
      'required > required validation > ignores other non-objects',
    ],
  },
  {
    reason:
      'The root of arguments is an object, also where its schema says so of objects only: other values are refused, and a reference to the root means that object.',
    in: NORMALISED,
    cases: ['ref > simple URN base URI with $ref via the URN > valid under the URN IDed schema'],
  },
  {
    reason: 'An own member `__proto__` is refused wherever it stands.',
    in: EVERYWHERE,
    cases: [
      'properties > properties whose names are Javascript object property names > all present and valid',
    ],
  },
  {
    reason: 'Content of a text (media type, encoding) is described to the model and not checked.',
    in: DRAFT_7,
    cases: [
      'optional/content > validation of string-encoded content based on media type > an invalid JSON document',
      'optional/content > validation of binary string-encoding > an invalid base64 string (% is not a valid character)',
      'optional/content > validation of binary-encoded media type documents > a validly-encoded invalid JSON document',
      'optional/content > validation of binary-encoded media type documents > an invalid base64 string that is valid JSON',
    ],
  },
  {
    reason: 'A document is read as one draft, and the other one is in a document that is not fetched.',
    in: DRAFT_2020,
    cases: ['optional/cross-draft > refs to historic drafts are processed as historic drafts'],
  },
  {
    reason: 'A document is read as one draft, and the other one is in a document that is not fetched.',
    in: DRAFT_7,
    cases: ['optional/cross-draft > refs to future drafts are processed as future drafts'],
  },
  {
    reason: 'Beyond what a number can hold: the quotient is infinite.',
    in: EVERYWHERE,
    cases: ['optional/float-overflow > all integers are multiples of 0.5, if overflow is handled'],
  },
  {
    reason: 'A leap second cannot become a Date.',
    in: EVERYWHERE,
    cases: [
      'optional/format/date-time > validation of date-time strings > a valid date-time with a leap second, UTC',
      'optional/format/date-time > validation of date-time strings > a valid date-time with a leap second, with minus offset',
    ],
  },
  {
    reason:
      'The format table is the one of ajv-formats, which knows neither international names nor quoted local parts.',
    in: DRAFT_2020,
    cases: [
      'optional/format/email > validation of e-mail addresses > a quoted string with a space in the local part is valid',
      'optional/format/email > validation of e-mail addresses > a quoted string with a double dot in the local part is valid',
      'optional/format/email > validation of e-mail addresses > a quoted string with a @ in the local part is valid',
      'optional/format/email > validation of e-mail addresses > an IPv4-address-literal after the @ is valid',
      'optional/format/email > validation of e-mail addresses > an IPv6-address-literal after the @ is valid',
    ],
  },
  {
    reason:
      'The format table is the one of ajv-formats, which knows neither international names nor quoted local parts.',
    in: EVERYWHERE,
    cases: [
      'optional/format/idn-email > validation of an internationalized e-mail addresses > an invalid idn e-mail address',
      'optional/format/idn-email > validation of an internationalized e-mail addresses > an invalid e-mail address',
      `${IDN} > illegal first char U+302E Hangul single dot tone mark`,
      `${IDN} > contains illegal char U+302E Hangul single dot tone mark`,
      `${IDN} > a host name with a component too long`,
      `${IDN} > invalid label, correct Punycode`,
      `${IDN} > invalid Punycode`,
      `${IDN} > U-label contains "--" in the 3rd and 4th position`,
      `${IDN} > U-label starts with a dash`,
      `${IDN} > U-label ends with a dash`,
      `${IDN} > U-label starts and ends with a dash`,
      `${IDN} > Begins with a Spacing Combining Mark`,
      `${IDN} > Begins with a Nonspacing Mark`,
      `${IDN} > Begins with an Enclosing Mark`,
      `${IDN} > Exceptions that are DISALLOWED, right-to-left chars`,
      `${IDN} > Exceptions that are DISALLOWED, left-to-right chars`,
      `${IDN} > MIDDLE DOT with no preceding 'l'`,
      `${IDN} > MIDDLE DOT with nothing preceding`,
      `${IDN} > MIDDLE DOT with no following 'l'`,
      `${IDN} > MIDDLE DOT with nothing following`,
      `${IDN} > Greek KERAIA not followed by Greek`,
      `${IDN} > Greek KERAIA not followed by anything`,
      `${IDN} > Hebrew GERESH not preceded by Hebrew`,
      `${IDN} > Hebrew GERESH not preceded by anything`,
      `${IDN} > Hebrew GERSHAYIM not preceded by Hebrew`,
      `${IDN} > Hebrew GERSHAYIM not preceded by anything`,
      `${IDN} > KATAKANA MIDDLE DOT with no Hiragana, Katakana, or Han`,
      `${IDN} > KATAKANA MIDDLE DOT with no other characters`,
      `${IDN} > Arabic-Indic digits mixed with Extended Arabic-Indic digits`,
      `${IDN} > ZERO WIDTH JOINER not preceded by Virama`,
      `${IDN} > ZERO WIDTH JOINER not preceded by anything`,
      'optional/format/iri-reference > validation of IRI References > an invalid IRI Reference',
      'optional/format/iri-reference > validation of IRI References > an invalid IRI fragment',
      'optional/format/iri > validation of IRIs > an invalid IRI based on IPv6',
      'optional/format/iri > validation of IRIs > an invalid relative IRI Reference',
      'optional/format/iri > validation of IRIs > an invalid IRI',
      'optional/format/iri > validation of IRIs > an invalid IRI though valid IRI reference',
    ],
  },
  {
    reason: 'Leads to another document: nothing is ever fetched.',
    in: DRAFT_2020,
    cases: [
      'dynamicRef > strict-tree schema, guards against misspelled properties',
      'dynamicRef > tests for implementation dynamic anchor and reference link',
      'dynamicRef > $ref and $dynamicAnchor are independent of order - $defs first',
      'dynamicRef > $ref and $dynamicAnchor are independent of order - $ref first',
      'refRemote > anchor within remote ref',
      'refRemote > remote ref with ref to defs',
      'refRemote > remote HTTP ref with different $id',
      'refRemote > remote HTTP ref with different URN $id',
      'refRemote > remote HTTP ref with nested absolute ref',
      'vocabulary > schema that uses custom metaschema with with no validation vocabulary > no validation: invalid number, but it still validates',
    ],
  },
  {
    reason: 'Leads to another document: nothing is ever fetched.',
    in: DRAFT_7,
    cases: ['refRemote > remote ref with ref to definitions'],
  },
  {
    reason: 'Leads to another document: nothing is ever fetched.',
    in: EVERYWHERE,
    cases: [
      'refRemote > remote ref',
      'refRemote > fragment within remote ref',
      'refRemote > ref within remote ref',
      'refRemote > base URI change',
      'refRemote > base URI change - change folder',
      'refRemote > base URI change - change folder in subschema',
      'refRemote > root ref in remote ref',
      'refRemote > Location-independent identifier in remote ref',
      'refRemote > retrieved nested refs resolve relative to their URI not $id',
    ],
  },
  {
    reason: 'Leads to the meta-schema, which is another document: nothing is ever fetched.',
    in: ['draft2020-12 normalised'],
    cases: [
      'anchor > invalid anchors',
      'defs > validate definition against metaschema',
      'id > Invalid use of fragments in location-independent $id',
      'id > Valid use of empty fragments in location-independent $id',
      'id > Unnormalized $ids are allowed but discouraged',
      'ref > URN base URI with f-component',
    ],
  },
  {
    reason: 'Leads to the meta-schema, which is another document: nothing is ever fetched.',
    in: ['draft7 normalised'],
    cases: ['definitions > validate definition against metaschema'],
  },
  {
    reason: 'Leads to the meta-schema, which is another document: nothing is ever fetched.',
    in: NORMALISED,
    cases: ['ref > remote ref, containing refs itself'],
  },
  {
    reason: 'Ajv follows dynamic references within one document only; normalised first, they are followed.',
    in: ['draft2020-12 direct'],
    cases: [
      'dynamicRef > A $dynamicRef resolves to the first $dynamicAnchor still in scope that is encountered when the schema is evaluated > An array of strings is valid',
      'dynamicRef > A $dynamicRef without anchor in fragment behaves identical to $ref > An array of numbers is valid',
      "dynamicRef > A $dynamicRef with intermediate scopes that don't include a matching $dynamicAnchor does not affect dynamic scope resolution > An array of strings is valid",
      'dynamicRef > An $anchor with the same name as a $dynamicAnchor is not used for dynamic scope resolution',
      'dynamicRef > A $dynamicRef without a matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor',
      'dynamicRef > A $dynamicRef with a non-matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor',
      'dynamicRef > A $dynamicRef that initially resolves to a schema with a matching $dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope',
      'dynamicRef > A $dynamicRef that initially resolves to a schema without a matching $dynamicAnchor behaves like a normal $ref to $anchor',
    ],
  },
  {
    reason: 'The way that a walk took would decide where the reference leads: such a schema is refused.',
    in: DRAFT_2020,
    cases: ['dynamicRef > after leaving a dynamic scope, it is not used by a $dynamicRef'],
  },
  {
    reason: 'The way that a walk took would decide where the reference leads: such a schema is refused.',
    in: ['draft2020-12 normalised'],
    cases: ['dynamicRef > multiple dynamic paths to the $dynamicRef keyword'],
  },
  {
    reason: 'Ajv counts other items and members as evaluated.',
    in: DRAFT_2020,
    cases: [
      'unevaluatedItems > unevaluatedItems with nested items > with no additional items',
      'unevaluatedItems > unevaluatedItems with nested items > with invalid additional item',
      'unevaluatedItems > unevaluatedItems depends on adjacent contains > contains passes, second item is not evaluated',
      'unevaluatedItems > unevaluatedItems depends on multiple nested contains > 7 not evaluated, fails unevaluatedItems',
      "unevaluatedItems > unevaluatedItems and contains interact to control item dependency relationship > only b's are invalid",
      "unevaluatedItems > unevaluatedItems and contains interact to control item dependency relationship > only c's are invalid",
      "unevaluatedItems > unevaluatedItems and contains interact to control item dependency relationship > only b's and c's are invalid",
      "unevaluatedItems > unevaluatedItems and contains interact to control item dependency relationship > only a's and c's are invalid",
      'unevaluatedProperties > unevaluatedProperties with if/then/else, then not defined > when if is false and has unevaluated properties',
    ],
  },
  {
    reason: 'Patterns of older drafts escape more than the `u` flag allows, and are accepted.',
    in: DRAFT_2020,
    cases: ['optional/ecmascript-regex > \\a is not an ECMA 262 control escape'],
  },
  {
    reason: 'Ajv applies what stands beside `$ref`; normalised first, it is removed.',
    in: ['draft7 direct'],
    cases: [
      'ref > ref overrides any sibling keywords > ref valid, maxItems ignored',
      'ref > $ref prevents a sibling $id from changing the base uri',
    ],
  },
  {
    reason: 'Ajv finds an `$id` in places where none is expected; normalised first, they are not looked at.',
    in: DIRECT,
    cases: ['unknownKeyword > $id inside an unknown keyword is not a real identifier'],
  },
];

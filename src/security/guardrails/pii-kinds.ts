export const PII_KINDS = ['email', 'phone', 'iban', 'credit_card', 'ssn'] as const;

/** Data about persons that has a form. */
export type PiiKind = (typeof PII_KINDS)[number];

/** How one kind is told. Candidates are the first group, so that they may overlap. */
interface KindFacts {
  readonly what: string;
  readonly patterns: readonly RegExp[];
  readonly isReal?: (candidate: string) => boolean;
}

/** Every pattern looks at a bounded number of characters from a place that cannot lie inside another candidate. */
export const KIND_FACTS: Readonly<Record<PiiKind, KindFacts>> = {
  email: {
    what: 'an e-mail address',
    patterns: [/(?<![\w.%+-])([\w%+-][\w.%+-]{0,63}@(?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,24})/gu],
  },
  phone: {
    what: 'a phone number',
    patterns: [
      /(?<![\w+])(\+\d(?:[ .\-/()]{0,2}\d){7,14})(?!\d)/g,
      /(?<![\w.-])((?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4})(?![\w-])/g,
    ],
  },
  iban: {
    what: 'an IBAN',
    patterns: [/(?<![A-Z\d])(?=([A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}))/gi],
    isReal: isIban,
  },
  credit_card: {
    what: 'a credit card number',
    patterns: [
      /(?<![\d.])(?=(\d{13,19})(?!\d))/g,
      /(?<!\d)(?=(\d{4}([ -])\d{4}\2\d{4}\2\d{1,7})(?!\d))/g,
      /(?<!\d)(?=(\d{4}([ -])\d{6}\2\d{4,5})(?!\d))/g,
    ],
    isReal: candidate => /^[2-6]/.test(candidate) && passesLuhn(candidate.replaceAll(/\D/g, '')),
  },
  ssn: {
    what: 'a US social security number',
    patterns: [/(?<![\d-])((?!000|666|9\d\d)\d{3}([- ])(?!00)\d{2}\2(?!0000)\d{4})(?![\d-])/g],
  },
};

/** ISO/IEC 7812-1. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const isDoubled = (digits.length - index) % 2 === 0;
    const value = Number(digits[index]) * (isDoubled ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Characters of an IBAN, by country: the SWIFT registry. */
const IBAN_LENGTHS = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 ' +
    'FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 ' +
    'LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 ' +
    'SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map(entry => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** ISO 13616. What follows an IBAN may look like more of it. */
function isIban(candidate: string): boolean {
  const text = candidate.replaceAll(' ', '').toUpperCase();
  const length = IBAN_LENGTHS.get(text.slice(0, 2)) ?? Infinity;
  return length <= text.length && endsGroup(candidate, length) && passesMod97(text.slice(0, length));
}

/** True where the given number of characters, spaces not counted, is not followed by another one. */
function endsGroup(candidate: string, length: number): boolean {
  let index = 0;
  for (let count = 0; count < length; index++) if (candidate[index] !== ' ') count++;
  return !/[A-Z\d]/i.test(candidate[index] ?? ' ');
}

function passesMod97(iban: string): boolean {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}

export const DATE_TIME_WORDS = 'a date-time such as 2026-01-31T09:30:00Z';

const DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** RFC 3339, and a day that exists: 30 February is refused. */
export function isDateTime(text: string): boolean {
  if (!DATE_TIME.test(text)) return false;
  const day = Number(text.slice(8, 10));
  return day <= 28 || day <= daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

export function parseDateTime(text: string): Date | undefined {
  return isDateTime(text) ? new Date(inLanguageForm(text)) : undefined;
}

/** The language promises to read this form only: years before 50 with a blank in the middle become no date. */
export function inLanguageForm(text: string): string {
  return text[10] === 'T' && !text.endsWith('z')
    ? text
    : `${text.slice(0, 10)}T${text.slice(11).toUpperCase()}`;
}

const FIRST_MS = Date.UTC(-1, 12, 1);
const LAST_MS = Date.UTC(10_000, 0, 1) - 1;

/** False for an invalid Date, and for years that RFC 3339 cannot write. */
export function hasDateTime(date: Date): boolean {
  const ms = date.getTime();
  return ms >= FIRST_MS && ms <= LAST_MS;
}

/** `toISOString` writes the years that RFC 3339 cannot with a sign and six digits. */
export function hintYears(value: unknown): string | undefined {
  const isFar = value instanceof Date ? !Number.isNaN(value.getTime()) : /^[+-]\d{6}-/.test(String(value));
  return isFar ? 'Years go from 0000 to 9999.' : undefined;
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

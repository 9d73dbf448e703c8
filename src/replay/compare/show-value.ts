import type { JsonValue } from '../../foundation/json.js';

const MAX_TEXT = 160;
/** Of what is the same before the first difference. */
const CONTEXT = 40;

/** One bounded line of what anybody may have written: nothing of it moves a cursor or turns text around. */
export const showText = (text: string): string => cutAt(escape(text), 0);

/** A value as one bounded line. */
export const showValue = (value: JsonValue): string => cutAt(write(value), 0);

/** Two values as lines that are bounded around their first difference. */
export function showPair(a: JsonValue, b: JsonValue): readonly [string, string] {
  const [x, y] = [write(a), write(b)];
  let same = 0;
  while (same < x.length && same < y.length && x[same] === y[same]) same++;
  const isShort = Math.max(x.length, y.length) <= MAX_TEXT;
  const start = isShort ? 0 : Math.max(0, same - CONTEXT);
  return [cutAt(x, start), cutAt(y, start)];
}

function cutAt(text: string, start: number): string {
  const shown = text
    .slice(start, start + MAX_TEXT)
    .replace(/^[\uDC00-\uDFFF]/, '')
    .replace(/[\uD800-\uDBFF]$/, '');
  return `${start > 0 ? '…' : ''}${shown}${start + MAX_TEXT < text.length ? '…' : ''}`;
}

const write = (value: JsonValue): string => escape(JSON.stringify(value));

const escape = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    unit => `\\u{${(unit.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`,
  );

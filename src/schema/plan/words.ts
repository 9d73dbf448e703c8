import { cutText } from '../../foundation/cut-text.js';
import { nameOpaque } from '../../foundation/opaque-object.js';

const MAX_TEXT = 40;
const MAX_DESCRIPTION = 200;

/** What introduces a received text: the text itself follows in JSON, uncut, so that secrets in it can be masked. */
const TEXT = 'the text ';

/** A description of a value: text is given whole, objects and arrays are named by kind and size only. */
export function describeReceived(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'string':
      return TEXT + JSON.stringify(value);
    case 'number':
      return `a number ${value}`;
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? 'null' : describeObject(value);
    default:
      return `a ${typeof value}`;
  }
}

function describeObject(value: object): string {
  if (Array.isArray(value)) return `an array with ${count(value.length, 'item')}`;
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  return nameOpaque(value) ?? `an object with ${count(Object.keys(value).length, 'member')}`;
}

/** The description as people see it: masked first, so that no part of a secret survives the cut. */
export function showReceived(received: string, mask: (text: string) => string): string {
  const text = received.startsWith(TEXT) ? parseText(received.slice(TEXT.length)) : undefined;
  if (text === undefined) return showText(mask(received), MAX_DESCRIPTION);
  return `${TEXT}${escapeControls(JSON.stringify(cutText(mask(text), MAX_TEXT)))}`;
}

function parseText(json: string): string | undefined {
  try {
    const text: unknown = JSON.parse(json);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** A text that others wrote, on one line and of bounded length. */
export function showText(text: string, maxLength: number): string {
  return escapeControls(cutText(text, maxLength));
}

/** Characters that move a cursor, break a line or turn the direction of writing. */
const CONTROLS = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

function escapeControls(text: string): string {
  return text.replace(CONTROLS, control => {
    if (control === '\n') return '\\n';
    return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

/** `1`, `10`, `item` → `1 to 10 items`; undefined when there is no limit on either side. */
export function describeCount(
  noun: string,
  minimum: number | undefined,
  maximum: number | undefined,
): string | undefined {
  if (minimum === undefined && maximum === undefined) return undefined;
  if (maximum === undefined) return `at least ${count(minimum ?? 0, noun)}`;
  if (minimum === undefined) return `at most ${count(maximum, noun)}`;
  return minimum === maximum ? `exactly ${count(minimum, noun)}` : `${minimum} to ${count(maximum, noun)}`;
}

const MAX_VALUES = 20;

/** `one of 'a', 'b'`, or `exactly 'a'`. */
export function describeValues(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_VALUES).map(quote).join(', ');
  if (values.length === 1) return `exactly ${shown}`;
  const rest = values.length - MAX_VALUES;
  return `one of ${shown}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function quote(value: unknown): string {
  return typeof value === 'string'
    ? `'${cutText(value, MAX_TEXT)}'`
    : cutText(JSON.stringify(value), MAX_TEXT);
}

const MAX_TEXT = 40;

/** A short description of a value: long text is cut, objects and arrays are named by kind and size only. */
export function describeReceived(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'string':
      return `the text ${JSON.stringify(cut(value))}`;
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
  if (value instanceof Date) return 'a Date';
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  return `an object with ${count(Object.keys(value).length, 'member')}`;
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  return `${text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '')}…`;
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
  return typeof value === 'string' ? `'${cut(value)}'` : cut(JSON.stringify(value));
}

/** The kinds of JSON value. */
export type Kind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** Undefined for what JSON cannot hold: undefined, functions, symbols, bigints. */
export function kindOf(value: unknown): Kind | undefined {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value as Kind;
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? 'array' : 'object';
    default:
      return undefined;
  }
}

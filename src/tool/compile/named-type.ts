import type { TypeThunk } from '../../schema/field.js';

/** What a `() => Type` function names; undefined for a wrong one, which the schema then reports with the others. */
export function namedType(thunk: TypeThunk): unknown {
  try {
    return thunk();
  } catch {
    return undefined;
  }
}

import { isPlainObject } from '../../foundation/json.js';

/** One page of a list, and what to send for the next. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/** A cursor that this server did not give, or gave for another list. */
export class CursorError extends Error {
  constructor() {
    super('The cursor is none of this list. Begin again without one.');
  }
}

/**
 * A page of a list. The list itself while it fits, so that it is rendered as it is.
 *
 * @throws {@link CursorError}
 */
export function pageOf<T>(
  items: readonly T[],
  {
    list,
    cursor,
    size,
  }: { readonly list: string; readonly cursor: string | undefined; readonly size: number },
): Page<T> {
  const start = cursor === undefined ? 0 : readCursor(cursor, list, items.length);
  if (start === 0 && items.length <= size) return { items };
  const end = start + size;
  const page = items.slice(start, end);
  return end < items.length ? { items: page, nextCursor: writeCursor(list, end) } : { items: page };
}

const writeCursor = (list: string, start: number): string =>
  Buffer.from(JSON.stringify({ list, start })).toString('base64url');

function readCursor(cursor: string, list: string, length: number): number {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw new CursorError();
  }
  const start: unknown = isPlainObject(read) && read['list'] === list ? read['start'] : undefined;
  // A list that has become shorter meanwhile has an empty rest.
  if (typeof start !== 'number' || !Number.isInteger(start) || start <= 0) throw new CursorError();
  return Math.min(start, length);
}

import type { JsonObject } from '../foundation/json.js';
import { JOURNAL_VERSION } from './events.js';

/** What makes an event of one form into one of the next; the key is the form that it takes. */
export type Migrations = ReadonlyMap<number, (event: JsonObject) => JsonObject>;

/** Of every form that was ever written. */
const MIGRATIONS: Migrations = new Map();

/** An event that says in which form it was written. */
export type VersionedEvent = JsonObject & { readonly v: number };

/**
 * The event in today's form, step by step; undefined when there is no way to it.
 *
 * @param path - What leads from form to form, and the form to arrive at. @defaultValue the forms of this package
 */
export function migrateEvent(
  event: VersionedEvent,
  { migrations, to }: { readonly migrations: Migrations; readonly to: number } = {
    migrations: MIGRATIONS,
    to: JOURNAL_VERSION,
  },
): VersionedEvent | undefined {
  let current = event;
  while (current.v < to) {
    const migrate = migrations.get(current.v);
    if (migrate === undefined) return undefined;
    current = { ...migrate(current), v: current.v + 1 };
  }
  return current;
}

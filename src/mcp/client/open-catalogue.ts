import { JsonServerCatalogue } from './json-catalogue.js';
import { LibsqlServerCatalogue } from './libsql-catalogue.js';
import type { ServerCatalogue } from './server-catalogue.js';

/** The catalogue at a path: a JSON file where it ends so, else a libsql database. Made when something is first saved. */
export function openCatalogue(path: string): ServerCatalogue {
  return path.endsWith('.json') ? new JsonServerCatalogue(path) : new LibsqlServerCatalogue(path);
}

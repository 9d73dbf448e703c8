import { Import, Item, levels, Reporter, Row, Search, Ticket } from './orders.js';

/**
 * What a careful programmer writes by hand for the classes of orders.ts: one pass that checks, converts and builds,
 * and refuses unknown members. The yardstick of all validation figures.
 */
export function readSearch(value: unknown): Search {
  const from = asObject(value);
  const search = new Search();
  let seen = 2;
  search.text = text(from['text'], 1, 200);
  search.limit = integer(from['limit'], 1, 100);
  if (from['exact'] !== undefined) {
    search.exact = boolean(from['exact']);
    seen++;
  }
  nothingElse(from, seen);
  return search;
}

export function readTicket(value: unknown): Ticket {
  const from = asObject(value);
  const ticket = new Ticket();
  let seen = 5;
  ticket.title = text(from['title'], 1, 200);
  ticket.level = oneOf(from['level'], levels);
  ticket.reporter = readReporter(from['reporter']);
  ticket.items = list(from['items'], readItem);
  ticket.dueAt = date(from['dueAt']);
  if (from['urgent'] !== undefined) {
    ticket.urgent = boolean(from['urgent']);
    seen++;
  }
  nothingElse(from, seen);
  return ticket;
}

function readReporter(value: unknown): Reporter {
  const from = asObject(value);
  const reporter = new Reporter();
  reporter.name = text(from['name'], 1, 100);
  reporter.email = text(from['email'], 0, 200);
  nothingElse(from, 2);
  return reporter;
}

function readItem(value: unknown): Item {
  const from = asObject(value);
  const item = new Item();
  item.sku = text(from['sku'], 1, 40);
  item.quantity = integer(from['quantity'], 1, 1000);
  item.price = number(from['price'], 0, Infinity);
  nothingElse(from, 3);
  return item;
}

export function readImport(value: unknown): Import {
  const from = asObject(value);
  const read = new Import();
  read.rows = list(from['rows'], readRow);
  nothingElse(from, 1);
  return read;
}

function readRow(value: unknown): Row {
  const from = asObject(value);
  const row = new Row();
  let seen = 7;
  row.id = integer(from['id'], -Infinity, Infinity);
  row.name = text(from['name'], 0, 80);
  row.city = text(from['city'], 0, 80);
  row.amount = number(from['amount'], 0, Infinity);
  row.age = integer(from['age'], 0, 150);
  row.active = boolean(from['active']);
  row.level = oneOf(from['level'], levels);
  if (from['note'] !== undefined) {
    row.note = text(from['note'], 0, Infinity);
    seen++;
  }
  nothingElse(from, seen);
  return row;
}

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object');
  return value as Record<string, unknown>;
}

function nothingElse(from: object, expected: number): void {
  let count = 0;
  for (const key in from) if (Object.hasOwn(from, key)) count++;
  if (count !== expected) throw new Error('unknown members');
}

function text(value: unknown, min: number, max: number): string {
  if (typeof value !== 'string' || value.length < min || value.length > max)
    throw new Error('not such a text');
  return value;
}

function number(value: unknown, min: number, max: number): number {
  if (typeof value !== 'number' || !(value >= min && value <= max)) throw new Error('not such a number');
  return value;
}

function integer(value: unknown, min: number, max: number): number {
  if (!Number.isInteger(value)) throw new Error('not an integer');
  return number(value, min, max);
}

function boolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Error('not a boolean');
  return value;
}

function oneOf(value: unknown, allowed: readonly string[]): string {
  if (!allowed.includes(value as string)) throw new Error('not an allowed value');
  return value as string;
}

function date(value: unknown): Date {
  if (typeof value !== 'string') throw new Error('not a date');
  const read = new Date(value);
  if (Number.isNaN(read.getTime())) throw new Error('not a date');
  return read;
}

function list<T>(value: unknown, read: (item: unknown) => T): T[] {
  if (!Array.isArray(value)) throw new Error('not a list');
  const items = new Array<T>(value.length);
  for (let index = 0; index < value.length; index++) items[index] = read(value[index]);
  return items;
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import Database from 'libsql';
import { singleton } from 'tsyringe';

const dataFolder = join(dirname(createRequire(import.meta.url).resolve('vega-datasets')), '..', 'data');

interface AirportRow {
  iata: string;
  name: string;
  city: string;
  state: string;
  latitude: string;
  longitude: string;
}

interface FlightRow {
  date: string;
  delay: number;
  distance: number;
  origin: string;
  destination: string;
}

/** US airports and 20,000 domestic flights of early 2001, as published by vega-datasets, in an in-memory database. */
@singleton()
export class FlightDatabase {
  private readonly db = new Database(':memory:');

  constructor() {
    this.db.exec(`
      CREATE TABLE airports (iata TEXT PRIMARY KEY, name TEXT, city TEXT, state TEXT, latitude REAL, longitude REAL);
      CREATE TABLE flights (departure TEXT, delay INTEGER, distance INTEGER, origin TEXT, destination TEXT);
      CREATE INDEX flights_by_route ON flights (origin, destination, departure);
      CREATE TABLE complaints (id TEXT PRIMARY KEY, category TEXT, summary TEXT, flights TEXT, filed_at TEXT);
    `);
    const insertAirport = this.db.prepare('INSERT INTO airports VALUES (?, ?, ?, ?, ?, ?)');
    const insertFlight = this.db.prepare('INSERT INTO flights VALUES (?, ?, ?, ?, ?)');
    this.db.transaction(() => {
      for (const row of readAirports()) {
        insertAirport.run(
          row.iata,
          row.name,
          row.city,
          row.state,
          Number(row.latitude),
          Number(row.longitude),
        );
      }
      for (const row of readFlights()) {
        insertFlight.run(toIsoTime(row.date), row.delay, row.distance, row.origin, row.destination);
      }
    })();
  }

  /** All rows of a query; `?` marks take `values` in order. */
  select<TRow>(sql: string, ...values: unknown[]): TRow[] {
    return this.db.prepare(sql).all(...values) as TRow[];
  }

  execute(sql: string, ...values: unknown[]): void {
    this.db.prepare(sql).run(...values);
  }
}

function readAirports(): AirportRow[] {
  return parse(readFileSync(join(dataFolder, 'airports.csv')), { columns: true });
}

function readFlights(): FlightRow[] {
  return JSON.parse(readFileSync(join(dataFolder, 'flights-20k.json'), 'utf8')) as FlightRow[];
}

/** `2001/01/01 00:47` → `2001-01-01T00:47:00Z`; the data has no time zone, so local time is kept as if it were UTC. */
function toIsoTime(date: string): string {
  return `${date.replaceAll('/', '-').replace(' ', 'T')}:00Z`;
}

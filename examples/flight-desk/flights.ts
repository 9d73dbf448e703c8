import { IsInt, IsNumber, IsString } from 'class-validator';
import { Param, ReplayClass, RetryCall, Returns, RunContext, Tool, ToolSet } from 'toolwright';
import { FlightDatabase } from './database.js';

const AIRPORT_CODE = { pattern: '^[A-Z]{3}$', examples: ['SFO'] };

export class Flight {
  @IsString() departure!: string;
  @IsString() origin!: string;
  @IsString() destination!: string;
  @IsInt() delay!: number;
  @IsInt() distance!: number;
}

export class DelayGroup {
  @IsString() group!: string;
  @IsInt() flights!: number;
  @IsNumber() averageDelay!: number;
  @IsInt() worstDelay!: number;
}

@ToolSet()
@ReplayClass('read_only')
export class Flights {
  constructor(private readonly database: FlightDatabase) {}

  @Tool('List flights from an airport, most delayed first. Delays are minutes; negative means early.')
  @Returns({ type: () => Flight, each: true })
  findFlights(
    @Param({ description: 'Code of the airport of departure.', ...AIRPORT_CODE }) origin: string,
    @Param({ description: 'Code of the airport of arrival.', ...AIRPORT_CODE, optional: true })
    destination?: string,
    @Param({ description: 'Only flights that depart at or after this time.', optional: true }) after?: Date,
    @Param({ description: 'Only flights at least this late, in minutes.', type: 'integer', optional: true })
    minDelay?: number,
    @Param({ description: 'How many to give.', type: 'integer', minimum: 1, maximum: 100, default: 10 })
    limit = 10,
  ): Flight[] {
    this.requireAirport(origin);
    return this.database.select<Flight>(
      `SELECT * FROM flights
       WHERE origin = ?1 AND (?2 IS NULL OR destination = ?2) AND (?3 IS NULL OR departure >= ?3)
         AND (?4 IS NULL OR delay >= ?4)
       ORDER BY delay DESC LIMIT ?5`,
      origin,
      destination ?? null,
      after === undefined ? null : after.toISOString().replace('.000Z', 'Z'),
      minDelay ?? null,
      limit,
    );
  }

  @Tool(
    'Summarise delays at an airport of departure, grouped. Use it for questions such as "which route is worst".',
  )
  @Returns({ type: () => DelayGroup, each: true })
  delayStatistics(
    @Param({ description: 'Code of the airport of departure.', ...AIRPORT_CODE }) origin: string,
    @Param({
      description: 'What one row stands for.',
      enum: ['destination', 'hour', 'weekday'],
      default: 'destination',
    })
    groupBy: 'destination' | 'hour' | 'weekday',
    @Param({ description: 'Leave out groups with fewer flights.', type: 'integer', minimum: 1, default: 5 })
    minFlights: number,
    run: RunContext,
  ): DelayGroup[] {
    this.requireAirport(origin);
    const group = {
      destination: 'destination',
      hour: "strftime('%H', departure)",
      weekday: "strftime('%w', departure)",
    }[groupBy];
    run.call.progress({ progress: 1, total: 2, message: `grouping by ${groupBy}` });
    return this.database.select<DelayGroup>(
      `SELECT ${group} AS "group", count(*) AS flights, round(avg(delay), 1) AS averageDelay, max(delay) AS worstDelay
       FROM flights WHERE origin = ? GROUP BY 1 HAVING count(*) >= ? ORDER BY averageDelay DESC LIMIT 10`,
      origin,
      minFlights,
    );
  }

  private requireAirport(code: string): void {
    if (this.database.select('SELECT 1 FROM airports WHERE iata = ?', code).length > 0) return;
    throw new RetryCall(`There is no airport '${code}'. Look the code up with search_airports.`);
  }
}

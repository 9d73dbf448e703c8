import { IsNumber, IsString, Length } from 'class-validator';
import { Param, ReplayClass, Returns, Tool, ToolSet } from 'toolwright';
import { FlightDatabase } from './database.js';

export class Airport {
  @IsString() @Length(3, 4) iata!: string;
  @IsString() name!: string;
  @IsString() city!: string;
  @IsString() state!: string;
  @IsNumber() latitude!: number;
  @IsNumber() longitude!: number;
}

@ToolSet()
export class Airports {
  constructor(private readonly database: FlightDatabase) {}

  @Tool('Find US airports by name, city or code. Use it first when a person names a place instead of a code.')
  @ReplayClass('read_only')
  @Returns({ type: () => Airport, each: true })
  searchAirports(
    @Param({ description: 'Part of a name or city, or a code such as SFO.', minLength: 2 }) query: string,
    @Param({ description: 'Two-letter state code.', pattern: '^[A-Z]{2}$', optional: true }) state?: string,
    @Param({ description: 'How many to give.', type: 'integer', minimum: 1, maximum: 50, default: 5 })
    limit = 5,
  ): Airport[] {
    return this.database.select<Airport>(
      `SELECT * FROM airports
       WHERE (name LIKE ?1 OR city LIKE ?1 OR iata = upper(?2)) AND (?3 IS NULL OR state = ?3)
       ORDER BY iata = upper(?2) DESC, name LIMIT ?4`,
      `%${query}%`,
      query,
      state ?? null,
      limit,
    );
  }
}

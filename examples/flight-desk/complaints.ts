import { Type } from 'class-transformer';
import { IsDate, IsString, Matches } from 'class-validator';
import { Param, ReplayClass, Returns, RunContext, Tool } from 'toolwright';
import { FlightDatabase } from './database.js';

export const Category = { Delay: 'delay', Baggage: 'baggage', Service: 'service' } as const;

export class FlightReference {
  @Matches(/^[A-Z]{3}$/) origin!: string;
  @Matches(/^[A-Z]{3}$/) destination!: string;
  @IsDate() @Type(() => Date) departure!: Date;
}

export class Complaint {
  @IsString() id!: string;
  @IsString() filedAt!: string;
}

@Tool({
  description: 'File a complaint about flights. Only call it when the passenger has asked for it.',
  annotations: { destructiveHint: false },
})
@ReplayClass('side_effecting')
@Returns(() => Complaint)
export class FileComplaint {
  @Param({ description: 'What went wrong, in one or two sentences.', minLength: 10, maxLength: 500 })
  summary!: string;
  @Param({ description: 'What it is about.', enum: Category, optional: true }) category = 'delay';
  @Param({ description: 'The flights concerned.', type: () => FlightReference, each: true, minItems: 1 })
  flights!: FlightReference[];

  constructor(private readonly database: FlightDatabase) {}

  execute(run: RunContext): Complaint {
    const complaint = { id: `C-${run.uuid().slice(0, 8)}`, filedAt: run.now().toISOString() };
    this.database.execute(
      'INSERT INTO complaints VALUES (?, ?, ?, ?, ?)',
      complaint.id,
      this.category,
      this.summary,
      JSON.stringify(this.flights),
      complaint.filedAt,
    );
    return complaint;
  }
}

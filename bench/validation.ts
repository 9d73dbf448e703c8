import 'reflect-metadata';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { plainToInstance } from 'class-transformer';
import { IsInt, IsString, validate } from 'class-validator';
import { createToolRuntime, defineTool } from 'toolwright';
import { z } from 'zod';
import { readImport, readSearch, readTicket } from './hand-written.js';
import { type Candidate, compare, type Measured, type MeasureOptions } from './measure.js';
import { Import, importJson, levels, Search, searchJson, Ticket, ticketJson } from './orders.js';

interface Subject {
  readonly type: new () => object;
  readonly json: object;
  readonly byHand: (value: unknown) => object;
  readonly zod: z.ZodType;
}

const item = z.strictObject({
  sku: z.string().min(1).max(40),
  quantity: z.int().min(1).max(1000),
  price: z.number().min(0),
});

const row = z.strictObject({
  id: z.int(),
  name: z.string().max(80),
  city: z.string().max(80),
  amount: z.number().min(0),
  age: z.int().min(0).max(150),
  active: z.boolean(),
  level: z.enum(levels),
  note: z.string().optional(),
});

const subjects: Readonly<Record<string, Subject>> = {
  flat: {
    type: Search,
    json: searchJson,
    byHand: readSearch,
    zod: z.strictObject({
      text: z.string().min(1).max(200),
      limit: z.int().min(1).max(100),
      exact: z.boolean().optional(),
    }),
  },
  ticket: {
    type: Ticket,
    json: ticketJson,
    byHand: readTicket,
    zod: z.strictObject({
      title: z.string().min(1).max(200),
      level: z.enum(levels),
      reporter: z.strictObject({ name: z.string().min(1).max(100), email: z.string().max(200) }),
      items: z.array(item),
      dueAt: z.iso.datetime().transform(text => new Date(text)),
      urgent: z.boolean().optional(),
    }),
  },
  rows: { type: Import, json: importJson, byHand: readImport, zod: z.strictObject({ rows: z.array(row) }) },
};

/** Accepted values only: a refused call costs a turn of the model, beside which no check is slow. */
export async function measureValidation(name: string, options: MeasureOptions): Promise<Measured[]> {
  const { type, json, byHand, zod } = subjects[name] as Subject;
  const [definition] = createToolRuntime([
    defineTool({ name, description: 'Measured.', input: type, execute: () => 'done' }),
  ]).definitions();
  if (definition === undefined) throw new Error(`no tool for ${name}`);
  const { plan } = definition.action;
  const ajv = new Ajv2020({ allErrors: false, strict: false });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  const check = ajv.compile(definition.inputSchema);

  const sync = (title: string, once: () => unknown): Candidate => ({
    name: title,
    run(count) {
      for (let done = 0; done < count; done++) once();
    },
  });
  await warmUp();
  // The first run compiles, and may load what the schema needs.
  await plan.run(json);
  const accepted = plan.run(json);
  if (accepted instanceof Promise || !accepted.ok || !(accepted.value instanceof type) || !check(json)) {
    throw new Error(`${name} was not accepted as it should be`);
  }
  const candidates: Candidate[] = [
    sync('hand-written', () => byHand(json)),
    sync('toolwright', () => plan.run(json)),
    sync('ajv, check only', () => check(json)),
    sync('zod, plain objects', () => zod.parse(json)),
    {
      name: 'plainToInstance + validate',
      async run(count) {
        for (let done = 0; done < count; done++) {
          const instance = plainToInstance(type, json);
          const errors = await validate(instance, { whitelist: true, forbidNonWhitelisted: true });
          if (errors.length > 0) throw new Error(String(errors[0]));
        }
      },
    },
  ];
  return compare(candidates, options);
}

class Tags {
  @IsString({ each: true }) names!: string[];
  @IsInt({ each: true }) counts!: number[];
}

/** A program has several tools, so what runs their plans has seen more than one kind. */
async function warmUp(): Promise<void> {
  const others: readonly (readonly [new () => object, object])[] = [
    [Search, searchJson],
    [Ticket, ticketJson],
    [Tags, { names: ['a', 'b'], counts: [1, 2] }],
  ];
  for (const [type, json] of others) {
    const { action } = defineTool({ name: 'other', input: type });
    for (let done = 0; done < 20_000; done++) await action.plan.run(json);
  }
}

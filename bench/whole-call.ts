import 'reflect-metadata';
import { createToolRuntime, defineTool, Param, ReplayClass, Tool, type ToolRun, ToolSet } from 'toolwright';
import { readSearch } from './hand-written.js';
import { type Candidate, compare, type Measured, type MeasureOptions } from './measure.js';
import { Search } from './orders.js';

interface SearchFields {
  readonly text: string;
  readonly limit: number;
  readonly exact?: boolean | undefined;
}

interface Found {
  readonly total: number;
  readonly orders: readonly { readonly id: string; readonly status: string; readonly total: number }[];
}

/** The work of the tool: an object with three items. */
function find({ text, limit, exact }: SearchFields): Found {
  return {
    total: exact === true ? 3 : limit,
    orders: [
      { id: `${text}-1`, status: 'sent', total: 12.5 },
      { id: `${text}-2`, status: 'late', total: 99 },
      { id: `${text}-3`, status: 'sent', total: 7.25 },
    ],
  };
}

@ToolSet()
class Database {
  readonly find = find;
}

@ToolSet()
class Orders {
  constructor(private readonly database: Database) {}

  @Tool('Find orders.')
  @ReplayClass('read_only')
  async findOrders(
    @Param({ minLength: 1, maxLength: 200 }) text: string,
    @Param({ type: 'integer', minimum: 1, maximum: 100 }) limit: number,
    @Param({ optional: true }) exact?: boolean,
  ): Promise<Found> {
    return this.database.find({ text, limit, exact });
  }
}

const fromSchema = defineTool({
  name: 'find_with_dto',
  description: 'Find orders.',
  replayClass: 'read_only',
  input: Search,
  execute: async (search: Search) => find(search),
});

const sent = '{"text":"late parcels","limit":20,"exact":true}';

class HandWritten {
  constructor(private readonly database: Database) {}
  async findOrders(search: Search): Promise<Found> {
    return this.database.find(search);
  }
}

async function handWritten(): Promise<string> {
  const search = readSearch(JSON.parse(sent));
  return JSON.stringify(await new HandWritten(new Database()).findOrders(search));
}

const each = (name: string, once: () => Promise<unknown>): Candidate => ({
  name,
  async run(count) {
    for (let done = 0; done < count; done++) await once();
  },
});

export async function measureWholeCall(options: MeasureOptions): Promise<Measured[]> {
  const runtime = createToolRuntime([Orders, fromSchema]);
  const run = runtime.openRun();
  const candidates = [
    each('hand-written: parse, check, new, await, stringify', handWritten),
    each('run.call, a method', () => run.call({ id: 'c1', name: 'find_orders', arguments: sent })),
    each('run.call, a DTO', () => run.call({ id: 'c1', name: 'find_with_dto', arguments: sent })),
    each('runtime.call, a run of its own', () =>
      runtime.call({ id: 'c1', name: 'find_orders', arguments: sent }),
    ),
  ];
  await refuseErrors(run);
  const measured = await compare(candidates, options);
  await run.close();
  await runtime.close();
  return measured;
}

/** A call that is answered with an error is faster or slower than one that works, and says nothing. */
async function refuseErrors(run: ToolRun): Promise<void> {
  for (const name of ['find_orders', 'find_with_dto']) {
    const { isError, text } = await run.call({ name, arguments: sent });
    if (isError || text !== (await handWritten())) throw new Error(`${name} answered: ${text}`);
  }
}

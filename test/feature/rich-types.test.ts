import { Project } from '../support/project.js';
import { type Finished, runCli } from '../support/run-cli.js';

const SOURCE = `
import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { Action, Observation, Param, RunContext, Tool, ToolSet, define, type ToolExecutor } from 'toolwright';

export enum Level { Low = 1, High = 2 }
export interface Book { title: string; level: Level; kind: 'novel' | 'poem'; subtitle?: string | null }

export class Line {
  @IsString() sku!: string;
  /** How many of it. */
  @IsInt() @Min(1) @Max(99) count: number = 1;
  @IsOptional() @IsString() note?: string;
  double(): number { return this.count * 2; }
}
export class Spot { x = 0; y!: number; label?: string }

export class Shop {
  /** Shelve a book. */
  @Tool() shelve(book: Book, run: RunContext, spot?: Spot): string {
    return [book.title, book.level, spot instanceof Spot ? spot.x + spot.y : 'nowhere', run.call.toolName].join(' ');
  }
  /** Order lines. */
  @Tool() order(lines: Line[], due: Date | undefined, total: bigint, photo: Uint8Array): string {
    return [lines.map(line => line.double()), due instanceof Date, typeof total, photo.length].join(' ');
  }
  /** Look into the stock. */
  @Tool() async stock(names: readonly string[] = ['all']): Promise<{ name: string; added: Date }[]> {
    return names.map(name => ({ name, added: new Date(0), secretMargin: 1 }));
  }
}

/** What any repository can do. */
abstract class Repository<T> {
  /**
   * Find some.
   * @param query - What to find.
   */
  @Tool() find(query: T): string { return JSON.stringify(query); }
}
@ToolSet({ prefix: 'users' })
export class Users extends Repository<{ email: string }> {}
@ToolSet({ prefix: 'rooms' })
export class Rooms extends Repository<{ seats: number }> {
  override find(query: { seats: number }): string { return 'room ' + String(query.seats); }
}

/** Open a ticket. */
@Tool()
export class OpenTicket {
  /** What went wrong. */
  @Param() summary!: string;
  @Param() urgency: 'low' | 'high' = 'low';
  @Param() watchers?: { email: string }[];
  private readonly opened = new Date(0);
  execute(run: RunContext): { id: string; urgency: string } {
    return { id: run.call.toolName + String(this.opened.getTime()) + String(this.watchers?.length), urgency: this.urgency };
  }
}

export class GrepAction extends Action {
  /** A regular expression. */
  @Param() pattern!: string;
  @Param() paths?: string[];
}
export class GrepObservation extends Observation { @Param({ type: () => String, each: true }) hits!: string[] }
/** Search files. */
@Tool({ name: 'grep', action: GrepAction, observation: GrepObservation })
export class Grep implements ToolExecutor<GrepAction, { hits: string[] }> {
  execute({ pattern, paths = ['.'] }: GrepAction): { hits: string[] } { return { hits: paths.map(path => path + pattern) }; }
}
export const grepHere = define(new Grep(), { name: 'grep_here' });

export class Styles {
  /**
   * Add it.
   * @param amount - How much.
   * @returns The sum.
   */
  @Tool() jsdoc(amount: number): number { return amount; }
  /**
   * Add it.
   *
   * Args:
   *   amount: How much.
   *
   * Returns:
   *   The sum.
   */
  @Tool() google(amount: number): number { return amount; }
  /**
   * Add it.
   *
   * Parameters
   * ----------
   * amount : number
   *     How much.
   *
   * Returns
   * -------
   * number
   *     The sum.
   */
  @Tool() numpy(amount: number): number { return amount; }
  /**
   * Add it.
   *
   * :param amount: How much.
   * :returns: The sum.
   */
  @Tool() rest(amount: number): number { return amount; }
}
`;

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { properties: Record<string, unknown>; required?: string[]; $defs?: object };
  readonly outputSchema?: object;
}

let project: Project;
let tools: Map<string, Listed>;
beforeAll(async () => {
  project = new Project({ 'src/tools.ts': SOURCE });
  const { stdout, stderr } = await runCli(['tools', 'src/tools.ts', '--format', 'json'], {
    cwd: project.root,
  });
  expect(stderr).toBe('');
  tools = new Map((JSON.parse(stdout) as Listed[]).map(tool => [tool.name, tool]));
});
afterAll(() => {
  project.remove();
});

const schemaOf = (name: string): Listed['inputSchema'] => tools.get(name)!.inputSchema;
const call = (name: string, args: object): Promise<Finished> =>
  runCli(['call', 'src/tools.ts', name, JSON.stringify(args)], { cwd: project.root });

describe('types from the sources', () => {
  it('are shared, nullable, optional and enumerated as they are written; a member may be called title', () => {
    const { properties, required, $defs } = schemaOf('shelve');
    expect(properties).toEqual({ book: { $ref: '#/$defs/Book' }, spot: { $ref: '#/$defs/Spot' } });
    expect(required).toEqual(['book']);
    expect($defs).toEqual({
      Book: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          level: expect.objectContaining({ enum: [1, 2] }) as unknown,
          kind: { type: 'string', enum: ['novel', 'poem'] },
          subtitle: { type: ['string', 'null'] },
        },
        required: ['title', 'level', 'kind'],
        additionalProperties: false,
      },
      Spot: {
        type: 'object',
        properties: { x: { type: 'number', default: 0 }, y: { type: 'number' }, label: { type: 'string' } },
        required: ['y'],
        additionalProperties: false,
      },
    });
  });

  it('become values of these types, instances included', async () => {
    const book = { title: 'Emma', level: 2, kind: 'novel' };
    expect((await call('shelve', { book, spot: { y: 2 } })).stdout).toBe('Emma 2 2 shelve\n');
    const lines = [{ sku: 'a', count: 3 }, { sku: 'b' }];
    const args = { lines, due: '2026-01-31T00:00:00Z', total: '12345678901234567890', photo: 'AAEC' };
    expect((await call('order', args)).stdout).toBe('6,2 true bigint 3\n');
    const refused = await call('order', { ...args, lines: [{ sku: 'a', count: 100 }] });
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('/lines/0/count');
  });

  it('of validators and comments meet in one schema', () => {
    expect(schemaOf('order').required).toEqual(['lines', 'total', 'photo']);
    expect(schemaOf('order').$defs).toMatchObject({
      Line: {
        properties: {
          count: { type: 'integer', minimum: 1, maximum: 99, description: 'How many of it.', default: 1 },
        },
        required: ['sku'],
      },
    });
  });

  it('of results are advertised, through promises, and let more pass than they name', async () => {
    expect(tools.get('stock')?.outputSchema).toEqual({
      type: 'object',
      properties: {
        result: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, added: { type: 'string', format: 'date-time' } },
            required: ['name', 'added'],
          },
        },
      },
      required: ['result'],
      additionalProperties: false,
    });
    expect((await call('stock', {})).stdout).toContain('"name":"all"');
  });

  it('of generic parents are those of the class, in overrides too', async () => {
    expect(schemaOf('users_find').properties).toEqual({
      query: {
        type: 'object',
        properties: { email: { type: 'string' } },
        required: ['email'],
        additionalProperties: false,
        description: 'What to find.',
      },
    });
    expect(schemaOf('rooms_find').properties).toMatchObject({
      query: { properties: { seats: { type: 'number' } } },
    });
    expect(tools.get('rooms_find')?.description).toBe('Find some.');
    expect((await call('rooms_find', { query: { seats: 4 } })).stdout).toBe('room 4\n');
  });

  it('of command classes are those of their properties', async () => {
    const tool = tools.get('open_ticket');
    expect(tool?.description).toBe('Open a ticket.');
    expect(tool?.inputSchema.properties).toMatchObject({
      summary: { type: 'string', description: 'What went wrong.' },
      urgency: { type: 'string', enum: ['low', 'high'], default: 'low' },
      watchers: { type: 'array', items: { properties: { email: { type: 'string' } } } },
    });
    expect(tool?.inputSchema.required).toEqual(['summary']);
    expect(tool?.outputSchema).toMatchObject({ properties: { id: {}, urgency: {} } });
    expect((await call('open_ticket', { summary: 'Leak', watchers: [] })).stdout).toBe(
      '{"id":"open_ticket00","urgency":"low"}\n',
    );
  });

  it('of actions are those of their properties, also where an executor is defined by hand', async () => {
    for (const name of ['grep', 'grep_here']) {
      expect(tools.get(name)?.description).toBe('Search files.');
      expect(schemaOf(name).properties).toEqual({
        pattern: { type: 'string', description: 'A regular expression.' },
        paths: { type: 'array', items: { type: 'string' } },
      });
      expect(schemaOf(name).required).toEqual(['pattern']);
    }
    expect((await call('grep', { pattern: 'x' })).stdout).toBe('{"hits":[".x"]}\n');
  });

  it('are described alike by comments of every style', () => {
    const described = ['jsdoc', 'google', 'numpy', 'rest'].map(name => {
      const { description, inputSchema, outputSchema } = tools.get(name)!;
      return { description, inputSchema, outputSchema };
    });
    expect(described[0]).toMatchObject({
      description: 'Add it.',
      inputSchema: { properties: { amount: { type: 'number', description: 'How much.' } } },
      outputSchema: { properties: { result: { type: 'number', description: 'The sum.' } } },
    });
    for (const other of described) expect(other).toEqual(described[0]);
  });
});

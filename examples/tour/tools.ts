import { Type } from 'class-transformer';
import { IsDate, IsInt, IsString, Min } from 'class-validator';
import {
  Action,
  define,
  defineTool,
  FailCall,
  Observation,
  Param,
  ReplayClass,
  RetryCall,
  Returns,
  RunContext,
  Tool,
  type ToolDefinition,
  type ToolExecutor,
  type ToolHost,
  ToolSet,
} from 'toolwright';
import { injectable, singleton } from 'tsyringe';

@singleton()
export class StockDatabase {
  private readonly counts = new Map([['chair', 4]]);

  count(item: string): number {
    return this.counts.get(item) ?? 0;
  }

  change(item: string, by: number): number {
    const count = this.count(item) + by;
    this.counts.set(item, count);
    return count;
  }
}

// #region method
export class StockLevel {
  @IsString() item!: string;
  @IsInt() @Min(0) count!: number;
}

@injectable()
export class Stock {
  constructor(private readonly database: StockDatabase) {}

  @Tool({ description: 'How many of an item there are.', timeoutMs: 5_000, maxRetries: 2 })
  @ReplayClass('read_only')
  @Returns(() => StockLevel)
  stockLevel(
    @Param('What to count, in the singular.') item: string,
    run: RunContext<{ user: string }>,
  ): StockLevel {
    run.logger.info('counted', { item, user: run.state.user });
    return { item, count: this.database.count(item) };
  }
}
// #endregion

// #region command
export class Delivery {
  @IsString() carrier!: string;
  @IsDate() @Type(() => Date) arrives!: Date;
}

@Tool({ description: 'Book goods in.', annotations: { destructiveHint: false } })
@ReplayClass('side_effecting')
export class ReceiveGoods {
  @Param('What came, in the singular.') item!: string;
  @Param({ description: 'How many.', type: 'integer', minimum: 1, optional: true }) amount: number = 1;
  @Param({ description: 'Who brought it.', type: () => Delivery, optional: true }) delivery?: Delivery;

  constructor(private readonly database: StockDatabase) {}

  execute(run: RunContext): string {
    const when = this.delivery?.arrives ?? run.now();
    return `${this.database.change(this.item, this.amount)} on ${when.toISOString().slice(0, 10)}`;
  }
}
// #endregion

// #region executor
class SearchAction extends Action {
  @Param('Part of a word.') text!: string;
}

class SearchObservation extends Observation {
  @Param({ type: () => String, each: true }) words!: string[];

  override visualize(): string {
    return this.words.map(word => `- ${word}`).join('\n');
  }
}

@Tool({ action: SearchAction, observation: SearchObservation })
@ReplayClass('read_only')
export class Search implements ToolExecutor<SearchAction, { words: string[] }> {
  constructor(private readonly words: readonly string[]) {}

  static create(host: ToolHost, params: { lists: Record<string, string[]> }): ToolDefinition[] {
    host.logger.debug('making search tools', { lists: Object.keys(params.lists) });
    return Object.entries(params.lists).map(([list, words]) =>
      define(new Search(words), {
        name: `search_${list}`,
        description: `Find ${list} by a part of their name.`,
      }),
    );
  }

  execute({ text }: SearchAction): { words: string[] } {
    return { words: this.words.filter(word => word.includes(text)) };
  }
}
// #endregion

// #region function
export const add = defineTool({
  name: 'add',
  description: 'Add two numbers.',
  input: { a: 'number', b: 'number?' },
  replayClass: 'read_only',
  execute: ({ a, b }) => a + (b ?? 0),
});
// #endregion

@ToolSet({ prefix: 'office' })
export class Office {
  @Tool('Say when the office opens.')
  openingHours(): string {
    return '9 to 5';
  }
}

// #region careful
export class Warehouse {
  @Tool({ description: 'Count every shelf. Slow.', timeoutMs: 120_000 })
  @ReplayClass('read_only')
  async countAll(
    @Param({ description: 'Which hall.', enum: ['north', 'south'] }) hall: string,
    run: RunContext,
  ): Promise<string> {
    const key = run.secrets.get('SCANNER_KEY');
    for (let shelf = 1; shelf <= 3; shelf++) {
      if (run.call.signal.aborted) throw new FailCall('The count was cancelled.');
      run.call.progress({ progress: shelf, total: 3, message: `shelf ${shelf}` });
      await scan(shelf, key);
    }
    if (hall === 'south') throw new RetryCall('The south hall is closed today; count the north hall.');
    return `3 shelves counted with ${key}`;
  }
}
// #endregion

async function scan(_shelf: number, key: string): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, key.length));
}

import 'reflect-metadata';
import { IsInt, Min, Validate, type ValidatorConstraintInterface } from 'class-validator';
import { defineTool, Param, ReplayClass, RunContext, Tool, ToolSet } from 'toolwright';
import { injectable } from 'tsyringe';
import { misbehave } from './misbehaviour.js';

/** How many services are there that were not disposed. */
export const open = { services: 0, calls: 0 };

@injectable()
class Connection {
  constructor() {
    open.services++;
  }
  async dispose(): Promise<void> {
    await Promise.resolve();
    open.services--;
  }
}

@ToolSet()
class Service {
  constructor(
    readonly connection: Connection,
    readonly run: RunContext,
  ) {}

  @Tool({ name: 'by_method', description: 'Do as told.', timeoutMs: 40, maxRetries: 1, retryDelayMs: 1 })
  @ReplayClass('read_only')
  byMethod(@Param({ type: 'integer', minimum: 0 }) seed: number, run: RunContext): unknown {
    if (run !== this.run) throw new Error('the run of another call');
    return misbehave(seed, run);
  }
}

@Tool({ name: 'by_class', description: 'Do as told.', timeoutMs: 40 })
class Command {
  @Param({ type: 'integer', minimum: 0 }) seed!: number;
  constructor(readonly connection: Connection) {
    open.calls++;
  }
  execute(run: RunContext): unknown {
    return misbehave(this.seed, run);
  }
  dispose(): void {
    open.calls--;
  }
}

class Order {
  @IsInt() @Min(0) seed!: number;
}

class Slow implements ValidatorConstraintInterface {
  async validate(value: unknown): Promise<boolean> {
    await new Promise(resolve => setTimeout(resolve, Number(value) % 3));
    return Number(value) % 7 !== 0;
  }
}

class CheckedByLibrary {
  @IsInt() @Validate(Slow) seed!: number;
}

const settings = { description: 'Do as told.', timeoutMs: 40 };

export const tools = [
  Service,
  Command,
  defineTool({
    ...settings,
    name: 'by_function',
    input: Order,
    execute: ({ seed }: Order, run) => misbehave(seed, run),
  }),
  defineTool({
    ...settings,
    name: 'by_library',
    input: CheckedByLibrary,
    execute: ({ seed }: CheckedByLibrary, run) => misbehave(seed, run),
  }),
  defineTool({
    ...settings,
    name: 'by_schema',
    inputSchema: {
      type: 'object',
      properties: { seed: { type: 'integer', minimum: 0 } },
      required: ['seed'],
    },
    outputSchema: { type: 'object', properties: { x: { type: 'string' } } },
    execute: ({ seed }, run) => misbehave(Number(seed), run),
  }),
];

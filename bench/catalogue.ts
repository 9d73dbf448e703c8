import 'reflect-metadata';
import { IsInt, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { createToolRuntime, defineTool, Param, ReplayClass, Tool, type ToolSource } from 'toolwright';

export interface CatalogueFigures {
  /** From classes to a list of everything that a client is told, in milliseconds. */
  readonly firstMs: number;
  /** The same list once more. */
  readonly againMs: number;
  readonly listBytes: number;
}

/** In a process of its own, since the first time is what a start pays for. */
export function measureCatalogue(count: number): CatalogueFigures {
  const declared = Array.from({ length: count }, (_, index) => declareTool(index));
  const startedAt = performance.now();
  const runtime = createToolRuntime(declared.map(toSource => toSource()));
  const list = runtime.definitions().map(definition => definition.describe());
  const firstMs = performance.now() - startedAt;

  const times = Array.from({ length: 11 }, () => {
    const from = performance.now();
    runtime.definitions().map(definition => definition.describe());
    return performance.now() - from;
  });
  return {
    firstMs,
    againMs: times.sort((a, b) => a - b)[5] ?? NaN,
    listBytes: Buffer.byteLength(JSON.stringify(list)),
  };
}

/** Half of them methods with three parameters, half functions that take a DTO of three fields. */
function declareTool(index: number): () => ToolSource {
  if (index % 2 === 0) {
    class Service {
      @Tool({ name: `find_orders_${index}`, description: 'Find the orders of a customer.' })
      @ReplayClass('read_only')
      find(
        @Param({ description: 'The customer.', maxLength: 40 }) customer: string,
        @Param({ description: 'At most so many.', type: 'integer', minimum: 1, maximum: 100 }) limit: number,
        @Param({ description: 'Open ones only.', optional: true }) open?: boolean,
      ): string {
        return `${customer} ${limit} ${String(open)}`;
      }
    }
    return () => Service;
  }
  class NewOrder {
    @IsString() @MaxLength(40) customer!: string;
    @IsInt() @Min(1) quantity!: number;
    @IsString() @IsOptional() note?: string;
  }
  return () =>
    defineTool({
      name: `place_order_${index}`,
      description: 'Place an order.',
      input: NewOrder,
      execute: ({ customer }: NewOrder) => customer,
    });
}

import { IsString } from 'class-validator';
import {
  Action,
  createToolRuntime,
  Observation,
  Param,
  Returns,
  Tool,
  type ToolDefinition,
  type ToolOptions,
} from 'toolwright';

type AnyClass = new (...args: never[]) => unknown;

const toolsOf = (...classes: AnyClass[]): ReadonlyMap<string, ToolDefinition> =>
  createToolRuntime(classes).toolsMap;

const toolOf = (target: AnyClass): ToolDefinition => createToolRuntime([target]).definitions()[0]!;

const textOf = async (target: AnyClass, name: string, args: object = {}): Promise<string> =>
  (await createToolRuntime([target]).call({ name, arguments: args })).text;

class Order {
  @IsString() id!: string;
}

/** A class with one method that carries `@Tool(options)`. */
function serviceWith(options: ToolOptions): AnyClass {
  class Service {
    @Tool(options) doIt(): string {
      return '';
    }
  }
  return Service;
}

describe('options', () => {
  it.each([
    ['name', { name: 'other' }, { name: 'other' }],
    ['title', { title: 'T' }, { title: 'T' }],
    ['description', { description: 'D.' }, { description: 'D.' }],
    ['annotations', { annotations: { openWorldHint: true } }, { annotations: { openWorldHint: true } }],
    ['annotations.title', { annotations: { title: 'T' } }, { title: 'T' }],
    ['timeoutMs', { timeoutMs: 5 }, { policy: { timeoutMs: 5 } }],
    ['maxRetries', { maxRetries: 2 }, { policy: { maxRetries: 2 } }],
    ['retryDelayMs', { retryDelayMs: 0 }, { policy: { retryDelayMs: 0 } }],
  ] as const)('of @Tool: %s shows in the definition', (_name, options, shown) => {
    expect(toolOf(serviceWith(options))).toMatchObject(shown);
    expect(toolOf(serviceWith({}))).not.toMatchObject(shown);
  });

  it('of @Tool: action and observation show in the definition', () => {
    class Input extends Action {
      @Param() text!: string;
    }
    class Output extends Observation {
      @Param() count!: number;
    }
    @Tool({ action: Input, observation: Output })
    class Worker {
      execute(): string {
        return '';
      }
    }
    expect(toolOf(Worker).inputSchema.required).toEqual(['text']);
    expect(toolOf(Worker).outputSchema?.required).toEqual(['count']);
  });

  it.each([
    ['description', { description: 'D.' }, { description: 'D.' }],
    ['title', { title: 'T' }, { title: 'T' }],
    ['type', { type: 'integer' }, { type: 'integer' }],
    ['type: () => Class', { type: () => Order }, { $ref: '#/$defs/Order' }],
    ['each', { type: () => String, each: true }, { type: 'array', items: { type: 'string' } }],
    ['enum', { enum: ['a', 'b'] }, { enum: ['a', 'b'] }],
    ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['default', { default: 'a' }, { default: 'a' }],
    ['examples', { examples: ['a'] }, { examples: ['a'] }],
    ['deprecated', { deprecated: true }, { deprecated: true }],
    ['minimum', { type: 'number', minimum: 1 }, { minimum: 1 }],
    ['maximum', { type: 'number', maximum: 1 }, { maximum: 1 }],
    ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 1 }, { exclusiveMinimum: 1 }],
    ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 1 }, { exclusiveMaximum: 1 }],
    ['multipleOf', { type: 'number', multipleOf: 2 }, { multipleOf: 2 }],
    ['minLength', { minLength: 1 }, { minLength: 1 }],
    ['maxLength', { maxLength: 1 }, { maxLength: 1 }],
    ['pattern', { pattern: '^a$' }, { pattern: '^a$' }],
    ['format', { format: 'email' }, { format: 'email' }],
    ['minItems', { type: () => [String], minItems: 1 }, { minItems: 1 }],
    ['maxItems', { type: () => [String], maxItems: 1 }, { maxItems: 1 }],
    ['uniqueItems', { type: () => [String], uniqueItems: true }, { uniqueItems: true }],
    ['schema', { schema: { type: 'null' } }, { type: 'null' }],
    ['another keyword', { contentEncoding: 'base64' }, { contentEncoding: 'base64' }],
    ['an extension', { 'x-unit': 'm' }, { 'x-unit': 'm' }],
  ] as const)('of @Param: %s shows in the schema', (_name, options, shown) => {
    class Service {
      @Tool() find(@Param(options) text: string, @Param() plain: string): string {
        return text + plain;
      }
    }
    const { properties } = toolOf(Service).inputSchema;
    expect(properties?.['text']).toMatchObject(shown);
    expect(properties?.['plain']).not.toMatchObject(shown);
  });

  it('of @Param: name and optional show in the schema', async () => {
    class Service {
      @Tool() find(
        @Param({ name: 'order_id' }) id: string,
        @Param({ name: 'options', type: () => Order }) { id: other }: Order,
        @Param({ optional: true }) note: string,
      ): string {
        return [id, other, note].join();
      }
    }
    const { properties, required } = toolOf(Service).inputSchema;
    expect(Object.keys(properties ?? {})).toEqual(['order_id', 'options', 'note']);
    expect(required).toEqual(['order_id', 'options']);
    expect(await textOf(Service, 'find', { order_id: 'a', options: { id: 'b' } })).toBe('a,b,');
  });

  it('of @Param: a text is the description', () => {
    class Service {
      @Tool('Finds.') find(@Param('The id.') id: string): string {
        return id;
      }
    }
    expect(toolOf(Service).description).toBe('Finds.');
    expect(toolOf(Service).inputSchema.properties?.['id']?.['description' as never]).toBe('The id.');
  });

  it.each([
    ['a class', () => Order, { required: ['id'] }, undefined],
    ['a list', { type: () => Order, each: true }, { type: 'array' }, 'result'],
    ['a scalar', { type: 'integer', minimum: 3 }, { type: 'integer', minimum: 3 }, 'result'],
    ['an enum', { enum: ['a'] }, { enum: ['a'] }, 'result'],
    ['a nullable class', { type: () => Order, nullable: true }, {}, 'result'],
    ['a raw schema', { schema: { type: 'string', maxLength: 2 } }, { maxLength: 2 }, 'result'],
  ] as const)('of @Returns: %s shows in the output schema', (_name, options, shown, member) => {
    class Service {
      @Tool() @Returns(options) find(): unknown {
        return '';
      }
      @Tool() plain(): string {
        return '';
      }
    }
    const output = toolsOf(Service).get('find')?.outputSchema;
    expect(member === undefined ? output : output?.properties?.[member]).toMatchObject(shown);
    expect(output).toMatchObject({ type: 'object' });
    expect(toolsOf(Service).get('plain')?.outputSchema).toBeUndefined();
  });

  it('are copied and neither frozen nor changed', () => {
    const annotations = { title: 'T' };
    const values = ['a'];
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const examples = [{ deep: ['x'] }];
    class Service {
      @Tool({ annotations })
      @Returns({ schema } as never)
      find(@Param({ enum: values, examples }) id: string, @Param({ schema } as never) raw: string): string {
        return id + raw;
      }
    }
    annotations.title = 'changed';
    values.push('changed');
    schema.properties.a.type = 'changed';
    examples[0]!.deep.push('changed');
    const tool = toolOf(Service);
    expect(tool.title).toBe('T');
    expect(JSON.stringify([tool.inputSchema, tool.outputSchema])).not.toContain('changed');
    expect([annotations, values, schema, schema.properties, examples].some(Object.isFrozen)).toBe(false);
    expect(Object.isFrozen(tool.inputSchema.properties)).toBe(true);
  });
});

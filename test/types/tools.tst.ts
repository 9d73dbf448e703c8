import {
  Action,
  createToolRuntime,
  defineTool,
  Observation,
  type RunContext,
  type ToolDefinition,
  type ToolExecutor,
  type ToolRuntime,
  use,
} from 'toolwright';
import { describe, expect, test } from 'tstyche';

class Query {
  readonly text!: string;
  readonly limit?: number;
}

describe('defineTool', () => {
  test('infers arguments from a map of fields', () => {
    const tool = defineTool({
      name: 'add',
      description: 'Adds.',
      input: { a: 'number', b: 'number?', names: 'string[]' },
      execute: (args, run) => {
        expect(args).type.toBeAssignableTo<{ a: number; b?: number; names: readonly string[] }>();
        expect(args.a).type.toBe<number>();
        expect(args.b).type.toBe<number | undefined>();
        expect(args).type.not.toHaveProperty('c');
        expect(run).type.toBe<RunContext>();
      },
    });
    expect(tool).type.toBe<ToolDefinition>();
  });

  test('infers arguments from a class', () => {
    defineTool({
      name: 'find',
      description: 'Finds.',
      input: Query,
      execute: query => expect(query).type.toBe<Query>(),
    });
  });

  test('has plain arguments for a raw schema', () => {
    defineTool({
      name: 'raw',
      description: 'Raw.',
      inputSchema: { type: 'object' },
      execute: args => expect(args).type.toBe<Record<string, unknown>>(),
    });
  });

  test('takes the state of the run that its function reads', () => {
    expect(defineTool).type.toBeCallableWith({
      name: 'a',
      description: 'A.',
      input: { a: 'string' },
      execute: (args: { a: string }, run: RunContext<{ tenant: string }>) => args.a + run.state.tenant,
    });
    expect(defineTool).type.toBeCallableWith({
      name: 'a',
      description: 'A.',
      execute: (_args: object, run: RunContext<{ tenant: string }>) => run.state.tenant,
    });
  });

  test('takes no fields and options that there are not', () => {
    expect(defineTool).type.not.toBeCallableWith({ name: 'a', description: 'A.', input: { a: 'text' } });
    expect(defineTool).type.not.toBeCallableWith({ name: 'a', description: 'A.', replayClass: 'pure' });
    expect(defineTool).type.not.toBeCallableWith({ description: 'A.' });
  });
});

describe('a runtime', () => {
  test('takes classes, definitions, configured classes and agents', () => {
    class Find extends Action {}
    class Found extends Observation {}
    class Finder implements ToolExecutor<Find, Found> {
      static create(host: unknown, params: { root: string }): ToolDefinition[] {
        return [host, params].slice(2) as [];
      }
      execute(): Promise<Found> {
        return Promise.resolve(new Found({ content: '' }));
      }
    }
    expect(createToolRuntime([Query, use(Finder, { root: '.' })])).type.toBe<ToolRuntime>();
    expect(use).type.not.toBeCallableWith(Finder, { rot: '.' });
    expect(createToolRuntime).type.not.toBeCallableWith(['look_up']);
  });
});

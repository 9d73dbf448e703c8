import {
  Action,
  createToolRuntime,
  define,
  defineTool,
  Param,
  Tool,
  type ToolOptions,
  ToolSet,
} from 'toolwright';
import { compileProblemsOf, problemsOf } from '../support/problems-of.js';

const declareMethod = (options: unknown) => (): unknown => {
  class Service {
    @Tool(options as ToolOptions) doIt(): string {
      return '';
    }
  }
  return Service;
};

const declareClass = (options: unknown) => (): unknown => {
  @Tool(options as ToolOptions)
  class Command {
    execute(): string {
      return '';
    }
  }
  return Command;
};

describe('options of @Tool and defineTool that cannot be meant are refused:', () => {
  it.each([
    [{ name: 5 }, '', 'name is a number.'],
    [{ title: '' }, '', 'title is blank.'],
    [{ title: {} }, '', 'title is an object.'],
    [{ description: ' ' }, '', 'description is blank.'],
    [{ description: ['a'] }, '', 'description is an array.'],
    [{ annotations: 'read' }, ', annotations', 'it is a string.'],
    [{ annotations: { readOnlyHint: 'true' } }, ', annotations', 'readOnlyHint is a string.'],
    [{ annotations: { openWorldHint: null } }, ', annotations', 'openWorldHint is null.'],
    [{ annotations: { title: '' } }, ', annotations', 'title is blank.'],
    [{ annotations: { readonlyHint: true } }, ', annotations', "'readonlyHint' is not an option."],
  ])('%p', (options, part, seen) => {
    expect(problemsOf(declareMethod(options))).toMatchObject([{ where: `Service.doIt, @Tool${part}`, seen }]);
    expect(problemsOf(declareClass(options))).toMatchObject([{ where: `Command, @Tool${part}`, seen }]);
    const fields = { name: 'x', ...options } as never;
    expect(problemsOf(() => defineTool(fields))).toMatchObject([
      { where: `defineTool '${'name' in options ? '5' : 'x'}'${part}`, seen },
    ]);
  });

  it('text that says nothing', () => {
    expect(problemsOf(declareMethod(''))).toMatchObject([{ seen: 'description is blank.' }]);
  });

  it.each([
    [null, 'it got null.'],
    [5, 'it got a number.'],
    [[], 'it got an array.'],
    [() => 'x', 'it got a function.'],
  ])('%p instead of options', (options, seen) => {
    expect(problemsOf(declareMethod(options))).toMatchObject([{ where: 'Service.doIt, @Tool', seen }]);
  });

  it('all of them at once', () => {
    expect(problemsOf(declareMethod({ nmae: 1, title: '', timeoutMs: 0, annotations: 1 }))).toHaveLength(4);
  });
});

describe('classes among the options', () => {
  it.each(['action', 'observation'])('must be classes: %s', name => {
    expect(problemsOf(declareClass({ [name]: 'Query' }))).toMatchObject([
      { where: `Command, @Tool, ${name}`, seen: 'it is a string, not a class.' },
    ]);
    expect(problemsOf(declareClass({ [name]: () => Action }))).toMatchObject([
      { where: `Command, @Tool, ${name}`, seen: 'it is a function, not a class.' },
    ]);
  });

  it.each(['action', 'observation'])('are for classes only: %s', name => {
    class Query {
      @Param() text!: string;
    }
    expect(problemsOf(declareMethod({ [name]: Query }))).toMatchObject([
      { where: 'Service.doIt, @Tool', seen: `${name} is for a class with execute().` },
    ]);
  });
});

describe('defineTool', () => {
  it.each([
    [{ execute: 'echo' }, '', 'execute is a string.'],
    [{ origin: 'somewhere' }, '', 'origin is none that exists.'],
    [{ input: 'string' }, ', input', 'it is a string, not a class.'],
    [{ input: () => ({}) }, ', input', 'it is a function, not a class.'],
    [{ input: ['a'] }, ', input', 'it is an array, not a class.'],
    [{ inputSchema: null }, ', inputSchema', 'It is null, not a JSON Schema.'],
    [{ outputSchema: 'string' }, '', 'outputSchema is a string.'],
    [{ returns: String }, ', returns', 'it got String itself.'],
    [{ returns: Action }, ', returns', 'it got Action itself.'],
    [{ returns: 'string' }, ', returns', 'it got a string.'],
    [{ input: { a: [] } }, ", input 'a'", 'its value is an array.'],
  ])('refuses %p', (fields, part, seen) => {
    expect(problemsOf(() => defineTool({ name: 'x', ...fields } as never))).toMatchObject([
      { where: `defineTool 'x'${part}`, seen },
    ]);
  });
});

describe('define', () => {
  it('refuses a title and a description that say nothing', () => {
    class Query extends Action {
      @Param() text!: string;
    }
    @Tool({ action: Query })
    class Search {
      execute(): string {
        return '';
      }
    }
    const overrides = { title: '', description: 5 } as never;
    expect(problemsOf(() => define(new Search(), overrides))).toMatchObject([
      { where: 'define(Search)', seen: 'title is blank.' },
      { where: 'define(Search)', seen: 'description is a number.' },
    ]);
  });
});

describe('@ToolSet', () => {
  it('refuses a prefix that is no text, and something else than options', () => {
    class Orders {}
    expect(problemsOf(() => ToolSet({ prefix: 5 } as never)(Orders))).toMatchObject([
      { where: 'Orders, @ToolSet', seen: 'prefix is a number.' },
    ]);
    expect(problemsOf(() => ToolSet('orders' as never)(Orders))).toMatchObject([
      { where: 'Orders, @ToolSet', seen: 'it got a string.' },
    ]);
  });

  it('does not hide a blank name behind its prefix', () => {
    @ToolSet({ prefix: 'orders' })
    class Orders {
      @Tool({ name: '' }) find(): string {
        return '';
      }
    }
    expect(compileProblemsOf(Orders)).toMatchObject([{ where: 'Orders.find' }]);
    expect(() => createToolRuntime([Orders])).toThrow("the tool name '' is not accepted");
  });
});

describe('@Param', () => {
  it.each([
    [{ name: '' }, 'name is blank.'],
    [{ name: 5 }, 'name is a number.'],
    ['', 'description is blank.'],
    [() => String, 'it got a function.'],
    [7, 'it got a number.'],
  ])('refuses %p, on a parameter and on a property', (options, seen) => {
    const onParameter = (): unknown => {
      class Service {
        find(first: string, @Param(options as never) id: string): string {
          return first + id;
        }
      }
      return Service;
    };
    const onProperty = (): unknown => {
      class Query {
        @Param(options as never) id!: string;
      }
      return Query;
    };
    expect(problemsOf(onParameter)).toMatchObject([{ where: 'Service.find, @Param on parameter 2', seen }]);
    expect(problemsOf(onProperty)).toMatchObject([{ where: 'Query.id, @Param', seen }]);
  });
});

import {
  Action,
  createToolRuntime,
  defineTool,
  Param,
  RunContext,
  Tool,
  type ToolDefinition,
  type ToolOptions,
  ToolSet,
} from 'toolwright';
import { type AnyClass, compileProblemsOf, problemsOf } from '../support/problems-of.js';

const toolsOf = (...classes: AnyClass[]): ReadonlyMap<string, ToolDefinition> =>
  createToolRuntime(classes).toolsMap;

const namesOf = (...classes: AnyClass[]): string[] => [...toolsOf(...classes).keys()];

const toolOf = (target: AnyClass): ToolDefinition => createToolRuntime([target]).definitions()[0]!;

const textOf = async (target: AnyClass, name: string, args: object = {}): Promise<string> =>
  (await createToolRuntime([target]).call({ name, arguments: args })).text;

/** A class with one method that carries `@Tool(options)`. */
function serviceWith(options: ToolOptions): AnyClass {
  class Service {
    @Tool(options) doIt(): string {
      return '';
    }
  }
  return Service;
}

describe('tool names', () => {
  it('follow the class or the method in snake_case, without a trailing _tool', () => {
    @Tool()
    class TerminalTool {
      execute(): string {
        return '';
      }
    }
    @Tool()
    class XMLParser {
      execute(): string {
        return '';
      }
    }
    class Service {
      @Tool() lookupOrder(): string {
        return '';
      }
      @Tool() parseHTTPHeaderTool(): string {
        return '';
      }
      @Tool() top10(): string {
        return '';
      }
    }
    expect(namesOf(TerminalTool, XMLParser, Service)).toEqual([
      'terminal',
      'xml_parser',
      'lookup_order',
      'parse_http_header',
      'top10',
    ]);
  });

  it('stay as they are when they are stated', () => {
    expect(namesOf(serviceWith({ name: 'KeepMe_tool' }))).toEqual(['KeepMe_tool']);
  });

  it('get the prefix of @ToolSet', () => {
    @ToolSet({ prefix: 'orders' })
    class Service {
      @Tool() find(): string {
        return '';
      }
      @Tool({ name: 'drop' }) remove(): string {
        return '';
      }
    }
    @ToolSet({ prefix: 'desk' })
    @Tool()
    class Open {
      execute(): string {
        return '';
      }
    }
    class Input extends Action {
      @Param() text!: string;
    }
    @ToolSet({ prefix: 'desk' })
    @Tool({ name: 'close', action: Input })
    class Closer {
      execute(): string {
        return '';
      }
    }
    expect(namesOf(Service, Open, Closer)).toEqual(['orders_find', 'orders_drop', 'desk_open', 'desk_close']);
  });

  it.each(['', 'two words', 'slash/ed', '1st', 'é', 'a'.repeat(65), '__proto__.x'])('refuse %p', name => {
    const [problem] = compileProblemsOf(serviceWith({ name }));
    expect(problem).toMatchObject({ where: 'Service.doIt' });
    expect(problem?.seen).toContain(`the tool name '${name}' is not accepted`);
  });

  it.each(['a', '_a', 'A-b_9', 'a'.repeat(64)])('accept %p', name => {
    expect(namesOf(serviceWith({ name }))).toEqual([name]);
  });

  it.each([
    ['find_it', 'two tools have one name'],
    ['findIt', 'differ only in case, separators or a trailing _tool'],
    ['FIND-IT', 'differ only in case, separators or a trailing _tool'],
    ['find_it_tool', 'differ only in case, separators or a trailing _tool'],
    ['findItTool', 'differ only in case, separators or a trailing _tool'],
  ])('may not clash: find_it and %s', (name, seen) => {
    class Service {
      @Tool() findIt(): string {
        return '';
      }
      @Tool({ name }) other(): string {
        return '';
      }
    }
    const [problem] = compileProblemsOf(Service);
    expect(problem?.where).toBe(`tools 'find_it' (Service.findIt) and '${name}' (Service.other)`);
    expect(problem?.seen).toContain(seen);
    expect(problem?.fix).toContain('@ToolSet({ prefix })');
  });

  it('may end in the letters of _tool', () => {
    const names = ['s', 'stool', 'toolbox', 'footool'];
    const tools = names.map(name => defineTool({ name, execute: () => '' }));
    expect(
      createToolRuntime(tools)
        .definitions()
        .map(({ name }) => name),
    ).toEqual(names);
  });

  it('are checked again by the runtime, whoever made the definition', () => {
    const tool = defineTool({ name: 'fine', execute: () => '' });
    expect(() => createToolRuntime([tool.with({ name: 'two words' })])).toThrow(
      "tool 'two words': the tool name 'two words' is not accepted by every model provider. Fix: use 1 to 64 letters",
    );
  });
});

describe('argument names', () => {
  const refused = [
    '',
    'order-id',
    'two words',
    '$filter',
    '1st',
    'größe',
    'a.b',
    'a'.repeat(65),
    '__proto__',
  ];
  const SHAPES: Readonly<Record<string, (name: string) => () => unknown>> = {
    'of a method': name => {
      class Service {
        @Tool() find(@Param({ name }) value: string): string {
          return value;
        }
      }
      return () => createToolRuntime([Service]);
    },
    'of a command class': name => {
      @Tool()
      class Find {
        @Param({ name }) value!: string;
        execute(): string {
          return this.value;
        }
      }
      return () => createToolRuntime([Find]);
    },
    'of an action class': name => {
      class FindAction extends Action {
        @Param({ name }) value!: string;
      }
      @Tool({ action: FindAction })
      class Find {
        execute({ value }: FindAction): string {
          return value;
        }
      }
      return () => createToolRuntime([Find]);
    },
    'of a DTO class': name => {
      class Query {
        @Param({ name }) value!: string;
      }
      return () => defineTool({ name: 'find', input: Query, execute: ({ value }) => value });
    },
    'of a field map': name => () =>
      defineTool({ name: 'find', input: Object.fromEntries([[name, 'string']]), execute: () => '' }),
  };

  describe.each(Object.keys(SHAPES))('%s', shape => {
    it.each(refused)('refuse %p and say what to write', name => {
      const [problem, ...others] = problemsOf(() => SHAPES[shape]!(name)());
      expect(others).toEqual([]);
      expect(problem?.where).toMatch(/find|Query\.value/i);
      expect(problem?.seen).toMatch(/name/);
      expect(problem?.seen).toContain(name);
      expect(problem?.fix).not.toBe('');
    });

    it.each(['a', '_a', 'orderId', 'max_size_2', 'a'.repeat(64)])('accept %p', name => {
      expect(problemsOf(SHAPES[shape]!(name))).toEqual([]);
    });
  });

  it('written in the source count too', () => {
    class Service {
      @Tool() find($filter: string, größe: number): string {
        return `${$filter}${größe}`;
      }
    }
    expect(compileProblemsOf(Service)).toEqual([
      {
        where: 'Service.find',
        seen: "the argument name '$filter' is not accepted by every model provider.",
        fix: "use 1 to 64 letters, digits and _, starting with a letter or _: @Param({ name: 'max_size' }).",
      },
      expect.objectContaining({ seen: expect.stringContaining("'größe'") as unknown }),
    ]);
  });

  it('inside arguments, and of a raw JSON Schema, are data and stay as they are', async () => {
    class Header {
      @Param({ name: 'content-type' }) type!: string;
    }
    const find = defineTool({
      name: 'find',
      input: { header: { type: () => Header } },
      execute: ({ header }) => header.type,
    });
    const inputSchema = { type: 'object', properties: { 'x-id': { type: 'string' } } } as const;
    const raw = defineTool({ name: 'raw', inputSchema, execute: args => args['x-id'] });
    const runtime = createToolRuntime([find, raw]);
    const sent = { header: { 'content-type': 'a/b' } };
    expect((await runtime.call({ name: 'find', arguments: sent })).text).toBe('a/b');
    expect((await runtime.call({ name: 'raw', arguments: { 'x-id': '1' } })).text).toBe('1');
  });

  it('of a class that holds itself are checked too', () => {
    class Tree {
      @Param({ name: 'left-child', type: () => Tree, optional: true }) left?: Tree;
    }
    const [problem] = problemsOf(() => defineTool({ name: 'find', input: Tree, execute: () => '' }));
    expect(problem?.seen).toContain("'left-child'");
  });
});

describe('members', () => {
  const lookup = Symbol('lookUp');

  class Service {
    private readonly greeting = 'hello';

    @Tool() static version(@Param() major: number): string {
      return `${this.name} ${major}`;
    }
    @Tool() static create(name: string): string {
      return `created ${name}`;
    }
    @Tool() [lookup](word: string): string {
      return `${this.greeting} ${word}`;
    }
    @Tool() [Symbol.for('toolwright(test)')](word: string): string {
      return word;
    }
    @Tool() private hidden(): string {
      return this.greeting;
    }
    @Tool() async later(): Promise<string> {
      return this.greeting;
    }
    unused(): string {
      return this.hidden();
    }
  }

  it('of every kind can be tools, several in one class', async () => {
    expect(namesOf(Service)).toEqual(['look_up', 'toolwright_test', 'hidden', 'later', 'version', 'create']);
    expect(await textOf(Service, 'look_up', { word: 'you' })).toBe('hello you');
    expect(await textOf(Service, 'toolwright_test', { word: 'you' })).toBe('you');
    expect(await textOf(Service, 'hidden')).toBe('hello');
    expect(await textOf(Service, 'later')).toBe('hello');
  });

  it('that are static run on the class, without an instance', async () => {
    class Unbuildable extends Service {
      constructor() {
        super();
        throw new Error('built');
      }
    }
    expect(await textOf(Unbuildable, 'version', { major: 3 })).toBe('Unbuildable 3');
    expect(await textOf(Unbuildable, 'create', { name: 'x' })).toBe('created x');
  });

  it('that are not methods are refused at declaration', () => {
    const declare = (): unknown => {
      class Wrong {
        @Tool() text = '';
      }
      return Wrong;
    };
    expect(problemsOf(declare)).toMatchObject([
      { where: 'Wrong.text, @Tool', fix: 'decorate a method, or the class.' },
    ]);
    const accessor = (): unknown => {
      class Wrong {
        @Tool() get text(): string {
          return '';
        }
      }
      return Wrong;
    };
    expect(problemsOf(accessor)).toMatchObject([{ where: 'Wrong.text, @Tool' }]);
  });
});

describe('defaults', () => {
  it('are a description from the name, side_effecting, and no hints or limits', () => {
    const tool = toolOf(serviceWith({}));
    expect(tool.describe()).toEqual({
      name: 'do_it',
      description: 'Do it.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      annotations: {},
      replayClass: 'side_effecting',
      origin: 'method',
    });
    expect(tool.policy).toEqual({});
  });

  it('have parameters without decorators as arguments, and never the run', () => {
    class Service {
      @Tool() find(id: string, run: RunContext, when: Date): string {
        return id + run.runId + when.toISOString();
      }
    }
    expect(toolOf(Service).inputSchema).toEqual({
      type: 'object',
      properties: { id: { type: 'string' }, when: { type: 'string', format: 'date-time' } },
      required: ['id', 'when'],
      additionalProperties: false,
    });
  });
});

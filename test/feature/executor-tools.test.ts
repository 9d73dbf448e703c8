import { IsString } from 'class-validator';
import {
  Action,
  createToolRuntime,
  define,
  DefinitionError,
  Observation,
  Param,
  ReplayClass,
  Returns,
  RunContext,
  SecretMissingError,
  Tool,
  type ToolDefinition,
  type ToolExecutor,
  type ToolHost,
  use,
} from 'toolwright';
import { problemsOf } from '../support/problems-of.js';

class GrepAction extends Action {
  @Param('Regular expression.') pattern!: string;
  @Param({ optional: true }) limit: number = 5;
}

class GrepObservation extends Observation {
  @Param() matches!: number;

  override toLlmContent(): readonly [{ type: 'text'; text: string }] {
    return [{ type: 'text', text: `${this.matches} matches` }];
  }

  override visualize(): string {
    return `* ${this.matches} *`;
  }
}

function found(matches: number): GrepObservation {
  return Object.assign(new GrepObservation(), { matches });
}

@Tool({ name: 'grep', action: GrepAction, observation: GrepObservation })
@ReplayClass('read_only')
class Grep implements ToolExecutor<GrepAction, GrepObservation> {
  static readonly hosts: ToolHost[] = [];
  readonly seen: unknown[] = [];
  closed = 0;

  constructor(private readonly root: string) {}

  static create(host: ToolHost, params: { root: string; also?: string[] }): ToolDefinition[] {
    Grep.hosts.push(host);
    return [
      define(new Grep(params.root)),
      ...(params.also ?? []).map(root => define(new Grep(root), { name: `grep_${root}` })),
    ];
  }

  async execute(action: GrepAction, run: RunContext<string>): Promise<GrepObservation> {
    this.seen.push(action, run);
    return found(`${this.root}${action.pattern}${run.state}`.length * action.limit);
  }

  async close(): Promise<void> {
    this.closed++;
  }
}

describe('an executor with action and observation classes', () => {
  it('declares input and output by them', () => {
    // As a factory passes on parameters that it did not get.
    const nothing = { name: undefined, description: undefined } as unknown as { name: string };
    expect(define(new Grep('.'), nothing).describe()).toEqual(define(new Grep('.')).describe());
    expect(define(new Grep('.')).describe()).toEqual({
      name: 'grep',
      description: 'Grep.',
      inputSchema: {
        type: 'object',
        properties: {
          pattern: { type: 'string', description: 'Regular expression.' },
          limit: { type: 'number' },
        },
        required: ['pattern'],
        additionalProperties: false,
      },
      outputSchema: {
        type: 'object',
        properties: { matches: { type: 'number' } },
        required: ['matches'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true },
      replayClass: 'read_only',
      origin: 'class',
    });
  });

  it('receives an action instance and the run', async () => {
    const grep = new Grep('.');
    const runtime = createToolRuntime([define(grep)]);
    await runtime.call({ name: 'grep', arguments: { pattern: 'ab' } }, { state: 's' });
    const [action, run] = grep.seen as [GrepAction, RunContext];
    expect(action).toBeInstanceOf(GrepAction);
    expect(action).toEqual({ pattern: 'ab', limit: 5 });
    expect(action.visualize()).toBe('limit: 5\npattern: ab');
    expect(run.state).toBe('s');
  });

  it('answers what its observation shows to models, to people and as data', async () => {
    const runtime = createToolRuntime([define(new Grep('.'))]);
    const answer = await runtime.call({ name: 'grep', arguments: { pattern: 'ab' } }, { state: 's' });
    expect(answer.text).toBe('20 matches');
    expect(answer.visualize()).toBe('* 20 *');
    expect(answer.structuredContent).toEqual({ matches: 20 });
  });

  it.each(['sync', 'promise', 'thenable'])('may return the members of its observation: %s', async way => {
    @Tool({ action: GrepAction, observation: GrepObservation })
    class Count {
      execute(): unknown {
        const members = { matches: 3 };
        if (way === 'sync') return members;
        const promise = Promise.resolve(members);
        return way === 'promise' ? promise : { then: promise.then.bind(promise) };
      }
    }
    const answer = await createToolRuntime([Count]).call({ name: 'count', arguments: { pattern: 'a' } });
    expect(answer.text).toBe('3 matches');
    expect(answer.structuredContent).toEqual({ matches: 3 });
  });

  it('refuses output that its observation class does not admit', async () => {
    @Tool({ action: GrepAction, observation: GrepObservation })
    class Broken {
      execute(): unknown {
        return { matches: 'many' };
      }
    }
    const answer = await createToolRuntime([Broken]).call({ name: 'broken', arguments: { pattern: 'a' } });
    expect(answer.text).toMatch(/^Tool 'broken' output failed schema validation: /);
  });

  it('is built by the container, once per run, when the class itself is listed', async () => {
    class Query extends Action {
      @Param() text!: string;
    }
    class Reply {
      @IsString() text!: string;
    }
    const built: Search[] = [];
    class Index {
      readonly name = 'index';
    }
    @Tool({ action: Query })
    @Returns(() => Reply)
    class Search implements ToolExecutor<Query> {
      closed = 0;
      constructor(private readonly index: Index) {
        built.push(this);
      }
      execute(query: Query): Reply {
        return { text: `${query.text} in ${this.index.name}` };
      }
      close(): void {
        this.closed++;
      }
    }
    const runtime = createToolRuntime([Search]);
    const run = runtime.openRun();
    const answer = await run.call({ name: 'search', arguments: { text: 'a' } });
    await run.call({ name: 'search', arguments: { text: 'b' } });
    expect(answer.structuredContent).toEqual({ text: 'a in index' });
    expect(built.map(search => search.closed)).toEqual([0]);
    await run.close();
    expect(built.map(search => search.closed)).toEqual([1]);
  });

  it('is refused without execute', () => {
    @Tool({ action: GrepAction })
    class Idle {}
    expect(() => createToolRuntime([Idle])).toThrow('Idle.execute: it is missing. Fix: add execute');
  });
});

describe('define', () => {
  it('keeps what the class says and takes name, title and description', () => {
    const definition = define(new Grep('.'), { name: 'find', title: 'Find', description: 'Finds.' });
    expect(definition).toMatchObject({ name: 'find', title: 'Find', description: 'Finds.' });
    expect(definition.replayClass).toBe('read_only');
    expect(define(new Grep('.'))).toMatchObject({ name: 'grep', title: undefined, description: 'Grep.' });
  });

  it('refuses an executor whose class states no action', () => {
    class Plain {
      execute(): string {
        return '';
      }
    }
    expect(() => define(new Plain())).toThrow('Plain: its class does not say what the action is.');
  });

  it('refuses an unsafe name', () => {
    expect(() => define(new Grep('.'), { name: 'no good' })).toThrow(DefinitionError);
  });

  it('refuses options that do not exist', () => {
    const options = { nmae: 'x' } as { name?: string };
    expect(() => define(new Grep('.'), options)).toThrow("'nmae' is not an option. Fix: write 'name'.");
  });
});

describe('close', () => {
  it('reaches each executor once, however many tools it has', async () => {
    const grep = new Grep('.');
    const runtime = createToolRuntime([define(grep), define(grep, { name: 'grep_again' })]);
    await runtime.call({ name: 'grep', arguments: { pattern: 'a' } });
    expect(grep.closed).toBe(0);
    await runtime.close();
    await runtime.close();
    expect(grep.closed).toBe(1);
  });

  it('reaches the others when one fails', async () => {
    class Failing extends Grep {
      override async close(): Promise<void> {
        throw new Error('stuck');
      }
    }
    const grep = new Grep('.');
    const errors: unknown[] = [];
    const ignore = (): void => undefined;
    const logger = {
      debug: ignore,
      info: ignore,
      warn: ignore,
      error: (text: string, facts?: unknown) => void errors.push([text, facts]),
    };
    const runtime = createToolRuntime([define(new Failing('.'), { name: 'failing' }), define(grep)], {
      logger,
    });
    await runtime.close();
    expect(grep.closed).toBe(1);
    expect(errors).toEqual([[expect.any(String), { toolName: 'failing', error: 'stuck' }]]);
  });
});

describe('use', () => {
  it('makes what create gives for the parameters: one, many or none', () => {
    const namesFor = (also: string[]): string[] =>
      createToolRuntime([use(Grep, { root: '.', also })])
        .definitions()
        .map(({ name }) => name);
    expect(namesFor([])).toEqual(['grep']);
    expect(namesFor(['docs', 'src'])).toEqual(['grep', 'grep_docs', 'grep_src']);
    class Nothing {
      static create(): ToolDefinition[] {
        return [];
      }
    }
    expect(createToolRuntime([use(Nothing, {})]).definitions()).toEqual([]);
  });

  it('refuses a class without create, and a create that gives something else', () => {
    class Plain {}
    expect(() => use(Plain as never, {})).toThrow(
      'use(Plain): the class has no static create(host, params).',
    );
    class Late {
      static create(): unknown {
        return Promise.resolve([]);
      }
    }
    expect(() => createToolRuntime([use(Late as never, {})])).toThrow('Late.create: it returned a promise.');
    class Mixed {
      static create(): unknown {
        return [1];
      }
    }
    expect(() => createToolRuntime([use(Mixed as never, {})])).toThrow('Mixed.create: it returned an array');
  });

  it('remembers its class', () => {
    expect(use(Grep, { root: '.' }).target).toBe(Grep);
  });

  it.each(['before', 'after'])('counts instead of the bare class that is listed %s it', place => {
    const configured = use(Grep, { root: 'docs' });
    const hosts = Grep.hosts.length;
    const runtime = createToolRuntime(place === 'before' ? [Grep, configured] : [configured, Grep]);
    expect(runtime.definitions().map(({ name }) => name)).toEqual(['grep']);
    expect(Grep.hosts).toHaveLength(hosts + 1);
  });

  it('counts each time it configures the class', () => {
    class Named {
      static create(_host: ToolHost, params: { name: string }): ToolDefinition[] {
        return [define(new Grep('.'), params)];
      }
    }
    const runtime = createToolRuntime([use(Named, { name: 'a' }), Named, use(Named, { name: 'b' })]);
    expect(runtime.definitions().map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('tells what create threw, and how to give parameters, with the mistakes of other tools', () => {
    class Search {
      static create(host: ToolHost, params: { url?: URL }): ToolDefinition[] {
        if (params.url === undefined) throw new TypeError(`no url for ${host.secrets.get('TOKEN')}`);
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- libraries do.
        throw 'thrown text';
      }
    }
    class Plain {}
    const where = 'Search.create';
    const fix = 'give the parameters: use(Search, { … }).';
    const options = { secrets: { TOKEN: 's3cret-token' } };
    const problems = problemsOf(() => createToolRuntime([Search, Plain], options));
    expect(problems).toMatchObject([
      { where, seen: expect.stringMatching(/^it threw TypeError: no url for (?!s3cret).*\.$/), fix },
      { where: 'Plain' },
    ]);
    const configured = use(Search, { url: new URL('http://localhost') });
    expect(problemsOf(() => createToolRuntime([configured]))).toEqual([
      { where, seen: 'it threw a string.', fix },
    ]);
  });

  it("passes toolwright's own errors on: they say where they come from", () => {
    class Search {
      static create(host: ToolHost): ToolDefinition[] {
        host.secrets.get('MISSING');
        return [];
      }
    }
    expect(() => createToolRuntime([Search])).toThrow(SecretMissingError);
    class Broken {
      static create(): ToolDefinition[] {
        return [define(new Grep('.'), { name: 'no good' })];
      }
    }
    expect(problemsOf(() => createToolRuntime([Broken]))).toMatchObject([{ where: 'define(Grep)' }]);
  });

  it('is not needed for a factory class that takes no parameters', () => {
    class Fixed {
      static create(_host: ToolHost, params: object): ToolDefinition[] {
        return [define(new Grep('.'), { name: `fixed_${Object.keys(params).length}` })];
      }
    }
    const [definition] = createToolRuntime([Fixed]).definitions();
    expect(definition?.name).toBe('fixed_0');
  });
});

import {
  Action,
  createToolRuntime,
  define,
  defineTool,
  DefinitionError,
  type Logger,
  Param,
  Secrets,
  Tool,
  type ToolDefinition,
  type ToolExecutor,
  type ToolHost,
  ToolRegistry,
  ToolSet,
  UnknownToolError,
  use,
  withExecutor,
} from 'toolwright';
import { container as globalContainer } from 'tsyringe';

const echo = defineTool({
  name: 'echo',
  description: 'Echo.',
  input: { text: 'string' },
  execute: ({ text }) => text,
});

class TerminalAction extends Action {
  @Param() command!: string;
}

@Tool({ action: TerminalAction })
class TerminalTool implements ToolExecutor<TerminalAction> {
  static host: ToolHost | undefined;

  constructor(private readonly cwd: string) {}

  static create(host: ToolHost, params: { cwd?: string }): ToolDefinition[] {
    TerminalTool.host = host;
    return [define(new TerminalTool(params.cwd ?? 'nowhere'))];
  }

  execute({ command }: TerminalAction): string {
    return `${command} in ${this.cwd}`;
  }
}

@ToolSet()
class Clock {
  @Tool() hours(): number {
    return 12;
  }
  @Tool() minutes(): number {
    return 30;
  }
}

const host: ToolHost = {
  container: undefined,
  state: undefined,
  secrets: new Secrets(),
  logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  workspaceRoot: undefined,
};

const namesOf = (definitions: readonly ToolDefinition[]): string[] => definitions.map(({ name }) => name);

describe('ToolRegistry', () => {
  it('gives a registered definition itself', () => {
    const registry = new ToolRegistry().register('echo', echo);
    expect(registry.resolve({ name: 'echo' }, host)).toEqual([echo]);
    expect(registry.resolve({ name: 'echo', params: {} }, host)[0]).toBe(echo);
    expect(registry.resolve({ name: 'echo', params: null }, host)[0]).toBe(echo);
  });

  it('refuses params for a definition or a class without create', () => {
    const registry = new ToolRegistry().register('echo', echo).register('clock', Clock);
    for (const name of ['echo', 'clock']) {
      expect(() => registry.resolve({ name, params: { loud: true } }, host)).toThrow(DefinitionError);
      expect(() => registry.resolve({ name, params: { loud: true } }, host)).toThrow('takes none');
    }
  });

  it('gives all tools of a decorated class', () => {
    const registry = new ToolRegistry().register('clock', Clock);
    expect(namesOf(registry.resolve({ name: 'clock' }, host))).toEqual(['hours', 'minutes']);
  });

  it('passes host and params to the create of a class', async () => {
    const registry = new ToolRegistry().register('terminal', TerminalTool);
    const definitions = registry.resolve({ name: 'terminal', params: { cwd: '/srv' } }, host);
    expect(TerminalTool.host).toBe(host);
    const answer = await createToolRuntime(definitions).call({
      name: 'terminal',
      arguments: { command: 'ls' },
    });
    expect(answer.text).toBe('ls in /srv');
    expect(() => registry.resolve({ name: 'terminal' }, host)).not.toThrow();
  });

  it('passes host and params to a factory function', () => {
    const seen: unknown[] = [];
    const registry = new ToolRegistry().register('many', (given, params) => {
      seen.push(given, params);
      return [echo, echo.with({ name: 'echo_again' })];
    });
    expect(namesOf(registry.resolve({ name: 'many', params: { a: 1 } }, host))).toEqual([
      'echo',
      'echo_again',
    ]);
    expect(seen).toEqual([host, { a: 1 }]);
    registry.resolve({ name: 'many' }, host);
    expect(seen[3]).toEqual({});
  });

  it('refuses what a factory gives when it is no list of definitions', () => {
    const registry = new ToolRegistry().register('odd', (() => echo) as never);
    expect(() => registry.resolve({ name: 'odd' }, host)).toThrow('odd.create: it returned an object.');
  });

  it('tells what a factory threw, and how a spec gives params', () => {
    const registry = new ToolRegistry().register('odd', (_host, params) => {
      throw new RangeError(`no ${Object.keys(params).length}`);
    });
    expect(() => registry.resolve({ name: 'odd' }, host)).toThrow(
      "odd.create: it threw RangeError: no 0. Fix: give the parameters: { name: 'odd', params: { … } }.",
    );
  });

  it('names the nearest registered names for one that is unknown', () => {
    const registry = new ToolRegistry().register('terminal', TerminalTool);
    expect(() => registry.resolve({ name: 'termnal' }, host)).toThrow(UnknownToolError);
    expect(() => registry.resolve({ name: 'termnal' }, host)).toThrow(
      "Unknown tool 'termnal'. Did you mean 'terminal'?",
    );
  });

  it.each([
    ['a blank name', ' ', echo, 'the name is blank'],
    ['a name that is taken', 'taken', echo, 'the name is taken'],
    ['a definition without an executor', 'new', defineTool({ name: 'new' }), 'no executor'],
    ['a class without tools', 'new', class Plain {}, 'declares no tool'],
    ['text', 'new', 'echo', 'it is a string'],
    ['nothing', 'new', null, 'it is null'],
  ])('refuses %s and stores nothing', (_what, name, tool, seen) => {
    const registry = new ToolRegistry().register('taken', Clock);
    expect(() => registry.register(name, tool as never)).toThrow(DefinitionError);
    expect(() => registry.register(name, tool as never)).toThrow(seen);
    expect(registry.names()).toEqual(['taken']);
    expect(namesOf(registry.resolve({ name: 'taken' }, host))).toEqual(['hours', 'minutes']);
  });

  it('is not changed through the lists it gives', () => {
    const registry = new ToolRegistry().register('echo', echo);
    registry.names().push('other');
    registry.usableNames().length = 0;
    expect(registry.names()).toEqual(['echo']);
    expect(registry.usableNames()).toEqual(['echo']);
  });

  it('leaves out of the usable names what says or shows that it cannot work', () => {
    class Unusable extends TerminalTool {
      static isUsable(): boolean {
        return false;
      }
    }
    class Failing extends TerminalTool {
      static isUsable(): boolean {
        throw new Error('no terminal');
      }
    }
    class Usable extends TerminalTool {
      static isUsable(): boolean {
        return true;
      }
    }
    const registry = new ToolRegistry()
      .register('unusable', Unusable)
      .register('failing', Failing)
      .register('usable', Usable)
      .register('echo', echo);
    expect(registry.usableNames()).toEqual(['usable', 'echo']);
    expect(registry.names()).toEqual(['unusable', 'failing', 'usable', 'echo']);
    expect(namesOf(registry.resolve({ name: 'failing' }, host))).toEqual(['terminal']);
  });

  it('shares nothing with other registries', () => {
    const first = new ToolRegistry().register('echo', echo);
    const second = new ToolRegistry().register(
      'echo',
      withExecutor(echo, () => 'other'),
    );
    expect(first.resolve({ name: 'echo' }, host)[0]).toBe(echo);
    expect(second.resolve({ name: 'echo' }, host)[0]).not.toBe(echo);
  });
});

describe('toolSpecs', () => {
  const registry = new ToolRegistry().register('terminal', TerminalTool).register('clock', Clock);

  it('add tools by name after the listed ones', async () => {
    const runtime = createToolRuntime([echo], {
      registry,
      toolSpecs: [{ name: 'terminal', params: { cwd: '/tmp' } }, { name: 'clock' }],
    });
    expect(namesOf(runtime.definitions())).toEqual(['echo', 'terminal', 'hours', 'minutes']);
    const answer = await runtime.call({ name: 'terminal', arguments: { command: 'pwd' } });
    expect(answer.text).toBe('pwd in /tmp');
  });

  it('add nothing when there are none', () => {
    expect(createToolRuntime([], { registry }).definitions()).toEqual([]);
  });

  it('need a registry and registered names', () => {
    const toolSpecs = [{ name: 'terminl' }];
    expect(() => createToolRuntime([], { toolSpecs })).toThrow('there is no registry');
    expect(() => createToolRuntime([], { toolSpecs, registry })).toThrow("Did you mean 'terminal'?");
  });

  it('may not repeat the name of a listed tool', () => {
    expect(() => createToolRuntime([Clock], { registry, toolSpecs: [{ name: 'clock' }] })).toThrow(
      "tools 'hours' and 'hours': two tools have one name.",
    );
  });
});

describe('ToolHost', () => {
  it('carries what the runtime was given', () => {
    const container = globalContainer.createChildContainer();
    const logger: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    const options = {
      container,
      hostState: { jobs: 1 },
      secrets: { TOKEN: 's3cret' },
      logger,
      workspaceRoot: '/workspace',
    };
    createToolRuntime([use(TerminalTool, {})], options);
    const given = TerminalTool.host;
    expect(given?.container).toBe(container);
    expect(given?.state).toBe(options.hostState);
    expect(given?.secrets.get('TOKEN')).toBe('s3cret');
    expect(given?.logger).toBe(logger);
    expect(given?.workspaceRoot).toBe('/workspace');
  });

  it('is complete without options, too', () => {
    createToolRuntime([use(TerminalTool, {})]);
    const given = TerminalTool.host;
    expect(given).toMatchObject({ container: undefined, state: undefined, workspaceRoot: undefined });
    expect(given?.secrets.find('TOKEN')).toBeUndefined();
    expect(() => given?.logger.error('dropped')).not.toThrow();
  });
});

describe('a list of tools', () => {
  it('counts a class or definition that is listed twice once', () => {
    expect(namesOf(createToolRuntime([Clock, echo, Clock, echo]).definitions())).toEqual([
      'hours',
      'minutes',
      'echo',
    ]);
  });

  it('takes what offers asTool()', async () => {
    const runtime = createToolRuntime([{ asTool: () => echo }]);
    expect((await runtime.call({ name: 'echo', arguments: { text: 'x' } })).text).toBe('x');
  });

  it.each([
    ['text', 'echo', 'tools, entry 2: it is a string, not a tool.'],
    ['an object', {}, 'tools, entry 2: it is an object, not a tool.'],
    ['a function', () => echo, 'tools, entry 2: it is a function, not a tool.'],
    ['null', null, 'tools, entry 2: it is null, not a tool.'],
    ['an undecorated class', class Plain {}, 'Plain: it declares no tool.'],
    ['an asTool() that gives something else', { asTool: () => ({}) }, 'tools, entry 2: its asTool()'],
  ])('refuses %s', (_what, entry, message) => {
    expect(() => createToolRuntime([echo, entry as never])).toThrow(DefinitionError);
    expect(() => createToolRuntime([echo, entry as never])).toThrow(message);
  });

  it.each(['echo', 'Echo', 'e_cho', 'ec-ho'])('refuses %s beside echo', name => {
    expect(() => createToolRuntime([echo, echo.with({ name })])).toThrow(`tools 'echo' and '${name}': `);
  });

  it('counts entries as they are written, doubles included', () => {
    expect(() => createToolRuntime([echo, echo, 'text' as never])).toThrow('tools, entry 3: ');
  });

  it('reports the problems of all entries at once', () => {
    const create = (): unknown => createToolRuntime([class First {}, 5 as never, class Second {}]);
    expect(create).toThrow(/First: [^]*entry 2: [^]*Second: /);
  });
});

describe('what is no list of tools', () => {
  it.each([undefined, null, 'tools', {}])('is refused by name: %p', tools => {
    expect(() => createToolRuntime(tools as never)).toThrow('instead of a list of tools');
  });

  it('does not include options that are null', () => {
    expect(createToolRuntime([], null).definitions()).toEqual([]);
  });
});

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
import { unhandledRejections } from '../support/unhandled-rejections.js';

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

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

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

  it.each<[string, () => unknown, string]>([
    ['a definition', () => echo, 'an object'],
    ['nothing', () => undefined, 'undefined'],
    ['null', () => null, 'null'],
    ['text', () => 'echo', 'a string'],
    ['a promise', async () => Promise.reject(new Error('later')), 'a promise'],
    ['a generator', function* () {}, 'an object'],
    [
      'a list with something else',
      () => [echo, { name: 'echo' }],
      'an array with something else than definitions',
    ],
    ['a list with a hole', () => [echo, undefined], 'an array with something else than definitions'],
  ])('refuses %s from a factory', async (_what, factory, returned) => {
    class Configured {
      static create = factory as never;
    }
    const unhandled = await unhandledRejections(async () => {
      for (const tool of [factory, Configured] as never[]) {
        const registry = new ToolRegistry().register('odd', tool);
        const resolve = (): unknown => registry.resolve({ name: 'odd' }, host);
        expect(resolve).toThrow(DefinitionError);
        expect(resolve).toThrow(
          `odd.create: it returned ${returned}. Fix: return an array of definitions: [`,
        );
      }
    });
    expect(unhandled).toEqual([]);
  });

  it('takes a spec that is an instance of a class', () => {
    class Spec {
      readonly name = 'echo';
    }
    const registry = new ToolRegistry().register('echo', echo);
    expect(registry.resolve(new Spec(), host)).toEqual([echo]);
  });

  it('takes no tools from a factory that gives none', () => {
    const registry = new ToolRegistry().register('none', () => []);
    expect(registry.resolve({ name: 'none' }, host)).toEqual([]);
  });

  it.each<[string, () => unknown, string]>([
    ['text', () => 'broken', 'a string.'],
    ['nothing', () => undefined, 'undefined.'],
    ['a promise', () => Promise.reject(new Error('later')), 'a promise.'],
    ['a revoked proxy', revoked, 'an error that cannot be read.'],
    ['an error that quotes a secret', () => new Error('no s3cret-value'), 'Error: no [secret KEY].'],
  ])('tells what a factory threw: %s', async (_what, thrown, text) => {
    const secret = { ...host, secrets: new Secrets({ KEY: 's3cret-value' }) };
    const unhandled = await unhandledRejections(async () => {
      const registry = new ToolRegistry().register('odd', () => {
        throw thrown();
      });
      expect(() => registry.resolve({ name: 'odd' }, secret)).toThrow(
        `odd.create: it threw ${text} Fix: give the`,
      );
    });
    expect(unhandled).toEqual([]);
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
    ['', "a tool spec: its name is blank. Fix: write { name: 'terminal', params: { cwd: '.' } }."],
    ['  ', 'a tool spec: its name is blank.'],
    ['ECHO', "Unknown tool 'ECHO'. Did you mean 'echo'?"],
    ['frobnicate', "Unknown tool 'frobnicate'. Known tools: echo, clock."],
    ['constructor', "Unknown tool 'constructor'. Known tools: echo, clock."],
  ])('knows no tool %p', (name, message) => {
    const registry = new ToolRegistry().register('echo', echo).register('clock', Clock);
    expect(() => registry.resolve({ name }, host)).toThrow(message);
  });

  it.each<[string, unknown, string]>([
    ['text', 'echo', 'a tool spec: it is a string. Fix: write { name: '],
    ['nothing', null, 'a tool spec: it is null.'],
    ['a list', ['echo'], 'a tool spec: it is an array.'],
    ['no name', {}, 'a tool spec: its name is blank.'],
    ['a name that is no text', { name: 5 }, 'a tool spec: its name is blank.'],
    [
      'params that are a list',
      { name: 'echo', params: [1] },
      "spec 'echo': its params are an array. Fix: give an object",
    ],
    ['params that are text', { name: 'echo', params: '{}' }, "spec 'echo': its params are a string."],
    [
      'a misspelt member',
      { name: 'echo', parms: {} },
      "spec 'echo': 'parms' is not an option. Fix: write 'params'.",
    ],
  ])('refuses a spec that is %s', (_what, spec, message) => {
    const registry = new ToolRegistry().register('echo', echo);
    expect(() => registry.resolve(spec as never, host)).toThrow(DefinitionError);
    expect(() => registry.resolve(spec as never, host)).toThrow(message);
    expect(() => createToolRuntime([], { registry, toolSpecs: [spec as never] })).toThrow(message);
    expect(() => createToolRuntime([], { toolSpecs: [spec as never] })).toThrow(
      message.startsWith('spec') ? message : 'a tool spec: ',
    );
  });

  it.each([
    ['a blank name', ' ', echo, 'the name is blank'],
    ['a name that is taken', 'taken', echo, 'the name is taken'],
    ['a definition without an executor', 'new', defineTool({ name: 'new' }), 'no executor'],
    ['a class without tools', 'new', class Plain {}, 'declares no tool'],
    ['text', 'new', 'echo', 'it is a string'],
    ['nothing', 'new', null, 'it is null'],
    ['no name', undefined as never, echo, 'the name is blank'],
    ['a configured class', 'new', use(TerminalTool, {}), 'it is an object'],
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

  it('leaves out of the usable names what says or shows that it cannot work', async () => {
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
    class Unreadable extends TerminalTool {
      static get isUsable(): () => boolean {
        throw new Error('no terminal');
      }
    }
    class Asynchronous extends TerminalTool {
      static async isUsable(): Promise<boolean> {
        throw new Error('nobody waits for this');
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
      .register('unreadable', Unreadable)
      .register('asynchronous', Asynchronous)
      .register('usable', Usable)
      .register('echo', echo);
    expect(
      await unhandledRejections(async () => expect(registry.usableNames()).toEqual(['usable', 'echo'])),
    ).toEqual([]);
    expect(registry.names()).toEqual(['unusable', 'failing', 'unreadable', 'asynchronous', 'usable', 'echo']);
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
      "tools 'hours' (Clock.hours) and 'hours' (Clock.hours): two tools have one name.",
    );
  });
});

describe('toolFilter', () => {
  const registry = new ToolRegistry()
    .register('clock', Clock)
    .register('terminal', TerminalTool)
    .register('twice', () => [echo, echo.with({ name: 'terminal_echo' })]);
  const toolSpecs = [{ name: 'clock' }, { name: 'terminal' }, { name: 'twice' }];
  const chosen = (toolFilter?: RegExp, tools: (typeof echo)[] = []): string[] =>
    namesOf(
      createToolRuntime(tools, { registry, toolSpecs, ...(toolFilter && { toolFilter }) }).definitions(),
    );

  it.each<[RegExp, string[]]>([
    [/^term/, ['terminal', 'terminal_echo']],
    [/^(hours|echo)$/, ['hours', 'echo']],
    [/ECHO/i, ['echo', 'terminal_echo']],
    [/^(?!terminal)/, ['hours', 'minutes', 'echo']],
    [/nothing/, []],
  ])('%p keeps the tools whose name it matches, whatever their spec is called', (toolFilter, names) => {
    expect(chosen()).toEqual(['hours', 'minutes', 'terminal', 'echo', 'terminal_echo']);
    expect(chosen(toolFilter)).toEqual(names);
  });

  it('leaves the listed tools alone', () => {
    const finish = echo.with({ name: 'finish' });
    expect(chosen(/^term/, [finish])).toEqual(['finish', 'terminal', 'terminal_echo']);
  });

  it.each(['g', 'y', 'gy'])('does not depend on where a pattern with the flags %s stopped', flags => {
    const toolFilter = new RegExp('term', flags);
    toolFilter.lastIndex = 3;
    for (let turn = 0; turn < 2; turn++) expect(chosen(toolFilter)).toEqual(['terminal', 'terminal_echo']);
    expect(toolFilter.lastIndex).toBe(3);
    expect(chosen(new RegExp('[a-z_]+', flags))).toEqual(chosen());
  });

  it('decides before names may clash', () => {
    const create = (toolFilter: RegExp): unknown =>
      createToolRuntime([echo], { registry, toolSpecs: [{ name: 'twice' }], toolFilter });
    expect(() => create(/^echo/)).toThrow("tools 'echo' and 'echo': two tools have one name.");
    expect(() => create(/^terminal/)).not.toThrow();
  });

  it.each(['^term', {}, null, () => true])('is refused when it is no regular expression: %p', toolFilter => {
    expect(() => createToolRuntime([], { registry, toolSpecs, toolFilter: toolFilter as never })).toThrow(
      /runtime options: toolFilter is .* Fix: give a regular expression: \/\^terminal\/\./,
    );
  });
});

describe('what is no registry, and no list of specs', () => {
  it('is refused by name', () => {
    const options = { registry: {}, toolSpecs: { name: 'echo' } } as never;
    expect(() => createToolRuntime([], options)).toThrow(
      "runtime options: registry is an object. Fix: give a new ToolRegistry().\nruntime options: toolSpecs is an object. Fix: give a list: [{ name: 'terminal' }].",
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

  it.each(['echo', 'Echo', 'e_cho', 'ec-ho', 'echo_tool', 'ECHO-TOOL'])('refuses %s beside echo', name => {
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

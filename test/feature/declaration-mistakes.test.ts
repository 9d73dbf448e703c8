import { createToolRuntime, Param, ReplayClass, Returns, Tool, type ToolOptions, ToolSet } from 'toolwright';
import { type AnyClass, compileProblemsOf, problemsOf } from '../support/problems-of.js';

class Plain {}

/** Declares a class with one method that carries `@Tool(options)`. */
function declareMethod(options: unknown): AnyClass {
  class Service {
    @Tool(options as ToolOptions) doIt(): string {
      return '';
    }
  }
  return Service;
}

function declareClass(options: unknown): AnyClass {
  @Tool(options as ToolOptions)
  class Command {
    execute(): string {
      return '';
    }
  }
  return Command;
}

/** A service with a replay class and hints. */
function serviceWith(replayClass: unknown, annotations: object): AnyClass {
  class Service {
    @Tool({ annotations }) @ReplayClass(replayClass as ReplayClass) doIt(): string {
      return '';
    }
  }
  return Service;
}

describe('a declaration throws at once for', () => {
  it.each(['readonly', 'SIDE_EFFECTING', '', undefined, null, 1, {}])('the replay class %p', value => {
    const [problem] = problemsOf(() => serviceWith(value, {}));
    expect(problem?.where).toBe('Service.doIt, @ReplayClass');
    expect(problem?.fix).toBe("write 'read_only', 'idempotent' or 'side_effecting'.");
  });

  it.each([
    [{ timeoutMs: 0 }, 'timeoutMs is 0.'],
    [{ timeoutMs: -1 }, 'timeoutMs is -1.'],
    [{ timeoutMs: NaN }, 'timeoutMs is NaN.'],
    [{ timeoutMs: Infinity }, 'timeoutMs is Infinity.'],
    [{ timeoutMs: 2 ** 31 }, 'timeoutMs is 2147483648.'],
    [{ timeoutMs: '5' }, 'timeoutMs is 5.'],
    [{ maxRetries: -1 }, 'maxRetries is -1.'],
    [{ maxRetries: 1.5 }, 'maxRetries is 1.5.'],
    [{ maxRetries: Infinity }, 'maxRetries is Infinity.'],
    [{ maxRetries: '1' }, 'maxRetries is 1.'],
    [{ retryDelayMs: -1 }, 'retryDelayMs is -1.'],
    [{ retryDelayMs: NaN }, 'retryDelayMs is NaN.'],
    [{ retryDelayMs: '1' }, 'retryDelayMs is 1.'],
  ])('%p', (options, seen) => {
    expect(problemsOf(() => declareMethod(options))).toMatchObject([{ where: 'Service.doIt, @Tool', seen }]);
    expect(problemsOf(() => declareClass(options))).toMatchObject([{ where: 'Command, @Tool', seen }]);
  });

  it('several wrong limits together', () => {
    const wrong = { timeoutMs: 0, maxRetries: -1, retryDelayMs: -1 };
    expect(problemsOf(() => declareMethod(wrong))).toHaveLength(3);
  });

  it.each([
    [
      'Service.doIt, @Tool',
      () => declareMethod({ descripton: '' }),
      "'descripton' is not an option.",
      "write 'description'.",
    ],
    [
      'Service.doIt, @Tool',
      () => declareMethod({ timeoutms: 5 }),
      "'timeoutms' is not an option.",
      "write 'timeoutMs'.",
    ],
    [
      'Plain, @ToolSet',
      () => ToolSet({ prefx: 'a' } as never)(Plain),
      "'prefx' is not an option.",
      "write 'prefix'.",
    ],
    [
      'Plain, @ToolSet',
      () => ToolSet({ colour: 'a' } as never)(Plain),
      "'colour' is not an option.",
      'use one of prefix.',
    ],
  ])('an option that does not exist: %s', (where, declare, seen, fix) => {
    expect(problemsOf(declare)).toEqual([{ where, seen, fix }]);
  });

  it.each([
    ['@Tool', Tool, 'write @Tool().'],
    ['@Param', Param, 'write @Param().'],
    ['@Returns', Returns, 'write @Returns(() => TheClass).'],
    ['@ReplayClass', ReplayClass, "write @ReplayClass('read_only')."],
  ])('%s without parentheses on a member', (decorator, factory, fix) => {
    class Service {}
    const bare = factory as unknown as (target: object) => void;
    const seen = `${decorator} is written without parentheses.`;
    expect(problemsOf(() => bare(Service.prototype))).toEqual([{ where: 'Service', seen, fix }]);
  });

  it.each([
    ['@Tool', Tool],
    ['@ToolSet', ToolSet],
    ['@ReplayClass', ReplayClass],
  ])('%s without parentheses on a class', (decorator, factory) => {
    class Service {}
    const bare = factory as unknown as (target: object) => void;
    const seen = `${decorator} is written without parentheses.`;
    expect(problemsOf(() => bare(Service))).toMatchObject([{ where: 'Service', seen }]);
  });

  it('@Returns with a class instead of a function that names it', () => {
    const declare = (type: unknown) => (): unknown => {
      class Service {
        @Tool() @Returns(type as never) find(): unknown {
          return '';
        }
      }
      return Service;
    };
    const where = 'Service.find, @Returns';
    expect(problemsOf(declare(Plain))).toEqual([
      { where, seen: 'it got Plain itself.', fix: 'write () => Plain.' },
    ]);
    expect(problemsOf(declare(String))).toMatchObject([{ where, fix: 'write () => String.' }]);
    expect(problemsOf(declare('string'))).toMatchObject([{ where, seen: 'it got a string.' }]);
  });

  it('@Param on a constructor parameter, a method or an accessor', () => {
    const onConstructor = (): unknown => {
      class Service {
        constructor(@Param() readonly text: string) {}
      }
      return Service;
    };
    expect(problemsOf(onConstructor)).toEqual([
      {
        where: 'Service, @Param',
        seen: 'it is on a constructor parameter.',
        fix: 'put it on a property or on a parameter of a method.',
      },
    ]);
    const onMethod = (): unknown => {
      class Service {
        @Param() find(): string {
          return '';
        }
      }
      return Service;
    };
    expect(problemsOf(onMethod)).toMatchObject([{ where: 'Service.find, @Param' }]);
    const onAccessor = (): unknown => {
      class Service {
        @Param() get text(): string {
          return '';
        }
      }
      return Service;
    };
    expect(problemsOf(onAccessor)).toMatchObject([{ where: 'Service.text, @Param' }]);
  });
});

describe('a class is refused for', () => {
  it('@Tool on itself and on a method', () => {
    @Tool()
    class Both {
      @Tool() other(): string {
        return '';
      }
      execute(): string {
        return '';
      }
    }
    expect(compileProblemsOf(Both)).toMatchObject([
      { where: 'Both', seen: "@Tool is on the class and on its member 'other'." },
    ]);
  });

  it('declaring no tool', () => {
    expect(compileProblemsOf(Plain)).toMatchObject([{ where: 'Plain', seen: 'it declares no tool.' }]);
  });

  it('options of @Param that do not exist', () => {
    class Service {
      @Tool() find(@Param({ descripton: 'x' }) id: string, @Param({ minLenght: 1 }) name: string): string {
        return id + name;
      }
    }
    expect(compileProblemsOf(Service)).toMatchObject([
      { where: "Service.find, parameter 1 'id'", fix: "write 'description'." },
      { where: "Service.find, parameter 2 'name'", fix: "write 'minLength'." },
    ]);
  });

  it('parameters that have no name of their own', () => {
    class Service {
      @Tool() destructured({ a }: Record<string, string>): string {
        return String(a);
      }
      @Tool() rest(...all: string[]): string {
        return all.join();
      }
      @Tool() twice(@Param({ name: 'b' }) a: string, b: string): string {
        return a + b;
      }
      @Tool() prototype(@Param({ name: '__proto__' }) a: string): string {
        return a;
      }
    }
    expect(compileProblemsOf(Service)).toMatchObject([
      { where: 'Service.destructured, parameter 1', seen: 'it is destructured and has no name.' },
      { where: 'Service.rest, parameter 1', seen: 'it is a rest parameter.' },
      { where: "Service.twice, parameter 2 'b'", seen: 'another parameter has this name.' },
      {
        where: "Service.prototype, parameter 1 '__proto__'",
        seen: 'the name __proto__ is refused in arguments.',
      },
    ]);
  });

  it('everything that is wrong with it, in one error', () => {
    class Service {
      @Tool({ name: 'not safe', annotations: { readOnlyHint: true } })
      @Returns({ type: () => Map } as never)
      first(list: string[], either: string | number): string {
        return list.join() + String(either);
      }
      @Tool() second({ a }: Record<string, string>): string {
        return String(a);
      }
    }
    const problems = compileProblemsOf(Service);
    expect(problems.map(({ where }) => where)).toEqual([
      'Service.first',
      'Service.first',
      "Service.first, parameter 1 'list'",
      "Service.first, parameter 2 'either'",
      'Service.first, @Returns',
      'Service.second, parameter 1',
    ]);
    for (const { seen, fix } of problems) {
      expect(seen).not.toBe('');
      expect(fix).not.toBe('');
    }
    expect(() => createToolRuntime([Service])).toThrow(/first[^]*second/);
  });

  it('types that cannot be named, together with its other mistakes', () => {
    class Service {
      @Tool()
      @Returns((() => missing()) as never)
      find(
        @Param({ type: (() => missing()) as never }) a: object,
        @Param({ type: Service as never }) b: object,
        @Param({ type: String as never }) c: object,
        list: string[],
      ): unknown {
        return [a, b, c, list];
      }
    }
    const missing = (): never => {
      throw new ReferenceError('used before its declaration');
    };
    expect(compileProblemsOf(Service).map(({ where }) => where)).toEqual([
      "Service.find, parameter 1 'a'",
      "Service.find, parameter 2 'b'",
      "Service.find, parameter 3 'c'",
      "Service.find, parameter 4 'list'",
      'Service.find, @Returns',
    ]);
  });
});

describe('hints', () => {
  it.each([
    ['read_only', {}, { readOnlyHint: true }],
    ['idempotent', {}, { idempotentHint: true }],
    ['side_effecting', {}, {}],
    ['read_only', { openWorldHint: true }, { readOnlyHint: true, openWorldHint: true }],
    ['idempotent', { destructiveHint: true }, { idempotentHint: true, destructiveHint: true }],
    ['side_effecting', { idempotentHint: true }, { idempotentHint: true }],
  ] as const)('of a %s tool that states %p are %p', (replayClass, stated, shown) => {
    const [tool] = createToolRuntime([serviceWith(replayClass, stated)]).definitions();
    expect(tool?.annotations).toEqual(shown);
    expect(tool?.replayClass).toBe(replayClass);
  });

  it.each([
    ['read_only', { readOnlyHint: false }],
    ['read_only', { destructiveHint: true }],
    ['idempotent', { idempotentHint: false }],
    ['idempotent', { readOnlyHint: true }],
    ['side_effecting', { readOnlyHint: true }],
  ] as const)('may not contradict: %s with %p', (replayClass, stated) => {
    const [problem] = compileProblemsOf(serviceWith(replayClass, stated));
    expect(problem?.where).toBe('Service.doIt');
    expect(problem?.seen).toContain(
      `the replay class '${replayClass}' contradicts ${Object.keys(stated).join()}`,
    );
  });

  it('never set the replay class', () => {
    const [tool] = createToolRuntime([
      declareMethod({ annotations: { idempotentHint: true } }),
    ]).definitions();
    expect(tool?.replayClass).toBe('side_effecting');
  });
});

import {
  Action,
  createToolRuntime,
  Param,
  ReplayClass,
  Returns,
  RunContext,
  Tool,
  ToolSet,
} from 'toolwright';
import { inject, injectable } from 'tsyringe';
import { type AnyClass, compileProblemsOf, problemsOf } from '../support/problems-of.js';

const placesOf = (target: AnyClass): string[] =>
  compileProblemsOf(target).map(({ where, seen, fix }) => `${where}: ${seen} ${fix}`);

const REMEDY = 'add @Tool() to the member, or remove the decorator.';

class Query extends Action {
  @Param() text!: string;
}

describe('a decorator that nobody would read is refused:', () => {
  it('on methods without @Tool', () => {
    class Orders {
      @Tool() find(): string {
        return '';
      }
      @ReplayClass('read_only') lookup(): string {
        return '';
      }
      @Returns(() => String) count(): string {
        return '';
      }
      remove(@Param() id: string): string {
        return id;
      }
      @ReplayClass('read_only') static version(): string {
        return '';
      }
    }
    expect(placesOf(Orders)).toEqual([
      `Orders.lookup: @ReplayClass is on a member that is no tool. ${REMEDY}`,
      `Orders.count: @Returns is on a member that is no tool. ${REMEDY}`,
      `Orders.remove: @Param is on a member that is no tool. ${REMEDY}`,
      `Orders.version: @ReplayClass is on a member that is no tool. ${REMEDY}`,
    ]);
  });

  it('in a class where @Tool was forgotten altogether', () => {
    class Orders {
      @ReplayClass('read_only') lookup(): string {
        return '';
      }
    }
    expect(placesOf(Orders)).toEqual([
      `Orders.lookup: @ReplayClass is on a member that is no tool. ${REMEDY}`,
    ]);
  });

  it('together with the other mistakes of the class', () => {
    class Orders {
      @Tool() find(tags: string[]): string {
        return tags.join();
      }
      @ReplayClass('read_only') lookup(): string {
        return '';
      }
    }
    expect(compileProblemsOf(Orders).map(({ where }) => where)).toEqual([
      'Orders.lookup',
      "Orders.find, parameter 1 'tags'",
    ]);
  });

  it('on a property of a service, and on a static one', () => {
    class Orders {
      @Param() limit = 5;
      @Param() static region = 'eu';
      @Tool() find(): string {
        return '';
      }
    }
    expect(placesOf(Orders)).toEqual([
      'Orders.limit: @Param is on a property that no model supplies. put it on a parameter of a tool method.',
      'Orders.region: @Param is on a property that no model supplies. remove static, or the decorator.',
    ]);
  });

  it('on a service class: @Returns', () => {
    @Returns(() => String)
    class Orders {
      @Tool() find(): string {
        return '';
      }
    }
    expect(placesOf(Orders)).toEqual([
      'Orders: @Returns is on a class that is no tool. put it on the tool methods.',
    ]);
  });

  it('on execute of a tool class', () => {
    @Tool()
    class Open {
      @ReplayClass('read_only') execute(@Param() run: RunContext): string {
        return run.runId;
      }
    }
    expect(placesOf(Open)).toEqual([
      'Open.execute: @ReplayClass is on a member that is no tool. put it on the class.',
      'Open.execute: @Param is on a member that is no tool. make the argument a @Param property of the class.',
    ]);
  });

  it('on a property of an executor, whose action is another class', () => {
    @Tool({ action: Query })
    class Search {
      @Param() limit = 5;
      execute(): string {
        return '';
      }
    }
    expect(placesOf(Search)).toEqual([
      'Search.limit: @Param is on a property that no model supplies. move it to the action class.',
    ]);
  });
});

describe('a decorator is accepted', () => {
  it('on a member that is a tool by inheritance, or becomes one in a subclass', () => {
    class Base {
      @Tool() find(id: string): string {
        return id;
      }
      lookup(@Param('The id.') id: string): string {
        return id;
      }
    }
    class Sub extends Base {
      @ReplayClass('read_only') override find(@Param('The order id.') id: string): string {
        return id;
      }
      @Tool() override lookup(id: string): string {
        return id;
      }
    }
    const { toolsMap } = createToolRuntime([Sub]);
    expect(toolsMap.get('find')).toMatchObject({
      replayClass: 'read_only',
      inputSchema: { properties: { id: { description: 'The order id.' } } },
    });
    expect(toolsMap.get('lookup')?.inputSchema.properties).toMatchObject({ id: { description: 'The id.' } });
    expect(compileProblemsOf(Base)).toMatchObject([{ where: 'Base.lookup' }]);
  });

  it('on execute: @Returns', () => {
    @Tool()
    class Open {
      @Returns(() => Number) execute(): number {
        return 1;
      }
    }
    expect(createToolRuntime([Open]).definitions()[0]?.outputSchema).toBeDefined();
  });

  it('on properties of a DTO that finds itself by static tools', () => {
    class Ticket {
      @Param() id!: string;
      @Tool() @Returns(() => Ticket) static find(id: string): Ticket {
        return Object.assign(new Ticket(), { id });
      }
    }
    expect(createToolRuntime([Ticket]).definitions()[0]?.outputSchema?.required).toEqual(['id']);
  });
});

describe('the same decorator twice on one spot is refused:', () => {
  const twice = 'it stands here twice.';

  it('on a member', () => {
    const of = (first: MethodDecorator, second: MethodDecorator) => (): unknown => {
      class Orders {
        @first @second find(): string {
          return '';
        }
      }
      return Orders;
    };
    expect(problemsOf(of(Tool('Finds.'), Tool({ name: 'seek' })))).toEqual([
      { where: 'Orders.find, @Tool', seen: twice, fix: 'keep one.' },
    ]);
    expect(problemsOf(of(ReplayClass('read_only'), ReplayClass('idempotent')))).toMatchObject([
      { where: 'Orders.find, @ReplayClass', seen: twice },
    ]);
    expect(
      problemsOf(
        of(
          Returns(() => String),
          Returns(() => Number),
        ),
      ),
    ).toMatchObject([{ where: 'Orders.find, @Returns', seen: twice }]);
  });

  it('on a class', () => {
    const of = (first: ClassDecorator, second: ClassDecorator) => (): unknown => {
      @first
      @second
      class Orders {}
      return Orders;
    };
    expect(problemsOf(of(Tool(), Tool()))).toMatchObject([{ where: 'Orders, @Tool', seen: twice }]);
    const sets = [ToolSet(), ToolSet()] as unknown as [ClassDecorator, ClassDecorator];
    expect(problemsOf(of(...sets))).toMatchObject([{ where: 'Orders, @ToolSet', seen: twice }]);
  });

  it('on a parameter or a property', () => {
    const onParameter = (): unknown => {
      class Orders {
        @Tool() find(@Param('A') @Param('B') id: string): string {
          return id;
        }
      }
      return Orders;
    };
    const onProperty = (): unknown => {
      class Order {
        @Param('A') @Param('B') id!: string;
      }
      return Order;
    };
    expect(problemsOf(onParameter)).toMatchObject([
      { where: 'Orders.find, @Param on parameter 1', seen: twice },
    ]);
    expect(problemsOf(onProperty)).toMatchObject([{ where: 'Order.id, @Param', seen: twice }]);
  });
});

describe('a constructor with parameters', () => {
  class Database {}

  it('is refused where nothing decorates the class, so that their types are unknown', () => {
    class Orders {
      constructor(readonly database: Database) {}
      @Tool() find(): string {
        return '';
      }
    }
    expect(compileProblemsOf(Orders)).toEqual([
      {
        where: 'Orders, constructor',
        seen: 'it takes parameters, but no types were emitted for them.',
        fix: 'put @injectable() of tsyringe, or @ToolSet(), on the class, and compile with "emitDecoratorMetadata": true; or write @inject(TheClass) on each parameter, as esbuild and tsx need it.',
      },
    ]);
  });

  it('is accepted with @injectable(), @ToolSet() or @inject, and when parents are decorated', () => {
    @injectable()
    class First {
      constructor(readonly database: Database) {}
      @Tool() first(): string {
        return '';
      }
    }
    @ToolSet()
    class Second {
      constructor(readonly database: Database) {}
      @Tool() second(): string {
        return '';
      }
    }
    class Third {
      constructor(@inject('db') readonly database: Database) {}
      @Tool() third(): string {
        return '';
      }
    }
    class Fourth extends First {
      @Tool() fourth(): string {
        return '';
      }
    }
    for (const target of [First, Second, Third, Fourth]) expect(compileProblemsOf(target)).toEqual([]);
  });

  it('is known by tokens alone when every parameter has one', () => {
    const withTokens = (...positions: number[]): AnyClass => {
      class Orders {
        constructor(
          readonly database: Database,
          readonly currency: string,
        ) {}
        @Tool() find(): string {
          return '';
        }
      }
      for (const position of positions) inject(`token ${position}`)(Orders, undefined, position);
      return Orders;
    };
    expect(compileProblemsOf(withTokens(0, 1))).toEqual([]);
    expect(compileProblemsOf(withTokens(0))).toMatchObject([{ where: 'Orders, constructor' }]);
  });

  it('does not matter where all tools are static, or every parameter has a default', () => {
    class Statics {
      constructor(readonly database: Database) {}
      @Tool() static find(): string {
        return '';
      }
    }
    class Defaults {
      constructor(readonly database = new Database()) {}
      @Tool() seek(): string {
        return '';
      }
    }
    expect(compileProblemsOf(Statics)).toEqual([]);
    expect(compileProblemsOf(Defaults)).toEqual([]);
  });
});

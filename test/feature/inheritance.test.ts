import { IsString } from 'class-validator';
import {
  createToolRuntime,
  Param,
  ReplayClass,
  Returns,
  Tool,
  type ToolDefinition,
  ToolSet,
} from 'toolwright';
import { type AnyClass, compileProblemsOf } from '../support/problems-of.js';

const toolsOf = (...classes: AnyClass[]): ReadonlyMap<string, ToolDefinition> =>
  createToolRuntime(classes).toolsMap;

const namesOf = (...classes: AnyClass[]): string[] => [...toolsOf(...classes).keys()];

const toolOf = (target: AnyClass): ToolDefinition => createToolRuntime([target]).definitions()[0]!;

const textOf = async (target: AnyClass, name: string, args: object = {}): Promise<string> =>
  (await createToolRuntime([target]).call({ name, arguments: args })).text;

class Order {
  @IsString() id!: string;
}

describe('inheritance', () => {
  @ReplayClass('read_only')
  class Base {
    @Tool({ name: 'find', description: 'Finds.', title: 'Find', timeoutMs: 10, maxRetries: 1 })
    @Returns(() => Order)
    lookUp(
      @Param({ description: 'The id.', pattern: '^A' }) id: string,
      @Param({ description: 'How many.', maximum: 9 }) count: number,
    ): Order {
      return { id: id + String(count) };
    }
    @Tool('Says who it is.') who(): string {
      return 'base';
    }
  }

  const described = (target: AnyClass): object[] =>
    createToolRuntime([target])
      .definitions()
      .map(d => d.describe());
  const before = JSON.stringify(described(Base));

  it('gives a subclass the tools of its parent', async () => {
    class Sub extends Base {
      @Tool() more(): string {
        return 'more';
      }
    }
    expect(namesOf(Sub)).toEqual(['find', 'who', 'more']);
    expect(toolsOf(Sub).get('more')?.replayClass).toBe('read_only');
    expect(described(Sub).slice(0, 2)).toEqual(described(Base));
    expect(await textOf(Sub, 'find', { id: 'A', count: 1 })).toBe('{"id":"A1"}');
  });

  it('lets a subclass override name, description and facts of parameters', async () => {
    @ToolSet({ prefix: 'sub' })
    @ReplayClass('idempotent')
    class Sub extends Base {
      @Tool({ name: 'search', timeoutMs: 20 })
      override lookUp(@Param('Another id.') id: string, @Param({ maximum: 5 }) count: number): Order {
        return { id: `sub ${id}${count}` };
      }
      @Tool('Says more.') @ReplayClass('side_effecting') override who(): string {
        return 'sub';
      }
    }
    const [search, who] = createToolRuntime([Sub]).definitions();
    expect(search).toMatchObject({
      name: 'sub_search',
      description: 'Finds.',
      title: 'Find',
      replayClass: 'idempotent',
    });
    expect(search?.policy).toEqual({ timeoutMs: 20, maxRetries: 1 });
    expect(search?.inputSchema.properties).toEqual({
      id: { type: 'string', description: 'Another id.', pattern: '^A' },
      count: { type: 'number', description: 'How many.', maximum: 5 },
    });
    expect(search?.outputSchema?.required).toEqual(['id']);
    expect(who).toMatchObject({ name: 'sub_who', description: 'Says more.', replayClass: 'side_effecting' });
    expect(await textOf(Sub, 'sub_search', { id: 'A', count: 1 })).toBe('{"id":"sub A1"}');
  });

  it('takes parameter types of a decorated override from the override', () => {
    class Sub extends Base {
      @Tool() override lookUp(id: string, count: number, exact?: boolean): Order {
        return { id: id + String(count) + String(exact) };
      }
    }
    expect(toolOf(Sub).inputSchema.properties?.['exact']).toEqual({ type: 'boolean' });
  });

  it('refuses an undecorated override with parameters, whose types nobody knows', () => {
    class Sub extends Base {
      override lookUp(id: string, count: number): Order {
        return { id: id + String(count) };
      }
    }
    expect(compileProblemsOf(Sub)).toMatchObject([{ where: 'Sub.lookUp' }]);
    expect(compileProblemsOf(Sub)[0]?.fix).toContain('put @Tool() on the override');
  });

  it('accepts an undecorated override without parameters', async () => {
    class Sub extends Base {
      override who(): string {
        return 'undecorated';
      }
    }
    expect(await textOf(Sub, 'who')).toBe('undecorated');
    expect(toolsOf(Sub).get('who')?.description).toBe('Says who it is.');
  });

  it('reaches tool classes, their properties and action classes', () => {
    @Tool({ description: 'Does.', maxRetries: 2 })
    class Command {
      @Param({ description: 'Text.', minLength: 2 }) text!: string;
      execute(): string {
        return '';
      }
    }
    @Tool({ name: 'special' })
    class Special extends Command {
      @Param('Better text.') override text!: string;
      @Param() more!: boolean;
    }
    class Renamed extends Command {}
    expect(toolOf(Special)).toMatchObject({
      name: 'special',
      description: 'Does.',
      policy: { maxRetries: 2 },
    });
    expect(toolOf(Special).inputSchema.properties).toEqual({
      text: { type: 'string', description: 'Better text.', minLength: 2 },
      more: { type: 'boolean' },
    });
    expect(toolOf(Renamed).describe()).toEqual({ ...toolOf(Command).describe(), name: 'renamed' });
  });

  it('does not change the parent', () => {
    expect(JSON.stringify(described(Base))).toBe(before);
  });
});

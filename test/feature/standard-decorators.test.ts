import { transformSync as esbuild } from 'esbuild';
import * as toolwright from 'toolwright';
import { createToolRuntime } from 'toolwright';
import type { ToolManifest } from 'toolwright/manifest';
import ts from 'typescript';
import { openDesk } from '../support/mcp-client.js';
import { type AnyClass, compileProblemsOf, problemsOf } from '../support/problems-of.js';

const compilers: Record<string, (source: string) => string> = {
  tsc: source =>
    ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2022 } }).outputText,
  esbuild: source =>
    esbuild(source, { loader: 'ts', target: 'es2022', tsconfigRaw: { compilerOptions: {} } }).code,
};

/** The classes of a source that uses the decorators of the standard (TC39). */
function compileWith(compiler: string, source: string, names: readonly string[]): AnyClass[] {
  const exported = Object.entries(toolwright);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the compiler's output has to run in this realm.
  const run = new Function(
    ...exported.map(([name]) => name),
    `${compilers[compiler]!(source)}\nreturn [${names.join()}];`,
  ) as (...values: unknown[]) => AnyClass[];
  return run(...exported.map(([, value]) => value));
}

const SERVICE = `
@ToolSet({ prefix: 'shop' })
class Shop {
  @Tool({ description: 'Order something.', params: { item: { type: 'string', pattern: '^S' }, count: { type: 'integer', default: 1 } } })
  @ReplayClass('idempotent')
  @Returns({ type: 'string' })
  order(item, count) { return item + ' x ' + count; }

  @Tool({ params: { page: { type: 'integer' } } })
  static pages(page) { return page + 1; }
}
class Sale extends Shop {
  @Tool({ params: { item: { description: 'What to sell.' } } })
  order(item, count) { return 'sold ' + super.order(item, count); }
}`;

const COMMAND = `
@Tool('Open a ticket.')
@ReplayClass('side_effecting')
class OpenTicket {
  @Param({ type: 'string', minLength: 3 }) summary;
  @Param({ type: 'integer', optional: true }) urgency = 2;
  execute() { return this.summary + ' ' + this.urgency; }
}`;

describe.each(Object.keys(compilers))('decorators of the standard, compiled by %s', compiler => {
  const compile = (source: string, ...names: string[]): AnyClass[] => compileWith(compiler, source, names);

  it('make methods tools, with parameters that @Tool describes', async () => {
    const runtime = createToolRuntime(compile(SERVICE, 'Shop'));
    const [order] = runtime.definitions();
    expect(order?.describe()).toMatchObject({
      name: 'shop_order',
      replayClass: 'idempotent',
      inputSchema: {
        properties: { item: { type: 'string', pattern: '^S' }, count: { type: 'integer', default: 1 } },
        required: ['item'],
      },
      outputSchema: { properties: { result: { type: 'string' } } },
    });
    expect((await runtime.call({ name: 'shop_order', arguments: { item: 'Socks' } })).text).toBe('Socks x 1');
    expect((await runtime.call({ name: 'shop_order', arguments: { item: 'x' } })).text).toContain('/item');
    expect((await runtime.call({ name: 'shop_pages', arguments: { page: 1 } })).text).toBe('2');
  });

  it('make methods resources and prompts', async () => {
    const source = `class Shop {
      @Resource('shop://{id}', { params: { id: { type: 'string' } } }) item(id) { return id; }
      @Prompt({ params: { who: { type: 'string' } } }) greet(who) { return 'Hi ' + who; }
    }`;
    const desk = await openDesk(compile(source, 'Shop'));
    const client = await desk.connect();
    const { contents } = await client.readResource({ uri: 'shop://7' });
    expect(contents).toMatchObject([{ text: '7' }]);
    const { messages } = await client.getPrompt({ name: 'greet', arguments: { who: 'Bo' } });
    expect(messages).toMatchObject([{ content: { text: 'Hi Bo' } }]);
    await desk.close();
  });

  it('add to what a parent class says, and leave the parent as it is', async () => {
    const [shop, sale] = compile(SERVICE, 'Shop', 'Sale') as [AnyClass, AnyClass];
    const runtime = createToolRuntime([sale]);
    expect(runtime.toolsMap.get('shop_order')?.inputSchema.properties?.['item']).toEqual({
      type: 'string',
      pattern: '^S',
      description: 'What to sell.',
    });
    expect((await runtime.call({ name: 'shop_order', arguments: { item: 'S' } })).text).toBe('sold S x 1');
    expect(createToolRuntime([shop]).toolsMap.get('shop_order')?.inputSchema.properties?.['item']).toEqual({
      type: 'string',
      pattern: '^S',
    });
  });

  it('make a class a tool, with its fields as arguments', async () => {
    const runtime = createToolRuntime(compile(COMMAND, 'OpenTicket'));
    expect((await runtime.call({ name: 'open_ticket', arguments: { summary: 'Leak' } })).text).toBe('Leak 2');
    expect((await runtime.call({ name: 'open_ticket', arguments: { summary: 'x' } })).isError).toBe(true);
  });

  it('find the types in a manifest', () => {
    const manifest: ToolManifest = {
      version: 1,
      generator: 'by hand',
      sources: {},
      types: {},
      tools: [
        {
          id: 'a.ts#Plain.find',
          className: 'Plain',
          member: 'find',
          description: 'Find it.',
          parameters: [{ name: 'sort', schema: { type: 'string', enum: ['a', 'b'] } }],
        },
      ],
    };
    const [plain] = compile('class Plain { @Tool() find(sort) { return sort; } }', 'Plain');
    const [find] = createToolRuntime([plain as AnyClass], { manifest }).definitions();
    expect(find?.description).toBe('Find it.');
    expect(find?.inputSchema.properties).toEqual({ sort: { type: 'string', enum: ['a', 'b'] } });
  });

  it('without types from anywhere are refused, naming the cause', () => {
    const [plain] = compile('class Plain { @Tool() find(sort) { return sort; } }', 'Plain');
    expect(compileProblemsOf(plain as AnyClass)).toMatchObject([
      {
        where: "Plain.find, parameter 1 'sort'",
        seen: expect.stringContaining('No type metadata') as string,
      },
    ]);
  });

  it.each([
    ["getter 'text', @Tool", 'class A { @Tool() get text() { return ""; } }', 'it is on no method.'],
    [
      "getter 'text', @Param",
      'class A { @Param() get text() { return ""; } }',
      'it is on a method or accessor.',
    ],
    ['A, @Param', '@Param() class A {}', 'it is on a class.'],
    ["method '#hidden', @Tool", 'class A { @Tool() #hidden() {} }', 'it is on a private member.'],
    ["method 'find', @ReplayClass", 'class A { @ReplayClass("often") find() {} }', undefined],
  ])('are refused where they mean nothing: %s', (where, source, seen) => {
    const [problem] = problemsOf(() => compile(source, 'A'));
    expect(problem?.where).toBe(where);
    if (seen !== undefined) expect(problem?.seen).toBe(seen);
  });
});

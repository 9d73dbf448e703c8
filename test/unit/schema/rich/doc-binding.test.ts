import type { ManifestClass, ManifestTool } from '../../../../src/schema/manifest/manifest.js';
import { buildProject, buildSource, problemsIn, removeProjects, writeProject } from './sources.js';

afterAll(removeProjects);

const toolIn = async (text: string): Promise<ManifestTool> => (await buildSource(text)).manifest.tools[0]!;

describe('the comment of a method', () => {
  it('describes tool, parameters, what is inside them, and the result', async () => {
    const tool = await toolIn(`
interface Options { limit?: number; order: { by: string } }
export class A {
  /**
   * Look up orders.
   *
   * @param name - Whose orders.
   * @param options - How.
   * @param options.limit - How many.
   * @param options.order.by - What decides.
   * @returns The numbers.
   * @deprecated Use search.
   * @example { "name": "anna", "options": { "limit": 1, "order": { "by": "date" } } }
   * @example
   * \`\`\`ts
   * await orders.find('anna', { order: { by: 'date' } })
   * \`\`\`
   */
  @Tool() find(name: string, options: Options, run: RunContext): number[] { return [] }
}`);
    expect(tool).toMatchObject({
      description: 'Look up orders.',
      deprecated: 'Use search.',
      examples: [
        { name: 'anna', options: { limit: 1, order: { by: 'date' } } },
        { name: 'anna', options: { order: { by: 'date' } } },
      ],
      parameters: [
        { name: 'name', description: 'Whose orders.' },
        {
          name: 'options',
          description: 'How.',
          schema: {
            type: 'object',
            properties: {
              limit: { type: 'number', description: 'How many.' },
              order: { properties: { by: { type: 'string', description: 'What decides.' } } },
            },
          },
        },
        { name: 'run', isRun: true },
      ],
      returns: { description: 'The numbers.' },
    });
  });

  it('is that of the parent or the interface where an override has none', async () => {
    const { manifest } = await buildSource(`
interface Finder {
  /** Finds things.
   * @param text - What to look for. */
  find(text: string): void;
}
export class Base implements Finder { @Tool() find(text: string) {} }
export class Sub extends Base { override find(text: string) {} }
export class Own extends Base {
  /** Finds more. */
  override find(text: string) {}
}`);
    expect(manifest.tools.map(({ id, description }) => [id, description])).toEqual([
      ['src/tools.ts#Base.find', 'Finds things.'],
      ['src/tools.ts#Own.find', 'Finds more.'],
      ['src/tools.ts#Sub.find', 'Finds things.'],
    ]);
    expect(manifest.tools[2]?.parameters?.[0]?.description).toBe('What to look for.');
  });

  it('may stand on the parameter itself, with constraints', async () => {
    const tool = await toolIn(`
export class A {
  @Tool() find(
    /** How many. @minimum 1 @type integer */ limit: number,
    /**
     * Which.
     * @pattern ^a
     */
    code: string | null,
  ) {}
}`);
    expect(tool.parameters).toEqual([
      { name: 'limit', schema: { type: 'integer', minimum: 1 }, description: 'How many.' },
      { name: 'code', schema: { type: ['string', 'null'], pattern: '^a' }, description: 'Which.' },
    ]);
  });
});

describe('the comment of a property', () => {
  it('gives its description, constraints, default and examples', async () => {
    const { manifest } = await buildSource(`
/** A line. */
export class Line {
  /**
   * Article number.
   * @minLength 3
   * @example ABC
   * @example 123
   */
  sku!: string;
  /** How many.
   * @type integer
   * @maximum 9
   * @default 2 */
  count?: number;
  /** @deprecated */
  old = 1;
}
interface Page {
  /** Where to start. @minimum 0 */
  offset: number;
  /** @example ["a"] */
  tags: string[];
}
export class A { /** @param line - x
 * @param page - x */ @Tool() add(line: Line, page: Page) {} }`);
    expect((manifest.types['Line'] as ManifestClass).properties).toEqual([
      {
        name: 'sku',
        schema: { type: 'string', minLength: 3 },
        description: 'Article number.',
        examples: ['ABC', '123'],
      },
      {
        name: 'count',
        schema: { type: 'integer', maximum: 9 },
        optional: true,
        description: 'How many.',
        default: 2,
      },
      { name: 'old', schema: { type: 'number' }, optional: true, default: 1, deprecated: true },
    ]);
    expect(manifest.types['Line']).toMatchObject({ description: 'A line.' });
    expect(manifest.types['Page']).toMatchObject({
      schema: {
        properties: {
          offset: { type: 'number', minimum: 0, description: 'Where to start.' },
          tags: { type: 'array', examples: [['a']] },
        },
      },
    });
  });
});

const REFUSED: Readonly<Record<string, readonly [source: string, where: string, seen: RegExp, fix: RegExp]>> =
  {
    'a @param without a parameter': [
      'export class A {\n  /** @param nmae - Who. */\n  @Tool() find(name: string) {}\n}',
      'src/tools.ts:4 A.find',
      /'@param nmae'/,
      /'name'/,
    ],
    'a path that the type does not have': [
      'interface O { limit: number }\nexport class A {\n  /** @param o - x\n   * @param o.limt - y */\n  @Tool() find(o: O) {}\n}',
      'src/tools.ts:6 A.find(o.limt)',
      /does not have/,
      /correct the name/,
    ],
    'a constraint on the method': [
      'export class A {\n  /** Finds.\n   * @minimum 1 */\n  @Tool() find(name: number) {}\n}',
      'src/tools.ts:5 A.find',
      /'@minimum'/,
      /parameter itself/,
    ],
    'a constraint that does not fit the type': [
      'class L {\n  /** @minimum 1 */\n  name!: string\n}\nexport class A { @Tool() find(l: L) {} }',
      'src/tools.ts:4 L.name',
      /'@minimum' says nothing about a value of type string/,
      /remove it/,
    ],
    'an integer that is text': [
      'export class A { @Tool() find(/** @type integer */ a: string) {} }',
      'src/tools.ts:2 A.find(a)',
      /'@type'/,
      /remove it/,
    ],
    'a constraint without a value': [
      'interface L {\n  /** @minimum abc */\n  count: number\n}\nexport class A { @Tool() find(l: L) {} }',
      'src/tools.ts:4 L.count',
      /abc/,
      /./,
    ],
    'a property that the comment hides': [
      'class L {\n  /** @internal */\n  secret = 1\n}\nexport class A { @Tool() find(l: L) {} }',
      'src/tools.ts:4 L.secret',
      /'@internal', and a model is told of it all the same/,
      /Omit<T/,
    ],
    'a property inside a type in place': [
      'interface L { in: {\n  /** @ignore */\n  secret?: string } }\nexport class A { @Tool() find(l: L) {} }',
      'src/tools.ts:4 L.in.secret',
      /'@ignore'/,
      /private/,
    ],
    'an example of other arguments': [
      'export class A {\n  /** Finds.\n   * @example { "nam": "x" } */\n  @Tool() find(name: string) {}\n}',
      'src/tools.ts:5 A.find',
      /@example does not fit/,
      /correct/,
    ],
    'a call with another type': [
      'export class A {\n  /** Finds.\n   * @example find(1) */\n  @Tool() find(name: string) {}\n}',
      'src/tools.ts:5 A.find',
      /@example does not fit: .*name/,
      /correct/,
    ],
    'an example of a property': [
      'class L {\n  /** @example [1] */\n  names!: string[]\n}\nexport class A { @Tool() find(l: L) {} }',
      'src/tools.ts:4 L.names',
      /@example does not fit/,
      /correct/,
    ],
    'a default outside its own limits': [
      'class L {\n  /** @maximum 5 */\n  count = 9\n}\nexport class A { @Tool() find(l: L) {} }',
      'src/tools.ts:4 L.count',
      /default does not fit/,
      /correct/,
    ],
  };

describe('a comment that is wrong', () => {
  test.each(Object.entries(REFUSED))('%s', async (_name, [source, where, seen, fix]) => {
    expect(await problemsIn(source)).toEqual([
      { where, seen: expect.stringMatching(seen), fix: expect.stringMatching(fix) },
    ]);
  });
});

it('tells all that is wrong in comments at once', async () => {
  const problems = await problemsIn(`
interface O { limit: number }
class L {
  /** @maximum 5 */
  count = 9;
  /** @minimum abc */
  size = 1;
}
export class A {
  /** Finds.
   * @param o.limt - x
   * @param nobody - y
   * @example { "o": { "limit": "a" } }
   */
  @Tool() find(o: O, l?: L) {}
}`);
  expect(problems.map(({ seen }) => seen).sort()).toEqual([
    expect.stringMatching(/^its @example does not fit/),
    expect.stringMatching(/describes a member/),
    expect.stringMatching(/'@minimum abc'/),
    expect.stringMatching(/'@param nobody'/),
    expect.stringMatching(/^its default does not fit/),
  ]);
});

it('gives the reason of a deprecation to the model', async () => {
  const { manifest } = await buildSource(`
/** A line.
 * @deprecated Use Row. */
export class Line {
  /** The number.
   * @deprecated Use code. */
  sku?: string;
  /** @deprecated Not read. */
  old = 1;
  /** @deprecated */
  bare?: string;
}
interface Page {
  /** @deprecated Use start. */
  offset?: number;
}
export class A {
  /** Adds.
   * @param line - What.
   * @param page - Where. */
  @Tool() add(/** @deprecated Use row. */ line: Line, page: Page) {}
}`);
  const reason = (text: string): object => ({ description: text, deprecated: true });
  const line = manifest.types['Line'] as ManifestClass;
  expect(line.description).toBe('A line.\n\nDeprecated: Use Row.');
  expect(line.properties).toEqual([
    expect.objectContaining(reason('The number.\n\nDeprecated: Use code.')),
    expect.objectContaining(reason('Deprecated: Not read.')),
    expect.not.objectContaining({ description: expect.anything() as string }),
  ]);
  expect(line.properties[2]).toMatchObject({ deprecated: true });
  expect(manifest.types['Page']).toMatchObject({
    schema: { properties: { offset: reason('Deprecated: Use start.') } },
  });
  expect(manifest.tools[0]?.parameters?.[0]).toMatchObject(reason('What.\n\nDeprecated: Use row.'));
});

describe('a warning', () => {
  const warningsIn = async (text: string): Promise<readonly string[]> => (await buildSource(text)).warnings;

  it('tells of parameters that nothing describes', async () => {
    const warnings = await warningsIn(
      "export class A {\n  @Tool() m(a: string, @Param('b') b: string, @Param({ description: 'c' }) c: string, run: RunContext) {}\n}",
    );
    expect(warnings).toEqual([expect.stringMatching(/^src\/tools\.ts:3 A\.m\(a\): nothing describes it/)]);
  });

  it('tells of comments that the compiler gives to nobody', async () => {
    const warnings = await warningsIn(
      'interface O { /** Lost. */ a: string; /** Lost too. */ b: string }\nexport class A { /** Finds. @param o - x */\n @Tool() m(o: O) {} }',
    );
    expect(warnings).toEqual(
      expect.arrayContaining([expect.stringMatching(/^src\/tools\.ts:2 O\.\w: the comment before it/)]),
    );
  });

  it('tells of what a comment hides in a result, and not of what is no property', async () => {
    const tool = (more: string): string =>
      `export class A {\n /** Finds. ${more} */\n @Tool() m(): R { return null as never } }`;
    const [first, ...others] = await warningsIn(
      `/** @internal */ interface R {\n /** @internal */\n a: string }\n${tool('@internal')}`,
    );
    expect(first).toMatch(/^src\/tools\.ts:4 R\.a: its comment has '@internal'.*in the result/);
    expect(others).toEqual([]);
  });

  it('tells of tags that are misspelt, by type and member', async () => {
    const warnings = await warningsIn(
      'interface O {\n /** @minimun 3 */\n a: number }\nexport class A {\n /** Finds. @param o - x */\n @Tool() m(o: O) {} }',
    );
    expect(warnings).toEqual(["src/tools.ts:4 O.a: @minimun is not read. Did you mean '@minimum'?"]);
  });

  it('tells of examples that are neither JSON nor a call', async () => {
    const warnings = await warningsIn(
      'export class A {\n  /** Finds.\n   * @param a - x\n   * @example find something */\n  @Tool() m(a: string) {}\n}',
    );
    expect(warnings).toEqual([
      expect.stringMatching(/^src\/tools\.ts:6 A\.m: its @example is not understood/),
    ]);
  });
});

it('reads wrappers of the project as tools', async () => {
  const root = writeProject({
    'src/own.ts': "import { Tool } from 'toolwright';\nexport const Command = () => Tool({});",
    'src/a.ts': "import { Command } from './own.js';\nexport class A { @Command() m(a: string) {} }",
  });
  expect((await buildProject(root)).manifest.tools).toEqual([]);
  const { manifest } = await buildProject(root, { decorators: ['Command'] });
  expect(manifest.tools.map(({ id }) => id)).toEqual(['src/a.ts#A.m']);
});

it('reads a comment between a decorator and the name', async () => {
  const tool = await toolIn(`
export class A {
  @Tool()
  /**
   * Finds.
   * @param a - What.
   */
  async find(a: string) {}
}`);
  expect(tool).toMatchObject({ description: 'Finds.', parameters: [{ description: 'What.' }] });
});

it('takes the words alone from the comments of installed packages', async () => {
  const root = writeProject({
    'node_modules/money/package.json': '{ "name": "money", "types": "index.d.ts" }',
    'node_modules/money/index.d.ts':
      'export interface Money {\n  /**\n   * How much.\n   * @minimum abc\n   * @example new Money()\n   */\n  amount: number;\n}',
    'src/a.ts':
      "import { Tool } from 'toolwright';\nimport type { Money } from 'money';\nexport class A { @Tool() m(x: Money) {} }",
  });
  const { manifest } = await buildProject(root);
  expect(manifest.types['Money']).toMatchObject({
    schema: { properties: { amount: { type: 'number', description: 'How much.' } } },
  });
  expect(JSON.stringify(manifest.types)).not.toMatch(/minimum|new Money/);
});

it('checks the examples of a class that is a tool', async () => {
  const source = (example: string): string => `
/**
 * Opens.
 * @example ${example}
 */
@Tool() export class Open { @Param('What.') what!: string; execute() {} }`;
  expect((await toolIn(source('{ "what": "x" }'))).examples).toEqual([{ what: 'x' }]);
  expect(await problemsIn(source('{ "what": 1 }'))).toEqual([
    { where: 'src/tools.ts:7 Open', seen: expect.stringMatching(/@example/), fix: expect.any(String) },
  ]);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestClass, ManifestField } from '../../../../src/schema/manifest/manifest.js';
import { readProject } from '../../../../src/schema/rich/source/read-project.js';
import { buildProject, buildSource, problemsIn, removeProjects, writeProject } from './sources.js';

afterAll(removeProjects);

const fieldsOf = async (text: string): Promise<readonly ManifestField[]> =>
  (await buildSource(text)).manifest.tools[0]?.parameters ?? [];

describe('a tool is found', () => {
  it.each([
    ['by another name', "import { Tool as AiTool } from 'toolwright';\nexport class A { @AiTool() m() {} }"],
    ['in a namespace', "import * as tw from 'toolwright';\nexport class A { @tw.Tool() m() {} }"],
    [
      'through a file that passes it on',
      "import { Tool } from './passes.js';\nexport class A { @Tool() m() {} }",
    ],
    [
      'where the package is not installed',
      "import { Tool } from 'toolwright';\nexport class A { @Tool() m() {} }",
    ],
  ])('%s', async (what, text) => {
    const root = writeProject({
      'src/passes.ts': "export { Tool } from 'toolwright';",
      'src/a.ts': text,
      ...(what.includes('not installed') ? { 'node_modules/toolwright/index.d.ts': 'export {};' } : {}),
    });
    const { manifest } = await buildProject(root);
    expect(manifest.tools.map(({ id }) => id)).toEqual(['src/a.ts#A.m']);
  });

  it('only where the decorator is ours', async () => {
    const root = writeProject({
      'src/a.ts':
        'function Tool() { return (target: object, name: string) => {} }\nexport class A { @Tool() m(x: any) {} }',
    });
    expect((await buildProject(root)).manifest.tools).toEqual([]);
  });
});

it('knows the run where the package is not installed', async () => {
  const root = writeProject({
    'node_modules/toolwright/index.d.ts': '',
    'node_modules/toolwright/package.json': '{}',
    'src/a.ts':
      "import { Tool, type RunContext } from 'toolwright';\nexport class A { @Tool() m(a: string, run?: RunContext<string>) {} }",
  });
  const { manifest } = await buildProject(root);
  expect(manifest.tools[0]?.parameters?.[1]).toEqual({ name: 'run', isRun: true });
});

describe('a type that a decorator states', () => {
  it('is not judged', async () => {
    const fields = await fieldsOf(`export class A {
  @Tool({ params: { b: { schema: {} }, c: { description: 'C' } } })
  m(@Param({ type: 'integer' }) a: any, b: unknown, c: string, @Param({ enum: ['x'] }) d: any = 'x') {}
}`);
    expect(fields).toEqual([
      { name: 'a' },
      { name: 'b' },
      { name: 'c', schema: { type: 'string' } },
      { name: 'd', optional: true, default: 'x' },
    ]);
  });

  it('of an override is that of the method it overrides', async () => {
    const { manifest } = await buildSource(`
export class A { @Tool() m(@Param({ schema: {} }) a: any) {} }
export class B extends A { override m(a: any) {} }`);
    expect(manifest.tools.map(({ id, parameters }) => [id, parameters])).toEqual([
      ['src/tools.ts#A.m', [{ name: 'a' }]],
      ['src/tools.ts#B.m', [{ name: 'a' }]],
    ]);
  });
});

it('keeps names apart that need quotes', async () => {
  const { manifest } = await buildSource(
    "interface Odd { 'with-dash': string; 1: number; 'a b'?: boolean; constructor: string }\nexport class A { @Tool() m(x: Odd) {} }",
  );
  expect(manifest.types['Odd']).toEqual({
    kind: 'schema',
    schema: {
      type: 'object',
      properties: {
        'with-dash': { type: 'string' },
        1: { type: 'number' },
        'a b': { type: 'boolean' },
        constructor: { type: 'string' },
      },
      required: ['with-dash', '1', 'constructor'],
      additionalProperties: false,
    },
  });
});

it('gives the classes that a manifest shares a name of their own', async () => {
  const root = writeProject({
    'src/a.ts': 'export class Item { a!: string }\nexport interface Object { own: string }',
    'src/b.ts': 'export class Item { b!: string }',
    'src/tools.ts': `import { Tool } from 'toolwright';
import { Item, type Object as Own } from './a.js';
import { Item as Other } from './b.js';
export class A { @Tool() m(x: Item, y: Other, z: Own) {} }`,
  });
  const { manifest } = await buildProject(root);
  expect(Object.keys(manifest.types)).toEqual(['Item', 'Item2', 'Object']);
  expect((manifest.types['Item2'] as ManifestClass).id).toBe('src/b.ts#Item');
  expect(manifest.tools[0]?.parameters?.map(({ schema }) => schema?.$ref)).toEqual([
    '#/types/Item',
    '#/types/Item2',
    '#/types/Object',
  ]);
});

it('reads types of installed packages, and depends on them', async () => {
  const root = writeProject({
    'node_modules/money/package.json': '{ "name": "money", "type": "module", "types": "index.d.ts" }',
    'node_modules/money/index.d.ts':
      'export interface Money { amount: number }\nexport interface Other { x: Map<string, string> }',
    'node_modules/unused/package.json': '{ "name": "unused", "type": "module", "types": "index.d.ts" }',
    'node_modules/unused/index.d.ts': 'export interface Unused { a: string }',
    'src/tools.ts': `import { Tool } from 'toolwright';
import type { Money } from 'money';
import type { Unused } from 'unused';
export let unused: Unused;
export class A { @Tool() m(x: Money) {} }`,
  });
  const { manifest } = await buildProject(root);
  expect(Object.keys(manifest.sources)).toEqual([
    'node_modules/money/index.d.ts',
    'src/tools.ts',
    'tsconfig.json',
  ]);
  expect(manifest.types['Money']).toBeDefined();
});

it('gives the same bytes for the same sources, wherever they are, and other ones when a source changed', async () => {
  const files = {
    'src/b.ts':
      "export type Kind = 'z' | 'a';\nexport interface B { kind: Kind }\nexport interface C { kind: 'c' }",
    'src/a.ts': `import { Tool } from 'toolwright';\nimport type { B, C } from './b.js';
export class A { @Tool() m(x: C | B, y: (B | C)[]): B { return x as B } }`,
  };
  const [first, second] = [writeProject(files), writeProject(files)];
  const textOf = async (root: string): Promise<string> => JSON.stringify((await buildProject(root)).manifest);
  const text = await textOf(first);
  expect(await textOf(second)).toBe(text);
  expect(text).not.toContain(first);
  writeFileSync(join(first, 'src/b.ts'), readFileSync(join(first, 'src/b.ts'), 'utf8').replace("'z'", "'y'"));
  expect(await textOf(first)).not.toBe(text);
});

it('keeps unions in the order in which they are written', async () => {
  const fields = await fieldsOf(`
interface First { kind: 'first' }
interface Second { kind: 'second' }
let early: 'low' | Second;
export class A { @Tool() m(a: Second | First, b: 'mid' | 'low', c: { kind: 'b' | 'a' }) {} }`);
  expect(fields.map(({ schema }) => schema)).toMatchObject([
    { anyOf: [{ $ref: '#/types/Second' }, { $ref: '#/types/First' }] },
    { enum: ['mid', 'low'] },
    { properties: { kind: { enum: ['b', 'a'] } } },
  ]);
});

describe('a generic class', () => {
  it('of nothing but data is a type for each of its arguments', async () => {
    const { manifest } = await buildSource(
      'export class Page<T> { items!: T[] }\nexport class A { @Tool() m(x: Page<string>, y: Page<number>) {} }',
    );
    expect(Object.entries(manifest.types).map(([name, { kind }]) => [name, kind])).toEqual([
      ['Page_number', 'schema'],
      ['Page_string', 'schema'],
    ]);
  });

  it('of more than data has to be completed by a class', async () => {
    const generic = 'export class Page<T> { items!: T[]; first() { return this.items[0] } }\n';
    await expect(buildSource(`${generic}export class A { @Tool() m(x: Page<string>) {} }`)).rejects.toThrow(
      /A\.m\(x\): the class 'Page<string>' is generic .* class … extends Page<string>/,
    );
    const { manifest } = await buildSource(
      `${generic}export class Texts extends Page<string> {}\nexport class A { @Tool() m(x: Texts) {} }`,
    );
    expect(manifest.types['Texts']).toMatchObject({
      kind: 'class',
      properties: [{ name: 'items', schema: { type: 'array', items: { type: 'string' } } }],
    });
  });
});

describe('a result', () => {
  const resultOf = async (type: string, declarations = ''): Promise<unknown> => {
    const { manifest, warnings } = await buildSource(
      `${declarations}\nexport class A { @Tool() m(): ${type} { throw new Error() } }`,
    );
    const schema = manifest.tools[0]?.returns?.schema;
    return schema?.$ref === undefined
      ? (schema ?? warnings)
      : manifest.types[schema.$ref.slice('#/types/'.length)];
  };

  it('may be of a class that nothing could be made of', async () => {
    const declarations = 'abstract class Shape { area = 0; protected hidden = 1; abstract draw(): void }';
    expect(await resultOf('Shape', declarations)).toEqual({
      kind: 'schema',
      schema: { type: 'object', properties: { area: { type: 'number' } }, required: ['area'] },
    });
  });

  it.each([
    ['Iterable<string>', /Iterable<string>/],
    ['AsyncGenerator<string>', /AsyncGenerator<string/],
    ['Map<number, string>', /Map<number, string>/],
    ['{ a: unknown }', /unknown/],
    ['{ a: Deep }', /returns\.a\.b\.when.*WeakMap/],
  ])('of %s is not advertised, which a warning tells', async (type, seen) => {
    const declarations = 'interface Deep { b: { when: WeakMap<object, string> } }';
    expect(await resultOf(type, declarations)).toEqual([expect.stringMatching(seen)]);
  });

  it('is not advertised either where another tool met the type before', async () => {
    const { manifest, warnings } = await buildSource(`
interface Inner { bad: RegExp }
interface Outer { inner: Inner }
export class A { @Tool() a(): Inner { throw 1 } @Tool() b(): Outer { throw 1 } @Tool() c(): Outer[] { throw 1 } }`);
    expect(manifest.tools.map(({ returns }) => returns)).toEqual([undefined, undefined, undefined]);
    expect(manifest.types).toEqual({});
    expect(warnings.map(text => /A\.(\w): its result is not advertised\./.exec(text)?.[1])).toEqual([
      'a',
      'b',
      'c',
    ]);
  });
});

it('refuses a service as an argument', async () => {
  const problems = await problemsIn(
    'class Desk { #open = 1; answer() { return this.#open } }\nexport class A { @Tool() m(desk: Desk) {} }',
  );
  expect(problems).toEqual([
    {
      where: 'src/tools.ts:3 A.m(desk)',
      seen: expect.stringMatching(/'Desk' has no data/),
      fix: expect.any(String),
    },
  ]);
});

it('says what the numbers of an enum mean beside what its author says', async () => {
  const { manifest } = await buildSource(`
enum Level { Low, High }
interface Task {
  /** How urgent. */
  level: Level;
}
export class A { @Tool() m(task: Task) {} }`);
  expect(manifest.types['Task']).toMatchObject({
    schema: { properties: { level: { enum: [0, 1], description: 'How urgent. 0 = Low, 1 = High.' } } },
  });
});

describe('a tsconfig', () => {
  const failure = async (path: string): Promise<unknown> =>
    readProject(path).catch((error: unknown) => error);

  it('names the sources; those it extends count among what the manifest depends on', async () => {
    const root = writeProject({
      'base.json': '{ "compilerOptions": { "noImplicitAny": false } }',
      'tsconfig.json':
        '{ "extends": "./base.json", "compilerOptions": { "module": "nodenext", "experimentalDecorators": true }, "files": ["src/a.ts"] }',
      'src/a.ts': "import { Tool } from 'toolwright';\nexport class A { @Tool() m(a: string) {} }",
      'src/b.ts': "import { Tool } from 'toolwright';\nexport class B { @Tool() m(a: string) {} }",
    });
    const { manifest } = await buildProject(root);
    expect(manifest.tools.map(({ id }) => id)).toEqual(['src/a.ts#A.m']);
    expect(Object.keys(manifest.sources)).toEqual(['base.json', 'src/a.ts', 'tsconfig.json']);
  });

  it('counts as strict, whatever it says', async () => {
    const root = writeProject(
      {
        'src/a.ts':
          "import { Tool } from 'toolwright';\nexport class A { @Tool() m(a: string | null, b?: number) {} }",
      },
      { strict: false, strictNullChecks: false },
    );
    expect((await buildProject(root)).manifest.tools[0]?.parameters).toEqual([
      { name: 'a', schema: { type: ['string', 'null'] } },
      { name: 'b', schema: { type: 'number' }, optional: true },
    ]);
  });

  it.each([
    ['that is not there', undefined, /no such file/],
    ['that is no JSON', '{ "compilerOptions": ', /line 1/],
    ['with an unknown option', '{ "compilerOptions": { "taret": "ES2022" }, "files": ["a.ts"] }', /taret/],
    ['that names no sources', '{ "include": ["nothing"] }', /No inputs were found/],
  ])('%s is refused', async (_what, text, seen) => {
    const root = writeProject(text === undefined ? {} : { 'other.json': text });
    const error = await failure(join(root, 'other.json'));
    expect(error).toMatchObject({ code: 'MANIFEST_UNUSABLE', message: expect.stringMatching(seen) });
    expect((error as Error).message).toContain('other.json');
  });
});

it('says which compiler to install where the one of the project has none', async () => {
  const root = writeProject({
    'node_modules/typescript/package.json':
      '{ "name": "typescript", "version": "7.0.2", "main": "index.js" }',
    'node_modules/typescript/index.js': "exports.version = '7.0.2';",
  });
  await expect(buildProject(root)).rejects.toMatchObject({
    code: 'MANIFEST_UNUSABLE',
    message: 'typescript: version 7.0.2 has no compiler API. Fix: npm install --save-dev typescript@5',
  });
});

it('wants the property that tells the classes of a union apart, although it has an initialiser', async () => {
  const { manifest } = await buildSource(`
class Circle { kind = 'circle' as const; size = 1 }
class Square { kind = 'square' as const; size = 1 }
class Alone { kind = 'alone' as const }
export class A { @Tool() m(x: Circle | Square, y: Alone) {} }`);
  const propertiesOf = (name: string): unknown => (manifest.types[name] as ManifestClass).properties;
  const size = { name: 'size', schema: { type: 'number' }, optional: true, default: 1 };
  expect(propertiesOf('Circle')).toEqual([
    { name: 'kind', schema: { type: 'string', const: 'circle' } },
    size,
  ]);
  expect(propertiesOf('Square')).toEqual([
    { name: 'kind', schema: { type: 'string', const: 'square' } },
    size,
  ]);
  expect(propertiesOf('Alone')).toEqual([
    { name: 'kind', schema: { type: 'string', const: 'alone' }, optional: true, default: 'alone' },
  ]);
});

it('keeps the open names of a class of nothing but data', async () => {
  const { manifest } = await buildSource(
    'class Totals { [key: string]: number; sum!: number }\nexport class A { @Tool() m(x: Totals) {} }',
  );
  expect(manifest.types['Totals']).toMatchObject({
    schema: { properties: { sum: { type: 'number' } }, additionalProperties: { type: 'number' } },
  });
  await expect(
    buildSource('class Open { [key: string]: any; m() {} }\nexport class A { @Tool() m(x: Open) {} }'),
  ).rejects.toThrow(/'Open' has an index signature and is more than data/);
});

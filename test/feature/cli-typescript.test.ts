import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repository, runCli } from '../support/run-cli.js';

const ORDERS = await readFile(join(repository, 'examples/first-tool/orders.ts'), 'utf8');
const DECORATORS = { experimentalDecorators: true, emitDecoratorMetadata: true };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolwright-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(repository, join(folder, 'node_modules', 'toolwright'));
  await symlink(join(repository, 'node_modules/typescript'), join(folder, 'node_modules', 'typescript'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
};
const writeOptions = (compilerOptions: object): Promise<void> =>
  write('tsconfig.json', JSON.stringify({ compilerOptions }));
const list = (module: string) => runCli(['tools', module], { cwd: folder });

const LISTED = { code: 0, stdout: 'lookup_order  read_only  Look up an order.\n', stderr: '' };

describe('TypeScript under any tsconfig', () => {
  it.each<[string, object]>([
    ['no target', {}],
    ['an old target', { target: 'ES5' }],
    ['a new target', { target: 'ESNext' }],
    ['no decorators', { experimentalDecorators: false, emitDecoratorMetadata: false }],
    ['a root folder elsewhere', { rootDir: 'elsewhere' }],
    ['isolated declarations', { isolatedDeclarations: true, declaration: true, declarationMap: true }],
    ['a project reference', { composite: true, incremental: true, tsBuildInfoFile: 'x.tsbuildinfo' }],
    ['one output file', { outFile: 'all.js', module: 'amd' }],
    ['declarations only', { declaration: true, emitDeclarationOnly: true, noEmitOnError: true }],
    ['nothing emitted', { noEmit: true, allowImportingTsExtensions: true }],
    ['erasable syntax only', { erasableSyntaxOnly: true, rewriteRelativeImportExtensions: true }],
    ['helpers from elsewhere', { importHelpers: true, noEmitHelpers: true, target: 'ES2015' }],
    ['CommonJS', { module: 'commonjs', verbatimModuleSyntax: true }],
    ['options that contradict each other', { jsx: 'react', jsxImportSource: 'toy' }],
    ['unknown libraries', { lib: ['ES5'], types: ['nothing'], sourceMap: true, mapRoot: 'maps' }],
  ])('compiles with %s', async (_case, options) => {
    await write('orders.ts', ORDERS);
    await writeOptions({ ...DECORATORS, ...options });
    expect(await list('orders.ts')).toEqual(LISTED);
  });

  it('compiles without a tsconfig', async () => {
    await write('orders.ts', ORDERS);
    expect(await list('orders.ts')).toEqual(LISTED);
  });

  const FIELD = "class Row { field: unknown }\nconst text = 'field' in new Row();";
  const NULLABLE =
    "const typeOf = (of: object, name: string) => { text = (Reflect as any).getMetadata('design:paramtypes', of, name)[0].name; };\n" +
    'let text = "";\nclass Row { @typeOf find(key: string | null) {} }';
  const UNUSED = "import { nothing } from './near.js';\nconst text = (globalThis as any).isNear;";
  const ELEMENT = 'const h = (tag: string) => `h ${tag}`, F = "fragment";\nconst text = ';

  it.each<[string, string, object, string]>([
    ['fields of the standard when the target has them', FIELD, { target: 'ES2022' }, 'true'],
    ['assigned fields when the target is older', FIELD, { target: 'ES2021' }, 'false'],
    ['assigned fields when there is no target', FIELD, {}, 'false'],
    ['useDefineForClassFields', FIELD, { target: 'ES2021', useDefineForClassFields: true }, 'true'],
    ['loose null', NULLABLE, {}, 'String'],
    ['strictNullChecks', NULLABLE, { strictNullChecks: true }, 'Object'],
    ['strict', NULLABLE, { strict: true }, 'Object'],
    ['imports that are not used', UNUSED, {}, 'undefined'],
    ['verbatimModuleSyntax', UNUSED, { verbatimModuleSyntax: true }, 'true'],
    ['jsxFactory', `${ELEMENT} <b />;`, { jsx: 'react', jsxFactory: 'h' }, 'h b'],
    [
      'jsxFragmentFactory',
      `${ELEMENT} <></>;`,
      { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'F' },
      'h fragment',
    ],
    ['jsxImportSource', 'const text = <b />;', { jsx: 'preserve', jsxImportSource: 'toy' }, 'toy b'],
  ])('keeps what the tsconfig means for one file: %s', async (_case, source, options, printed) => {
    await writeOptions(options);
    await write('near.ts', '(globalThis as any).isNear = true; export const nothing = 0;');
    await write('node_modules/toy/jsx-runtime.js', 'exports.jsx = tag => `toy ${tag}`;');
    await write(
      'index.tsx',
      `import { defineTool } from 'toolwright';\n${source}
       export const tool = defineTool({ name: 'show', execute: () => String(text) });`,
    );
    const { stdout } = await runCli(['call', 'index.tsx', 'show'], { cwd: folder });
    expect(stdout).toBe(`${printed}\n`);
  });

  it.each([
    ['broken JSON', '{ "compilerOptions": {\n', 'line 2: '],
    ['a base that is missing', '{ "extends": "./base.json" }', "Cannot read file '"],
    [
      'an unknown option',
      '{ "compilerOptions": { "tarqet": "ES2022" } }',
      "Unknown compiler option 'tarqet'",
    ],
    ['a wrong value', '{ "compilerOptions": { "target": "ES4" } }', "Argument for '--target' option must be"],
  ])('names the tsconfig that has %s', async (_case, tsconfig, text) => {
    await write('orders.ts', ORDERS);
    await write('tsconfig.json', tsconfig);
    const { code, stderr } = await list('orders.ts');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(text) });
    expect(stderr.startsWith(join(folder, 'tsconfig.json is not a usable tsconfig: '))).toBe(true);
  });

  it('understands a base, paths, and imports written for the compiled files', async () => {
    await write('base.json', JSON.stringify({ compilerOptions: { paths: { '@shop/*': ['./shop/*'] } } }));
    await write('tsconfig.json', '// A comment.\n{ "extends": "./base.json", }');
    await write('shop/orders.ts', ORDERS);
    await write('index.mts', "export { Orders } from './near.js';");
    await write('near.ts', "export { Orders } from '@shop/orders';");
    expect(await list('index.mts')).toEqual(LISTED);
  });

  it('reports only what is wrong with the syntax of a file, and where', async () => {
    await writeOptions({ isolatedDeclarations: true });
    await write('index.ts', "export const wrong: number = 'text';\nimport './near.js';");
    await write('near.ts', '\nexport const = ;');
    const { code, stderr } = await list('index.ts');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'near.ts(2,14): error TS1134: Variable declaration expected.\n',
    });
  });
});

describe('a TypeScript module that throws', () => {
  it('is reported with the line that was written', async () => {
    await write('index.ts', "import './near.js';");
    await write('near.ts', 'interface Erased {\n  a: 1;\n}\n\nthrow new Error("no database");');
    const { code, stderr } = await list('index.ts');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `${join(folder, 'index.ts')} cannot be imported: no database\n  at ${join(folder, 'near.ts')}:5\n`,
    });
  });
});

describe('CommonJS in TypeScript', () => {
  it.each([
    ['MODULE', 'tools.cts'],
    ['what it imports', 'index.ts'],
  ])('is refused with what to do: %s', async (_case, module) => {
    await write('tools.cts', "import { readFileSync } from 'node:fs'; export const read = readFileSync;");
    await write('index.ts', "export { read } from './tools.cts';");
    const { code, stderr } = await list(module);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `${join(folder, 'tools.cts')} is CommonJS, and TypeScript is loaded as ES modules here. ` +
        'Rename it to .mts, or compile it with tsc and use the .cjs.\n',
    );
  });

  it.each([
    ['require', "export const fs = require('node:fs');"],
    ['__dirname', 'export const here = __dirname;'],
    ['module', 'module.exports = {};'],
  ])('gets a hint where an ES module uses %s', async (name, source) => {
    await write('index.ts', source);
    const { code, stderr } = await list('index.ts');
    expect(code).toBe(2);
    expect(stderr).toContain(`It is loaded as an ES module, which has no '${name}'. Write import`);
    expect(stderr).toContain(`  at ${join(folder, 'index.ts')}:1\n`);
  });
});

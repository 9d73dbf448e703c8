import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finished, repository, runCli } from '../support/run-cli.js';
import { bundleMinified, type ToolchainName, toolchains } from './toolchains.js';

const SHOP = {
  type: 'object',
  properties: {
    item: { $ref: '#/$defs/Item' },
    note: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    urgent: { type: 'boolean' },
  },
  required: ['item', 'note', 'tags', 'urgent'],
  additionalProperties: false,
  $defs: {
    Item: {
      type: 'object',
      properties: { sku: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
      required: ['sku', 'count'],
      additionalProperties: false,
    },
  },
};
const SHELF = {
  type: 'object',
  properties: { size: { type: 'string', enum: ['s', 'l'] } },
  required: ['size'],
  additionalProperties: false,
};

const NAMES = ['shop', 'sizes', 'shelf'];
const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'nodenext',
    strict: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: true,
    types: [],
  },
  include: ['src'],
};

const EMITTING = ['tsc', 'tsc per file', 'tsc with class fields of the standard', 'SWC', 'Vite'] as const;
const WITHOUT_TYPES = ['SWC without decoratorMetadata', 'esbuild'] as const;
const ALL = Object.keys(toolchains) as ToolchainName[];

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'toolwright-emit-'));
  await mkdir(join(root, 'node_modules'));
  await symlink(repository, join(root, 'node_modules/toolwright'));
  await symlink(join(repository, 'node_modules/class-validator'), join(root, 'node_modules/class-validator'));
  await cp(join(repository, 'test/fixtures/emit'), join(root, 'src'), { recursive: true });
  await writeFile(join(root, 'package.json'), '{"type":"module"}');
  await writeFile(join(root, 'tsconfig.json'), JSON.stringify(TSCONFIG));
});
afterEach(() => rm(root, { recursive: true }));

const list = (name: string): Promise<Finished> =>
  runCli(['tools', join(root, `dist/${name}.js`), '--format', 'json']);

function schemaIn({ stdout, stderr }: Finished, tool: string): unknown {
  expect(stderr).toBe('');
  const listed = JSON.parse(stdout) as { name: string; inputSchema: unknown }[];
  return listed.find(({ name }) => name === tool)?.inputSchema;
}

async function writeManifest(...options: string[]): Promise<void> {
  const { code, stderr } = await runCli(['schema', ...options], { cwd: root });
  expect({ code, stderr: stderr.replace(/^warning: .*\n/gm, '') }).toEqual({ code: 0, stderr: '' });
}

function runTsx(script: string): Finished {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(repository, 'node_modules/tsx/dist/cli.mjs'), '--eval', script],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  return { code: status, stdout, stderr };
}

const TSX_LISTS = `
  import { createToolRuntime } from 'toolwright';
  import { Shop } from './src/shop.ts';
  import { Shelf } from './src/shelf.ts';
  const tools = createToolRuntime([Shop, Shelf]).definitions();
  console.log(JSON.stringify(tools.map(({ inputSchema }) => inputSchema)));`;

describe('without a manifest, a class compiled by', () => {
  it.each(EMITTING)('%s yields the schema', async name => {
    await toolchains[name](root, NAMES);
    expect(schemaIn(await list('shop'), 'order')).toEqual(SHOP);
  });

  it.each(WITHOUT_TYPES)('%s is refused, naming the cause', async name => {
    await toolchains[name](root, NAMES);
    const { code, stderr } = await list('shop');
    expect(code).toBe(2);
    expect(stderr).toContain("Shop.order, parameter 1 'item'");
    expect(stderr).toContain('No type metadata was emitted; tsx, esbuild, Vite up to 7');
  });

  it('tsx is refused, naming the cause', () => {
    expect(runTsx(TSX_LISTS).stderr).toContain('No type metadata was emitted; tsx, esbuild');
  });

  // What compilers emit for an enum of another file differs: its values are known, taken for any text, or refused.
  it.each<[ToolchainName, unknown]>([
    ['tsc', { type: 'string' }],
    ['tsc per file', 'refused'],
    ['SWC', SHELF.properties.size],
  ])('%s tells of an imported enum what it can', async (name, expected) => {
    await toolchains[name](root, NAMES);
    const listed = await list('shelf');
    if (expected === 'refused') expect(listed.stderr).toContain("Shelf.put, parameter 1 'size'");
    else expect(schemaIn(listed, 'put')).toMatchObject({ properties: { size: expected } });
  });
});

describe('with a manifest, a class compiled by', () => {
  it.each(ALL.filter(name => name !== 'Vite, minified'))('%s yields the schema', async name => {
    await writeManifest();
    await toolchains[name](root, NAMES);
    expect(schemaIn(await list('shop'), 'order')).toEqual(SHOP);
    expect(schemaIn(await list('shelf'), 'put')).toEqual(SHELF);
  });

  it('tsx yields the schema', async () => {
    await writeManifest();
    const { stdout, stderr } = runTsx(TSX_LISTS);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([SHOP, SHELF]);
  });

  it.each<[string, () => Promise<void>]>([
    ['Vite, minified', () => toolchains['Vite, minified'](root, ['bundle'])],
    ['esbuild, minified with class-validator in it', () => bundleMinified(root, 'bundle')],
  ])('%s yields the schema when the classes are bound', async (_name, bundle) => {
    await writeManifest('--ts');
    await writeFile(
      join(root, 'src/bundle.ts'),
      "import './toolwright.manifest.js';\nexport { Shop } from './shop.js';\nexport { ClearShelf, Shelf } from './shelf.js';\n",
    );
    await bundle();
    const { stdout, stderr } = await list('bundle');
    expect(stderr).toBe('');
    const listed = JSON.parse(stdout) as { name: string; inputSchema: unknown; description: string }[];
    expect(Object.fromEntries(listed.map(tool => [tool.name, tool.inputSchema]))).toEqual({
      order: SHOP,
      put: SHELF,
      clear_shelf: { type: 'object', properties: SHELF.properties, additionalProperties: false },
    });
    expect(listed.find(({ name }) => name === 'put')?.description).toBe('Put something on the shelf.');
  });
});

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
const LINE = SHOP.$defs.Item;
const DATE = { type: 'string', format: 'date-time' };
const POST = {
  type: 'object',
  properties: {
    parcel: { $ref: '#/$defs/Parcel' },
    since: DATE,
    to: { type: ['string', 'null'] },
    by: { type: 'string', enum: ['air', 'sea'] },
    code: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    limit: { type: 'number' },
  },
  required: ['parcel', 'since', 'to', 'by', 'code'],
  additionalProperties: false,
  $defs: {
    Parcel: {
      type: 'object',
      properties: {
        due: DATE,
        lines: { type: 'array', items: { $ref: '#/$defs/Line' } },
        note: { type: 'string' },
      },
      required: ['due', 'lines'],
      additionalProperties: false,
    },
    Line: LINE,
  },
};
/** Nothing of it is emitted. */
const DEPOT = {
  type: 'object',
  properties: {
    lines: { type: 'array', items: { $ref: '#/$defs/Line' } },
    until: { type: ['string', 'null'], format: 'date-time' },
    by: { type: 'string', enum: ['air', 'sea'] },
    code: { type: ['string', 'number'] },
    note: { type: 'string' },
  },
  required: ['lines', 'until', 'by', 'code'],
  additionalProperties: false,
  $defs: { Line: LINE },
};
const LABEL = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
};
const PRINTER = {
  type: 'object',
  properties: { label: { $ref: '#/$defs/Label' } },
  required: ['label'],
  additionalProperties: false,
  $defs: { Label: LABEL },
};
const STAMP = {
  type: 'object',
  properties: { tag: { $ref: '#/$defs/Tag' } },
  required: ['tag'],
  additionalProperties: false,
  $defs: { Tag: LABEL },
};

const NAMES = ['shop', 'sizes', 'shelf', 'parcel', 'depot', 'labels', 'printer', 'stamp'];
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
  for (const name of ['class-validator', 'class-transformer'])
    await symlink(join(repository, 'node_modules', name), join(root, 'node_modules', name));
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

/** Parameters whose types no compiler emits, and classes that are imported as types. */
async function expectErasedRefused(cause: RegExp): Promise<void> {
  for (const [name, ...places] of [
    ['depot', "Depot.store, parameter 1 'lines': ", "parameter 2 'until': ", "parameter 4 'code': "],
    ['printer', "Printer.print, parameter 1 'label': "],
    ['stamp', "Stamp.stamp, parameter 1 'tag': "],
  ] as const) {
    const { code, stderr } = await list(name);
    expect(code).toBe(2);
    for (const place of places) expect(stderr).toContain(place);
    expect(stderr).toMatch(cause);
  }
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
  import { Post } from './src/parcel.ts';
  import { Depot } from './src/depot.ts';
  const tools = createToolRuntime([Shop, Shelf, Post, Depot]).definitions();
  console.log(JSON.stringify(tools.map(({ inputSchema }) => inputSchema)));`;

describe('without a manifest, a class compiled by', () => {
  it.each(EMITTING)('%s yields the schema, and is refused where types are erased', async name => {
    await toolchains[name](root, NAMES);
    expect(schemaIn(await list('shop'), 'order')).toEqual(SHOP);
    expect(schemaIn(await list('parcel'), 'send')).toEqual(POST);
    await expectErasedRefused(/without ['`]type['`]/);
  });

  it.each(WITHOUT_TYPES)('%s is refused, naming the cause', async name => {
    await toolchains[name](root, NAMES);
    const { code, stderr } = await list('shop');
    expect(code).toBe(2);
    expect(stderr).toContain("Shop.order, parameter 1 'item'");
    expect(stderr).toContain('No type metadata was emitted; tsx, esbuild, Vite up to 7');
    await expectErasedRefused(/No type metadata was emitted/);
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
  it.each(ALL.filter(name => name !== 'Vite, minified'))(
    '%s yields the schema, and asks for erased classes where they are needed',
    async name => {
      await writeManifest();
      await toolchains[name](root, NAMES);
      expect(schemaIn(await list('shop'), 'order')).toEqual(SHOP);
      expect(schemaIn(await list('shelf'), 'put')).toEqual(SHELF);
      expect(schemaIn(await list('parcel'), 'send')).toEqual(POST);
      expect(schemaIn(await list('depot'), 'store')).toEqual(DEPOT);
      // A class that was imported as a type is missed where it is more than data.
      expect(schemaIn(await list('stamp'), 'stamp')).toEqual(STAMP);
      const { code, stderr } = await list('printer');
      expect(code).toBe(2);
      expect(stderr).toContain(
        "Printer.print, parameter 1 'label': the class Label inside it is not known at run time",
      );
    },
  );

  it('gives dates and instances to a tool whose types are not emitted', async () => {
    await writeManifest();
    await toolchains.esbuild(root, NAMES);
    const args = { lines: [{ sku: 'a', count: 1 }], until: '1970-01-01T00:00:01Z', by: 'air', code: 7 };
    const { stdout } = await runCli(['call', join(root, 'dist/depot.js'), 'store', JSON.stringify(args)]);
    expect(stdout).toBe('true,1000,air,7,\n');
  });

  it('tsx yields the schema', async () => {
    await writeManifest();
    const { stdout, stderr } = runTsx(TSX_LISTS);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([SHOP, SHELF, POST, DEPOT]);
  });

  it.each<[string, () => Promise<void>]>([
    ['Vite, minified', () => toolchains['Vite, minified'](root, ['bundle'])],
    ['esbuild, minified with class-validator in it', () => bundleMinified(root, 'bundle')],
  ])('%s yields the schema when the classes are bound', async (_name, bundle) => {
    await writeManifest('--ts');
    await writeFile(
      join(root, 'src/bundle.ts'),
      [
        "import './toolwright.manifest.js';",
        "export { Depot } from './depot.js';",
        "export { Post } from './parcel.js';",
        "export { Printer } from './printer.js';",
        "export { ClearShelf, Shelf } from './shelf.js';",
        "export { Shop } from './shop.js';",
        "export { Stamp } from './stamp.js';",
      ].join('\n'),
    );
    await bundle();
    const { stdout, stderr } = await list('bundle');
    expect(stderr).toBe('');
    const listed = JSON.parse(stdout) as { name: string; inputSchema: unknown; description: string }[];
    expect(Object.fromEntries(listed.map(tool => [tool.name, tool.inputSchema]))).toEqual({
      order: SHOP,
      put: SHELF,
      send: POST,
      store: DEPOT,
      print: PRINTER,
      stamp: STAMP,
      clear_shelf: { type: 'object', properties: SHELF.properties, additionalProperties: false },
    });
    expect(listed.find(({ name }) => name === 'put')?.description).toBe('Put something on the shelf.');
  });
});

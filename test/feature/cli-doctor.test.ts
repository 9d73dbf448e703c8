import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transformSync as esbuild } from 'esbuild';
import { type Finished, repository, runCli } from '../support/run-cli.js';

const SOUND = {
  target: 'ES2022',
  module: 'nodenext',
  strict: true,
  isolatedModules: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};
const PEERS = ['reflect-metadata', 'tsyringe', 'class-validator', 'class-transformer', 'typescript'];
const ORDERS = `import { Tool } from 'toolwright';
export class Orders {
  @Tool('Find an order.') find(id: string): string { return id; }
}
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolwright-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(repository, join(folder, 'node_modules/toolwright'));
  for (const name of PEERS)
    await symlink(join(repository, 'node_modules', name), join(folder, 'node_modules', name));
  await write('package.json', '{ "type": "module" }');
  await writeOptions(SOUND);
});
afterEach(() => rm(folder, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const writeOptions = (compilerOptions: object): Promise<void> =>
  write('tsconfig.json', JSON.stringify({ compilerOptions }));

const examine = (module: string): Promise<Finished> => runCli(['doctor', module], { cwd: folder });

async function findIn(source: string): Promise<string> {
  await write('orders.ts', source);
  const { code, stdout, stderr } = await examine('orders.ts');
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  return stdout;
}

describe('toolwright doctor', () => {
  it('says that nothing is wrong', async () => {
    await write('orders.ts', ORDERS);
    expect(await examine('orders.ts')).toEqual({ code: 0, stdout: '0 errors, 0 warnings\n', stderr: '' });
  });

  it.each([
    ['experimentalDecorators', false, 'error', 'set "experimentalDecorators": true'],
    ['emitDecoratorMetadata', false, 'error', 'set "emitDecoratorMetadata": true.'],
    ['target', 'ES5', 'error', 'set "target": "ES2022".'],
    ['strictNullChecks', false, 'warning', 'set "strict": true.'],
    ['isolatedModules', false, 'warning', 'set "isolatedModules": true'],
  ])('finds a wrong %s in the tsconfig', async (option, value, level, fix) => {
    await writeOptions({ ...SOUND, [option]: value });
    await write('orders.ts', ORDERS);
    const { stdout, code } = await examine('orders.ts');
    expect(stdout).toContain(`${level}  ${join(folder, 'tsconfig.json')}, ${option}: `);
    expect(stdout).toContain(`Fix: ${fix}`);
    expect(code).toBe(level === 'error' ? 1 : 0);
  });

  it('finds metadata that the compiler did not emit, and names the compiler', async () => {
    const { code } = esbuild(ORDERS, {
      loader: 'ts',
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    });
    await write('orders.mjs', code);
    const { stdout } = await examine('orders.mjs');
    expect(stdout).toContain("error  Orders.find, parameter 1 'id': No type metadata was emitted");
    expect(stdout).toContain('MODULE was compiled by esbuild, tsx or Vite up to 7.');
  });

  it('finds a class that is imported as a type only', async () => {
    await write('query.ts', 'export class Query {}\nexport interface Plain {}\n');
    const found = await findIn(
      `import { Tool, Param } from 'toolwright';
import { type Query } from './query.js';
import type { Plain } from './query.js';
export class Orders {
  @Tool('Find an order.') find(query: Query, @Param({ schema: {} }) plain: Plain): void { void [query, plain]; }
}`,
    );
    expect(found).toContain(
      "error  Orders.find, parameter 'query': its class Query is imported with `type`, so it is erased at run time.",
    );
    expect(found).toContain('Fix: write: import { Query } from …');
    expect(found).not.toContain('Plain');
  });

  it('finds a type that is undefined because of a circular import', async () => {
    await write(
      'compiled.mjs',
      `import 'reflect-metadata';
import { Tool } from 'toolwright';
export class Orders { find(query) { return query; } }
Tool('Find an order.')(Orders.prototype, 'find', Object.getOwnPropertyDescriptor(Orders.prototype, 'find'));
Reflect.metadata('design:paramtypes', [undefined])(Orders.prototype, 'find');
`,
    );
    const { stdout } = await examine('compiled.mjs');
    expect(stdout).toContain(
      "Orders.find, parameter 1 'query': The type is undefined: a class that is not loaded yet",
    );
    expect(stdout).toContain('type: () => TheClass');
  });

  it('finds packages that are installed twice, or not at all', async () => {
    await write('orders.ts', ORDERS);
    for (const name of ['reflect-metadata', 'tsyringe']) {
      await mkdir(join(folder, 'node_modules/other/node_modules'), { recursive: true });
      await cp(
        join(repository, 'node_modules', name),
        join(folder, 'node_modules/other/node_modules', name),
        {
          recursive: true,
        },
      );
    }
    await rm(join(folder, 'node_modules/class-validator'));
    const { stdout, code } = await examine('orders.ts');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /warning {2}reflect-metadata: it is installed 2 times \(0\.2\.2 in .*, 0\.2\.2 in .*\)/,
    );
    expect(stdout).toMatch(/error {2}tsyringe: it is installed 2 times/);
    expect(stdout).toContain(
      'error  class-validator: it is not installed.\n  Fix: run: npm install class-validator',
    );
  });

  it('finds a stale manifest, and one that is none', async () => {
    await write('orders.ts', ORDERS);
    const manifest = { version: 1, generator: '', tools: [], types: {}, sources: { 'orders.ts': 'another' } };
    await write('toolwright.manifest.json', JSON.stringify(manifest));
    const stale = await examine('orders.ts');
    expect(stale.stdout).toContain('it is stale: changed or gone since it was written: orders.ts.');
    expect(stale.stdout).toContain('Fix: write it anew: npx toolwright schema -p tsconfig.json');
    await write('toolwright.manifest.json', '{}');
    expect((await examine('orders.ts')).stdout).toContain('its version is missing');
  });

  it('tells why a module cannot be imported', async () => {
    expect(await findIn("import './gone.js';")).toContain('cannot be imported');
  });
});

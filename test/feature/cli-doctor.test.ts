import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync as esbuild } from 'esbuild';
import { Project } from '../support/project.js';
import { type Finished, repository, runCli } from '../support/run-cli.js';

const ORDERS = `import { Tool } from 'toolwright';
export class Orders {
  @Tool('Find an order.') find(id: string): string { return id; }
}
`;

let project: Project;
afterEach(() => {
  project.remove();
});

/** Without the packages that read sources, so that tools have nothing but what compilers emit. */
function open(files: Readonly<Record<string, string>>, options: object = {}): void {
  project = new Project(files, options);
  project.uninstall('typescript-json-schema');
}

const examine = (module = 'src/orders.ts'): Promise<Finished> =>
  runCli(['doctor', module], { cwd: project.root });

async function findIn(source: string): Promise<string> {
  project.write('src/orders.ts', source);
  const { code, stdout, stderr } = await examine();
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  return stdout;
}

describe('toolwright doctor', () => {
  it('says that nothing is wrong', async () => {
    open({ 'src/orders.ts': ORDERS });
    expect(await examine()).toEqual({ code: 0, stdout: '0 errors, 0 warnings\n', stderr: '' });
  });

  it.each([
    ['experimentalDecorators', false, 'error', 'set "experimentalDecorators": true'],
    ['emitDecoratorMetadata', false, 'error', 'set "emitDecoratorMetadata": true.'],
    ['target', 'ES5', 'error', 'set "target": "ES2022".'],
    ['strictNullChecks', false, 'warning', 'set "strict": true.'],
    ['isolatedModules', false, 'warning', 'set "isolatedModules": true'],
  ])('finds a wrong %s in the tsconfig', async (option, value, level, fix) => {
    open({ 'src/orders.ts': ORDERS }, { [option]: value });
    const { stdout, code } = await examine();
    expect(stdout).toContain(`${level}  ${project.path('tsconfig.json')}, ${option}: `);
    expect(stdout).toContain(`Fix: ${fix}`);
    expect(code).toBe(level === 'error' ? 1 : 0);
  });

  it('finds metadata that the compiler did not emit, and names the compiler', async () => {
    const { code } = esbuild(ORDERS, {
      loader: 'ts',
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    });
    open({ 'orders.mjs': code });
    const { stdout } = await examine('orders.mjs');
    expect(stdout).toContain("error  Orders.find, parameter 1 'id': No type metadata was emitted");
    expect(stdout).toContain('MODULE was compiled by esbuild, tsx or Vite up to 7.');
    expect(stdout).toMatch(/^1 error, 0 warnings$/m);
  });

  it('finds a class that is imported as a type only', async () => {
    open({ 'src/query.ts': 'export class Query {}\nexport interface Plain {}\n' });
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
    open({
      'compiled.mjs': `import 'reflect-metadata';
import { Tool } from 'toolwright';
export class Orders { find(query) { return query; } }
Tool('Find an order.')(Orders.prototype, 'find', Object.getOwnPropertyDescriptor(Orders.prototype, 'find'));
Reflect.metadata('design:paramtypes', [undefined])(Orders.prototype, 'find');
`,
    });
    const { stdout } = await examine('compiled.mjs');
    expect(stdout).toContain(
      "Orders.find, parameter 1 'query': The type is undefined: a class that is not loaded yet",
    );
    expect(stdout).toContain('type: () => TheClass');
  });

  it('finds packages that are installed twice, or not at all', async () => {
    open({ 'src/orders.ts': ORDERS });
    const nested = project.path('node_modules/other/node_modules');
    mkdirSync(nested, { recursive: true });
    for (const name of ['reflect-metadata', 'tsyringe'])
      cpSync(join(repository, 'node_modules', name), join(nested, name), { recursive: true });
    project.uninstall('class-validator');
    const { stdout, code } = await examine();
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
    open({ 'src/orders.ts': ORDERS });
    const sources = { 'src/orders.ts': 'another' };
    const manifest = { version: 1, generator: '', tools: [], types: {}, sources };
    project.write('toolwright.manifest.json', JSON.stringify(manifest));
    const stale = await examine();
    expect(stale.stdout).toContain('it is stale: changed or gone since it was written: src/orders.ts.');
    expect(stale.stdout).toContain('Fix: write it anew: npx toolwright schema -p tsconfig.json');
    project.write('toolwright.manifest.json', '{}');
    expect((await examine()).stdout).toContain('its version is missing');
  });

  it('tells why a module cannot be imported', async () => {
    open({});
    expect(await findIn("import './gone.js';")).toContain('cannot be imported');
  });
});

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../support/run-cli.js';

/** The recipe as the guide gives it. */
const recipe = /```js\n([\s\S]*?)```/.exec(readFileSync(join(repository, 'docs/guide.md'), 'utf8'))![1]!;

const ORDERS = `
import 'reflect-metadata';
import { createToolRuntime, Param, Tool } from 'toolwright';
class Orders {
  @Tool('Look up an order.')
  lookUp(@Param({ pattern: '^ORD-' }) orderId: string): string { return orderId.toLowerCase(); }
}
it('works', async () => {
  const runtime = createToolRuntime([Orders]);
  expect((await runtime.call({ name: 'look_up', arguments: { orderId: 'ORD-1' } })).text).toBe('ord-1');
  const { isError } = await runtime.call({ name: 'look_up', arguments: { orderId: 'x' } });
  expect(isError).toBe(true);
});
`;

describe('a CommonJS project', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolwright-cjs-'));
    const modules = join(folder, 'node_modules');
    mkdirSync(modules);
    for (const name of readdirSync(join(repository, 'node_modules'))) {
      symlinkSync(join(repository, 'node_modules', name), join(modules, name));
    }
    // A copy, as npm would install it: a link would lead out of node_modules, which the recipe is about.
    mkdirSync(join(modules, 'toolwright'));
    cpSync(join(repository, 'dist'), join(modules, 'toolwright', 'dist'), { recursive: true });
    cpSync(join(repository, 'package.json'), join(modules, 'toolwright', 'package.json'));
    writeFileSync(join(folder, 'package.json'), '{ "name": "app", "private": true }');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (args: string[]): { status: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    return { status, output: `${stdout}${stderr}` };
  };

  it('can require the package', () => {
    writeFileSync(
      join(folder, 'main.cjs'),
      "const { defineTool, createToolRuntime } = require('toolwright');\n" +
        "const add = defineTool({ name: 'add', input: { a: 'number' }, execute: ({ a }) => a + 1 });\n" +
        "createToolRuntime([add]).call({ name: 'add', arguments: { a: 1 } }).then(({ text }) => console.log(text));",
    );
    expect(run(['main.cjs'])).toEqual({ status: 0, output: '2\n' });
  });

  it('can test with jest by the recipe of the guide', () => {
    writeFileSync(join(folder, 'jest.config.cjs'), recipe);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      '{ "compilerOptions": { "target": "ES2022", "experimentalDecorators": true, "emitDecoratorMetadata": true } }',
    );
    writeFileSync(join(folder, 'orders.test.ts'), ORDERS);
    const { status, output } = run([join(repository, 'node_modules/jest/bin/jest.js'), '--no-cache']);
    expect(output).toContain('1 passed');
    expect(status).toBe(0);
  });
});

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { jest } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import ts from 'typescript';
import { InstalledPackage, readManifest } from '../support/installed-package.js';
import { cliPath, repository } from '../support/run-cli.js';

const ORDERS = `
import 'reflect-metadata';
import { Param, ReplayClass, Tool, ToolSet } from 'toolwright';
import { singleton } from 'tsyringe';

@singleton()
class Shelf {
  readonly orders = ['ORD-1'];
}

@ToolSet()
export class Orders {
  constructor(readonly shelf: Shelf) {}

  @Tool('Look up an order.')
  @ReplayClass('read_only')
  lookUp(@Param({ pattern: '^ORD-' }) orderId: string): string {
    return this.shelf.orders.includes(orderId) ? orderId.toLowerCase() : 'unknown';
  }

  @Tool('Tell which copy of the package runs this.')
  which(): string {
    return process.argv[1]!;
  }
}
`;

const REQUIRING = `
const { defineTool, createToolRuntime } = require('toolwright');
exports.add = defineTool({ name: 'add', input: { a: 'number' }, execute: ({ a }) => a + 1 });
if (require.main === module)
  createToolRuntime([exports.add]).call({ name: 'add', arguments: { a: 1 } }).then(({ text }) => console.log(text));
`;

const ORDERS_TEST = `
import 'reflect-metadata';
import { createToolRuntime } from 'toolwright';
import { Orders } from './orders';

it('works', async () => {
  const runtime = createToolRuntime([Orders]);
  expect((await runtime.call({ name: 'look_up', arguments: { orderId: 'ORD-1' } })).text).toBe('ord-1');
  const { isError } = await runtime.call({ name: 'look_up', arguments: { orderId: 'x' } });
  expect(isError).toBe(true);
});
`;

const CONSUMER = `
import { createToolRuntime, defineTool, MemoryRunStore, type CallObservation, type RunContext } from 'toolwright';
import { serveMcp, type RunningServer } from 'toolwright/mcp';
import { pruneRuns, type PruneReport } from 'toolwright/replay';
import manifest from 'toolwright/package.json' with { type: 'json' };

const add = defineTool({
  name: 'add',
  input: { a: 'number', b: 'number?' },
  execute: ({ a, b }, run: RunContext) => a + (b ?? 0) + run.random(),
});
export const answer: Promise<CallObservation> = createToolRuntime([add]).call({ name: manifest.name });
export const server: Promise<RunningServer> = serveMcp([add], { stdio: true });
export const report: Promise<PruneReport> = pruneRuns(new MemoryRunStore(), { keep: 1 });
// @ts-expect-error -- types that did not resolve would be any, and accept this.
createToolRuntime(42);
`;

/** The recipe as the guide gives it. */
const recipe = /```js\n(\/\/ jest\.config[\s\S]*?)```/.exec(
  readFileSync(join(repository, 'docs/guide.md'), 'utf8'),
)![1]!;

jest.setTimeout(60_000);

let installed: InstalledPackage;
beforeAll(() => {
  installed = new InstalledPackage();
  installed.link('@types/node');
  const compilerOptions = { target: 'ES2022', experimentalDecorators: true, emitDecoratorMetadata: true };
  for (const [folder, type] of [
    ['esm', 'module'],
    ['cjs', 'commonjs'],
  ]) {
    installed.write({
      [`${folder!}/package.json`]: JSON.stringify({ name: folder, private: true, type }),
      [`${folder!}/tsconfig.json`]: JSON.stringify({ compilerOptions }),
      [`${folder!}/orders.ts`]: ORDERS,
    });
  }
  installed.write({
    'cjs/requiring.cjs': REQUIRING,
    'cjs/jest.config.cjs': recipe,
    'cjs/orders.test.ts': ORDERS_TEST,
    'types/consumer.mts': CONSUMER,
  });
});
afterAll(() => installed.remove());

interface Finished {
  readonly code: number | null;
  readonly output: string;
}

function run(folder: string, args: readonly string[]): Promise<Finished> {
  const child = spawn(process.execPath, args, {
    cwd: join(installed.folder, folder),
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  child.stdin.end();
  return new Promise(done => child.once('close', code => done({ code, output })));
}

/** The content of what a tool of a module answers over MCP. */
async function callServed(
  folder: string,
  module: string,
  call: { name: string; arguments: Record<string, unknown> },
): Promise<unknown> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [toolwright(), 'serve', module],
      cwd: join(installed.folder, folder),
    }),
  );
  const { content } = await client.callTool(call);
  await client.close();
  return content;
}

const toolwright = (): string => join(installed.folder, 'node_modules/.bin/toolwright');

describe('the tarball', () => {
  it('holds what was built, what people read, and nothing else', () => {
    const kinds = installed.files.map(path => /^[^/]+/.exec(path)![0]);
    expect([...new Set(kinds)].sort()).toEqual(
      ['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'dist', 'docs', 'package.json'].sort(),
    );
    expect(installed.files.filter(path => /\btest\b|fixture|\.tsbuildinfo$/.test(path))).toEqual([]);
  });

  it('holds every target of its manifest', () => {
    const { exports, bin, main, types } = readManifest(installed.root);
    const targets = Object.values(exports).flatMap(target =>
      typeof target === 'string' ? [target] : Object.values(target),
    );
    for (const target of [main, types, ...Object.values(bin), ...targets]) {
      expect(statSync(join(installed.root, target)).isFile()).toBe(true);
    }
    const command = join(installed.root, bin['toolwright']!);
    expect(readFileSync(command, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(statSync(command).mode & 0o111).toBe(0o111);
  });

  it('has source maps that carry their sources and point nowhere else', () => {
    const maps = installed.files.filter(path => path.endsWith('.map'));
    const mapped = new Set<string>();
    for (const path of maps) {
      const map = JSON.parse(readFileSync(join(installed.root, path), 'utf8')) as {
        sources: string[];
        sourcesContent?: string[];
      };
      expect(map.sourcesContent).toHaveLength(map.sources.length);
      for (const source of map.sources) {
        const target = relative(installed.root, resolve(installed.root, dirname(path), source));
        expect(target).toMatch(/^src\//);
        mapped.add(target);
      }
    }
    expect(mapped.size).toBeGreaterThan(100);
  });

  it('imports only what it declares', () => {
    const { dependencies, optionalDependencies, peerDependencies } = readManifest(installed.root);
    const declared = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    const code = readdirSync(join(installed.root, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter(path => /\.(js|d\.ts)$/.test(path))
      .map(path => readFileSync(join(installed.root, 'dist', path), 'utf8'));
    const imported = code.flatMap(text =>
      ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName),
    );
    const packages = imported
      .filter(name => !/^(\.|node:)/.test(name))
      .map(name => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0])
      .filter(name => !builtinModules.includes(name));
    expect(packages).toContain('tsyringe');
    expect([...new Set(packages)].filter(name => !declared.includes(name))).toEqual([]);
  });
});

describe.each(['esm', 'cjs'])('the installed command on TypeScript in a package of kind %s', folder => {
  it('lists and calls tools', async () => {
    expect(await run(folder, [toolwright(), 'tools', 'orders.ts'])).toEqual({
      code: 0,
      output:
        'look_up  read_only  Look up an order.\n' +
        'which  side_effecting  Tell which copy of the package runs this.\n',
    });
    const call = [toolwright(), 'call', 'orders.ts', 'look_up', '{"orderId":"ORD-1"}'];
    expect(await run(folder, call)).toEqual({ code: 0, output: 'ord-1\n' });
  });

  it('serves tools', async () => {
    expect(
      await callServed(folder, 'orders.ts', { name: 'look_up', arguments: { orderId: 'ORD-1' } }),
    ).toEqual([{ type: 'text', text: 'ord-1' }]);
  });

  it('takes the command line over from the copy that was started', async () => {
    const { code, output } = await run(folder, [cliPath, 'call', 'orders.ts', 'which']);
    expect({ code, isOwn: output.startsWith(join(installed.root, 'dist')) }).toEqual({
      code: 0,
      isOwn: true,
    });
  });
});

describe('the installed command without the packages that read sources', () => {
  const name = (): string => join(installed.folder, 'node_modules/typescript-json-schema');
  beforeAll(() => {
    renameSync(name(), `${name()}.away`);
  });
  afterAll(() => {
    renameSync(`${name()}.away`, name());
  });

  it('names the one that is missing and how to install it, and still runs tools', async () => {
    const { code, output } = await run('esm', [toolwright(), 'schema']);
    expect(code).toBe(2);
    expect(output).toContain('typescript-json-schema: it is not installed');
    expect(output).toContain('npm install --save-dev typescript-json-schema');
    expect((await run('esm', [toolwright(), 'tools', 'orders.ts'])).code).toBe(0);
  });
});

describe('a CommonJS project', () => {
  it('can require the package, and list, call and serve the tools of a module that does', async () => {
    expect(await run('cjs', ['requiring.cjs'])).toEqual({ code: 0, output: '2\n' });
    expect(await run('cjs', [toolwright(), 'call', 'requiring.cjs', 'add', '{"a":2}'])).toEqual({
      code: 0,
      output: '3\n',
    });
    expect(await run('cjs', [toolwright(), 'tools', 'requiring.cjs'])).toEqual({
      code: 0,
      output: 'add  side_effecting  Add.\n',
    });
    expect(await callServed('cjs', 'requiring.cjs', { name: 'add', arguments: { a: 3 } })).toEqual([
      { type: 'text', text: '4' },
    ]);
  });

  it('can test with jest by the recipe of the guide', async () => {
    for (const name of ['ts-jest', 'jest', '@types/jest']) installed.link(name);
    const { code, output } = await run('cjs', [
      join(repository, 'node_modules/jest/bin/jest.js'),
      '--no-cache',
    ]);
    expect(output).toContain('1 passed');
    expect(code).toBe(0);
  });
});

describe('the types of the package', () => {
  it.each([
    // The declarations themselves are checked once, which takes its time.
    ['nodenext', 'nodenext', 'false'],
    ['preserve', 'bundler', 'true'],
  ])('resolve under module %s with resolution %s', async (module, moduleResolution, skipLibCheck) => {
    const args = [
      ...['--noEmit', '--strict', '--target', 'ES2022', '--experimentalDecorators', '--types', 'node'],
      ...['--module', module, '--moduleResolution', moduleResolution, '--skipLibCheck', skipLibCheck],
    ];
    const tsc = join(installed.folder, 'node_modules/typescript/bin/tsc');
    expect(await run('types', [tsc, ...args, 'consumer.mts'])).toEqual({ code: 0, output: '' });
  });
});

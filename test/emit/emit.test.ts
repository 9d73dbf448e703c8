import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync as swc } from '@swc/core';
import { transformSync as esbuild } from 'esbuild';
import ts from 'typescript';
import { type Finished, repository, runCli } from '../support/run-cli.js';

const EXPECTED = {
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

const TSC_OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

const compilers: Record<string, (source: string) => string> = {
  'tsc per file': source => ts.transpileModule(source, { compilerOptions: TSC_OPTIONS }).outputText,
  'tsc with class fields of the standard': source =>
    ts.transpileModule(source, { compilerOptions: { ...TSC_OPTIONS, useDefineForClassFields: true } })
      .outputText,
  'SWC with decoratorMetadata': source => swcWith(source, true),
  'SWC without decoratorMetadata': source => swcWith(source, false),
  // Also what tsx and Vite up to 7 compile with.
  esbuild: source =>
    esbuild(source, { loader: 'ts', tsconfigRaw: { compilerOptions: { experimentalDecorators: true } } })
      .code,
};

function swcWith(source: string, decoratorMetadata: boolean): string {
  return swc(source, {
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata },
      target: 'es2022',
    },
    module: { type: 'es6' },
  }).code;
}

describe('a decorated class compiled by', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolwright-emit-'));
    await mkdir(join(folder, 'node_modules'));
    await symlink(repository, join(folder, 'node_modules', 'toolwright'));
    await symlink(
      join(repository, 'node_modules', 'class-validator'),
      join(folder, 'node_modules', 'class-validator'),
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function listWith(compiler: string): Promise<Finished> {
    const source = await readFile(join(repository, 'test/fixtures/emitted.ts'), 'utf8');
    const module = join(folder, `${compiler.replaceAll(' ', '-')}.mjs`);
    await writeFile(module, compilers[compiler]!(source));
    return runCli(['tools', module, '--format', 'json']);
  }

  it.each(['tsc per file', 'tsc with class fields of the standard', 'SWC with decoratorMetadata'])(
    '%s yields the schema',
    async compiler => {
      const { stdout, stderr } = await listWith(compiler);
      expect(stderr).toBe('');
      expect((JSON.parse(stdout) as { inputSchema: unknown }[])[0]!.inputSchema).toEqual(EXPECTED);
    },
  );

  it.each(['SWC without decoratorMetadata', 'esbuild'])('%s is refused, naming the cause', async compiler => {
    const { code, stderr } = await listWith(compiler);
    expect(code).toBe(2);
    expect(stderr).toContain("Shop.order, parameter 1 'item'");
    expect(stderr).toContain('No type metadata was emitted; tsx, esbuild, Vite up to 7');
  });

  it('tsx is refused, naming the cause', async () => {
    const script =
      "import { createToolRuntime } from 'toolwright'; import { Shop } from './emitted.ts'; createToolRuntime([Shop]);";
    const finished = await runNodeWithTsx(script);
    expect(finished).toContain('No type metadata was emitted; tsx, esbuild');
  });

  async function runNodeWithTsx(script: string): Promise<string> {
    const source = await readFile(join(repository, 'test/fixtures/emitted.ts'), 'utf8');
    await writeFile(join(folder, 'emitted.ts'), source);
    await writeFile(join(folder, 'script.ts'), script);
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(
      join(folder, 'tsconfig.json'),
      '{"compilerOptions":{"experimentalDecorators":true,"emitDecoratorMetadata":true}}',
    );
    const tsx = join(repository, 'node_modules/tsx/dist/cli.mjs');
    return spawnSync(process.execPath, [tsx, 'script.ts'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    }).stderr;
  }
});

import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformSync as swc } from '@swc/core';
import { build as bundle, transformSync as esbuild } from 'esbuild';
import ts from 'typescript';
import { repository } from '../support/run-cli.js';

/** Compiles the modules of a project into its folder `dist`. */
export type Toolchain = (root: string, names: readonly string[]) => Promise<void>;

const OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  strict: true,
  skipLibCheck: true,
  types: [],
};

/** A toolchain that sees one file at a time. */
const perFile =
  (compile: (source: string) => string): Toolchain =>
  async (root, names) => {
    await mkdir(join(root, 'dist'), { recursive: true });
    for (const name of names) {
      const source = await readFile(join(root, 'src', `${name}.ts`), 'utf8');
      await writeFile(join(root, 'dist', `${name}.js`), compile(source));
    }
  };

const withSwc = (decoratorMetadata: boolean): Toolchain =>
  perFile(
    source =>
      swc(source, {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata },
          target: 'es2022',
        },
        module: { type: 'es6' },
      }).code,
  );

const withTsc =
  (options: ts.CompilerOptions): Toolchain =>
  (root, names) => {
    const files = names.map(name => join(root, 'src', `${name}.ts`));
    const outDir = join(root, 'dist');
    ts.createProgram(files, { ...OPTIONS, ...options, outDir, rootDir: join(root, 'src') }).emit();
    return Promise.resolve();
  };

/** The whole build, in a process of its own: Vite is an ES module that reads the folder it is started in. */
const withVite =
  (minify: boolean): Toolchain =>
  async (root, names) => {
    await mkdir(join(root, 'dist'), { recursive: true });
    for (const name of names) {
      const vite = join(repository, 'node_modules/vite/bin/vite.js');
      const args = [vite, 'build', '--ssr', `src/${name}.ts`, '--outDir', `vite-${name}`];
      const { status, stderr } = spawnSync(
        process.execPath,
        [...args, '--logLevel', 'error', ...(minify ? ['--minify', 'oxc'] : [])],
        { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
      );
      if (status !== 0) throw new Error(`Vite failed: ${stderr}`);
      await rename(join(root, `vite-${name}`, `${name}.js`), join(root, 'dist', `${name}.js`));
    }
  };

/** Everything in one file, class-validator too, with names that a minifier chose. */
export async function bundleMinified(root: string, name: string): Promise<void> {
  await bundle({
    entryPoints: [join(root, 'src', `${name}.ts`)],
    outfile: join(root, 'dist', `${name}.js`),
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    external: ['toolwright', 'toolwright/*'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
}

export const toolchains = {
  tsc: withTsc({}),
  'tsc per file': perFile(
    source =>
      ts.transpileModule(source, {
        compilerOptions: { ...OPTIONS, module: ts.ModuleKind.ESNext, isolatedModules: true },
      }).outputText,
  ),
  'tsc with class fields of the standard': withTsc({ useDefineForClassFields: true }),
  SWC: withSwc(true),
  Vite: withVite(false),
  'Vite, minified': withVite(true),
  'SWC without decoratorMetadata': withSwc(false),
  // Also what tsx and Vite up to 7 compile with.
  esbuild: perFile(
    source =>
      esbuild(source, {
        loader: 'ts',
        tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
      }).code,
  ),
} as const satisfies Readonly<Record<string, Toolchain>>;

export type ToolchainName = keyof typeof toolchains;

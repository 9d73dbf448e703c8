import { readFile } from 'node:fs/promises';
import type { LoadFnOutput, LoadHookContext, ResolveFnOutput, ResolveHookContext } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { UsageError } from '../usage-error.js';
import { compileFile, type DecoratorChoice, resolveImport } from './compiler.js';
import { loadTypeScript, TYPESCRIPT_FILE } from './load-typescript.js';

let decorators: DecoratorChoice = 'emitted';

/** What the thread that registers these hooks wants of them. */
export function initialize(data: { readonly decorators: DecoratorChoice } | undefined): void {
  decorators = data?.decorators ?? 'emitted';
}

/** Where Node finds nothing, asks TypeScript what the import means. */
export async function resolve(
  specifier: string,
  context: ResolveHookContext,
  nextResolve: (specifier: string, context: ResolveHookContext) => Promise<ResolveFnOutput>,
): Promise<ResolveFnOutput> {
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    const importer = context.parentURL;
    if (importer === undefined || !importer.startsWith('file:') || !TYPESCRIPT_FILE.test(importer))
      throw error;
    const importerPath = fileURLToPath(importer);
    const found = resolveImport(loadTypeScript(importerPath), specifier, importerPath);
    if (found === undefined) throw error;
    return { url: pathToFileURL(found).href, shortCircuit: true };
  }
}

/** @throws {@link UsageError} for a file that cannot be compiled. */
export async function load(
  url: string,
  context: LoadHookContext,
  nextLoad: (url: string, context: LoadHookContext) => Promise<LoadFnOutput>,
): Promise<LoadFnOutput> {
  if (!url.startsWith('file:') || !TYPESCRIPT_FILE.test(new URL(url).pathname)) return nextLoad(url, context);
  const path = fileURLToPath(url);
  // Node gives a hooked CommonJS module a `require` that knows no ES modules, and toolwright is one.
  if (path.endsWith('.cts')) {
    throw new UsageError(
      `${path} is CommonJS, and TypeScript is loaded as ES modules here. Rename it to .mts, or compile it with tsc and use the .cjs.`,
    );
  }
  const source = compileFile(loadTypeScript(path), path, await readFile(path, 'utf8'), decorators);
  return { format: 'module', source, shortCircuit: true };
}

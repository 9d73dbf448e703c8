import { readFile } from 'node:fs/promises';
import {
  type LoadFnOutput,
  type LoadHookContext,
  type ResolveFnOutput,
  type ResolveHookContext,
} from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileFile, loadTypeScript, resolveImport } from './compiler.js';

const TYPESCRIPT = /\.[cm]?tsx?$/;

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
    if (importer === undefined || !importer.startsWith('file:') || !TYPESCRIPT.test(importer)) throw error;
    const importerPath = fileURLToPath(importer);
    const found = resolveImport(loadTypeScript(importerPath), specifier, importerPath);
    if (found === undefined) throw error;
    return { url: pathToFileURL(found).href, shortCircuit: true };
  }
}

export async function load(
  url: string,
  context: LoadHookContext,
  nextLoad: (url: string, context: LoadHookContext) => Promise<LoadFnOutput>,
): Promise<LoadFnOutput> {
  if (!url.startsWith('file:') || !TYPESCRIPT.test(new URL(url).pathname)) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const source = compileFile(loadTypeScript(path), path, await readFile(path, 'utf8'));
  return { format: 'module', source, shortCircuit: true };
}

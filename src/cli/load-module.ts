import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  isToolSource,
  type LibraryDefinition,
  PromptDefinition,
  ResourceDefinition,
  type ToolSource,
  ToolwrightError,
} from '../index.js';
import { useManifest } from '../manifest.js';
import { explainImportError } from './import-error.js';
import { findModuleManifest } from './module-manifest.js';
import type { DecoratorChoice } from './typescript/compiler.js';
import { TYPESCRIPT_FILE } from './typescript/load-typescript.js';
import { registerTypeScript } from './typescript/register-hooks.js';
import { UsageError } from './usage-error.js';

/** The absolute path of MODULE. @throws {@link UsageError} when there is no such file. */
export function locateModule(module: string): string {
  const path = resolve(module);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true) return path;
  const seen = found?.isDirectory() === true ? `'${module}' is a folder.` : `There is no file '${module}'.`;
  throw new UsageError(`${seen} Give the path of a module that exports tools.`);
}

/**
 * Imports MODULE and gives what it exports as tools: classes, definitions, `use(…)`, and arrays of them.
 *
 * @param decorators - How TypeScript is compiled: so that its tools work, or as its own build does it.
 * @throws {@link UsageError} when it cannot be imported or exports no tool.
 */
export function loadTools(path: string, decorators: DecoratorChoice = 'emitted'): Promise<ToolSource[]> {
  return loadWhat(isToolSource, path, decorators);
}

/** Like {@link loadTools}, with the resources and prompts that MODULE exports. */
export function loadServed(path: string): Promise<(ToolSource | LibraryDefinition)[]> {
  const isServed = (value: unknown): value is ToolSource | LibraryDefinition =>
    isToolSource(value) || value instanceof ResourceDefinition || value instanceof PromptDefinition;
  return loadWhat(isServed, path, 'emitted');
}

async function loadWhat<T>(
  isWanted: (value: unknown) => value is T,
  path: string,
  decorators: DecoratorChoice,
): Promise<T[]> {
  if (TYPESCRIPT_FILE.test(path)) registerTypeScript(path, decorators);
  // Before the module runs: it may compile tools itself.
  useManifest((await findModuleManifest(path)) ?? false);
  const tools = flatten(await importModule(path)).filter(isWanted);
  if (tools.length > 0) return tools;
  throw new UsageError(
    `${path} exports no tools. Export a class with @Tool, what defineTool() or use() gives, or a list of them; a runtime is made of them, and is none.`,
  );
}

/** What a module exports, with the items of arrays, and of arrays in them, in their place; each array counts once. */
function flatten(module: Record<string, unknown>): unknown[] {
  const seen = new Set<unknown>();
  const flattenItem = (item: unknown): unknown[] => {
    if (!Array.isArray(item)) return [item];
    if (seen.has(item)) return [];
    seen.add(item);
    return item.flatMap(flattenItem);
  };
  return Object.values(module).flatMap(flattenItem);
}

async function importModule(path: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    if (ToolwrightError.is(error) || UsageError.is(error)) throw error;
    throw new UsageError(explainImportError(path, error), error);
  }
}

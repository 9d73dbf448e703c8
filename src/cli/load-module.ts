import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DefinitionError, isToolSource, type ToolSource } from '../index.js';
import { registerTypeScript } from './typescript/register-hooks.js';
import { UsageError } from './usage-error.js';

/** The absolute path of MODULE. @throws {@link UsageError} when there is no such file. */
export function locateModule(module: string): string {
  const path = resolve(module);
  if (existsSync(path) && statSync(path).isFile()) return path;
  throw new UsageError(`There is no file '${module}'. Give the path of a module that exports tools.`);
}

/**
 * Imports MODULE and gives what it exports as tools: classes, definitions, `use(…)`, and arrays of them.
 *
 * @throws {@link UsageError} when it cannot be imported or exports no tool.
 */
export async function loadTools(path: string): Promise<ToolSource[]> {
  if (/\.[cm]?tsx?$/.test(path)) registerTypeScript(path);
  const exported = Object.values(await importModule(path));
  const tools = exported.flat(Number.POSITIVE_INFINITY).filter(isToolSource);
  if (tools.length > 0) return tools;
  throw new UsageError(
    `${path} exports no tools. Export a class with @Tool, or a definition of defineTool().`,
  );
}

async function importModule(path: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof DefinitionError) throw error;
    throw new UsageError(`${path} cannot be imported: ${explain(error)}`, error);
  }
}

function explain(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const missing = /does not provide an export named '([^']+)'/.exec(text)?.[1];
  return missing === undefined
    ? text
    : `${text}\nIf '${missing}' is an interface or type, write: import { type ${missing} }.`;
}

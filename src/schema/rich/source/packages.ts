import { createRequire } from 'node:module';
import { join } from 'node:path';
import type ts from 'typescript';
import type * as schemas from 'typescript-json-schema';
import { ManifestError } from '../../manifest/manifest-error.js';

export type TypeScript = typeof ts;
export type SchemaPackage = typeof schemas;

/** The compiler packages; loaded only where sources are read. */
export interface CompilerPackages {
  readonly ts: TypeScript;
  readonly schemas: SchemaPackage;
}

/**
 * The packages as the project has them, else as this package finds them.
 *
 * @param folder - Of the project, absolute.
 * @throws {@link ManifestError} (`MANIFEST_UNUSABLE`) when a package is not installed, or has no compiler API.
 */
export async function loadCompilerPackages(folder: string): Promise<CompilerPackages> {
  const require = createRequire(join(folder, 'package.json'));
  const typescript = await load<TypeScript>('typescript', require, () => import('typescript'));
  if (typeof (typescript as Partial<TypeScript>).createProgram !== 'function') {
    throw missing('typescript', `version ${typescript.version} has no compiler API.`, 'typescript@5');
  }
  return {
    ts: typescript,
    schemas: await load<SchemaPackage>(
      'typescript-json-schema',
      require,
      () => import('typescript-json-schema'),
    ),
  };
}

async function load<T>(name: string, require: NodeJS.Require, readOwn: () => Promise<unknown>): Promise<T> {
  try {
    return require(name) as T;
  } catch {
    try {
      const module = (await readOwn()) as T & { readonly default?: T };
      return module.default ?? module;
    } catch (error) {
      throw missing(name, 'it is not installed, and reading types from sources needs it.', name, error);
    }
  }
}

const missing = (where: string, seen: string, install: string, cause?: unknown): ManifestError =>
  new ManifestError({ where, seen, fix: `npm install --save-dev ${install}`, cause });

import { createRequire } from 'node:module';
import type ts from 'typescript';
import { UsageError } from '../usage-error.js';

export type TypeScript = typeof ts;

/** Files that are compiled on import. */
export const TYPESCRIPT_FILE = /\.[cm]?tsx?$/;

/** The `typescript` package that a file would import. @throws {@link UsageError} when it has none that can compile. */
export function loadTypeScript(filePath: string): TypeScript {
  const require = createRequire(filePath);
  let found: Partial<TypeScript>;
  try {
    found = require('typescript') as Partial<TypeScript>;
  } catch (error) {
    throw new UsageError(
      `${filePath} is TypeScript, and the package 'typescript' is not installed there. Run: npm install --save-dev typescript@5`,
      error,
    );
  }
  if (typeof found.transpileModule === 'function') return found as TypeScript;
  throw new UsageError(
    `The 'typescript' beside ${filePath} is version ${found.version ?? 'unknown'}, which has no compiler API. Run: npm install --save-dev typescript@5`,
  );
}

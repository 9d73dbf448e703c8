import { readFileSync } from 'node:fs';
import { createToolRuntime, DefinitionError, type ToolSource } from '../../index.js';
import { error, type Finding } from './finding.js';

/** What is wrong with the tools themselves. */
export function checkTools(tools: readonly ToolSource[], modulePath: string): Finding[] {
  try {
    createToolRuntime(tools);
    return [];
  } catch (cause) {
    if (!(cause instanceof DefinitionError)) throw cause;
    const toolchain = guessToolchain(readFileSync(modulePath, 'utf8'));
    return cause.problems.map(({ where, seen, fix }) =>
      error(
        where,
        /^No type metadata/.test(seen) && toolchain !== undefined ? `${seen} ${toolchain}` : seen,
        fix,
      ),
    );
  }
}

/** What compilers leave behind that emit decorators without types. */
function guessToolchain(compiled: string): string | undefined {
  if (/\b__decorateClass\b/.test(compiled)) return 'MODULE was compiled by esbuild, tsx or Vite up to 7.';
  if (/\b_ts_decorate\b/.test(compiled) && !/\b_ts_metadata\b/.test(compiled))
    return 'MODULE was compiled by SWC without "decoratorMetadata": true.';
  if (/\b__decorate\b/.test(compiled) && !/\b__metadata\b/.test(compiled))
    return 'MODULE was compiled by TypeScript without "emitDecoratorMetadata": true.';
  return undefined;
}

import { readFileSync } from 'node:fs';
import {
  createToolRuntime,
  DefinitionError,
  type DefinitionProblem,
  type Logger,
  silentLogger,
  type ToolDefinition,
  type ToolSource,
} from '../../index.js';
import { error, type Finding, warning } from './finding.js';

/** What there is to say of the tools themselves. */
export interface ToolReport {
  readonly findings: readonly Finding[];
  /** None when one of them is wrong. */
  readonly definitions: readonly ToolDefinition[];
  /** A tool lacks the types that the compiler may emit, or has them from nowhere else. */
  readonly needsTypes: boolean;
}

/** What is wrong with the tools themselves. */
export function checkTools(tools: readonly ToolSource[], modulePath: string): ToolReport {
  const findings: Finding[] = [];
  const logger: Logger = {
    ...silentLogger,
    warn: (_message, { className, command } = {}) => {
      // Factories of tools log here too.
      if (typeof className !== 'string' || typeof command !== 'string') return;
      const seen =
        'it is not in the manifest, so its tools are known from decorators and emitted types only.';
      findings.push(warning(className, seen, `write the manifest anew: ${command}`));
    },
  };
  try {
    const definitions = createToolRuntime(tools, { logger }).definitions();
    return { findings, definitions, needsTypes: findings.length > 0 };
  } catch (cause) {
    if (!(cause instanceof DefinitionError)) throw cause;
    const toolchain = guessToolchain(readFileSync(modulePath, 'utf8'));
    return {
      findings: [...findings, ...cause.problems.map(problem => toFinding(problem, toolchain))],
      definitions: [],
      needsTypes: cause.problems.some(({ seen }) => LACKS_TYPES.test(seen)),
    };
  }
}

const LACKS_TYPES = /\bno type(s| metadata) (was|were) emitted\b/i;

function toFinding({ where, seen, fix }: DefinitionProblem, toolchain: string | undefined): Finding {
  const isLost = LACKS_TYPES.test(seen) && toolchain !== undefined;
  return error(where, isLost ? `${seen} ${toolchain}` : seen, fix);
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

import { dirname } from 'node:path';
import type ts from 'typescript';
import { loadTypeScript, type TypeScript } from '../typescript/load-typescript.js';
import { nearestOptions } from '../typescript/tsconfig.js';
import { UsageError } from '../usage-error.js';
import { error, type Finding, note, warning } from './finding.js';

interface Expectation {
  /** `types`: an error for tools that rely on emitted types, a note for others. */
  readonly level: 'error' | 'warning' | 'types';
  readonly option: string;
  holds(options: ts.CompilerOptions, typescript: TypeScript): boolean;
  /** What happens otherwise. */
  readonly seen: string;
  readonly fix: string;
}

const EXPECTATIONS: readonly Expectation[] = [
  {
    level: 'types',
    option: 'experimentalDecorators',
    holds: options => options.experimentalDecorators === true,
    seen: 'it is off, so decorators are compiled as the standard says: without types, and not on parameters.',
    fix: 'set "experimentalDecorators": true, or describe parameters with @Tool({ params }) and a manifest.',
  },
  {
    level: 'types',
    option: 'emitDecoratorMetadata',
    holds: options => options.emitDecoratorMetadata === true,
    seen: 'it is off, so types of parameters and constructors are not there at run time.',
    fix: 'set "emitDecoratorMetadata": true.',
  },
  {
    level: 'error',
    option: 'target',
    holds: ({ target }, { ScriptTarget }) => (target ?? ScriptTarget.ES5) >= ScriptTarget.ES2015,
    seen: 'it is ES5 or missing, so classes become functions.',
    fix: 'set "target": "ES2022".',
  },
  {
    level: 'warning',
    option: 'strictNullChecks',
    holds: ({ strict, strictNullChecks }) => strictNullChecks ?? strict ?? false,
    seen: 'it is off, so `string | null` looks like `string` at run time.',
    fix: 'set "strict": true.',
  },
  {
    level: 'warning',
    option: 'isolatedModules',
    holds: ({ isolatedModules, verbatimModuleSyntax }) =>
      isolatedModules === true || verbatimModuleSyntax === true,
    seen: 'it is off, so an interface in a decorated signature that breaks SWC, Vite and Bun goes unnoticed.',
    fix: 'set "isolatedModules": true.',
  },
];

/**
 * The options of the nearest tsconfig that decide about decorators.
 *
 * @param needsTypes - A tool lacks the types that the compiler may emit.
 */
export function checkTsconfig(modulePath: string, needsTypes: boolean): Finding[] {
  let typescript: TypeScript;
  let options: ts.CompilerOptions;
  let config: string | undefined;
  try {
    typescript = loadTypeScript(modulePath);
    config = typescript.findConfigFile(dirname(modulePath), path => typescript.sys.fileExists(path));
    options = nearestOptions(typescript, modulePath);
  } catch (cause) {
    if (!UsageError.is(cause)) throw cause;
    return [warning('typescript', cause.message, 'mend that, and ask again.')];
  }
  if (config === undefined)
    return [warning('tsconfig.json', 'there is none above MODULE.', 'add one to the project.')];
  const place = config;
  return EXPECTATIONS.filter(each => !each.holds(options, typescript)).map(each =>
    judge(each, `${place}, ${each.option}`, needsTypes),
  );
}

function judge({ level, seen, fix }: Expectation, where: string, needsTypes: boolean): Finding {
  if (level === 'warning') return warning(where, seen, fix);
  if (level === 'error' || needsTypes) return error(where, seen, fix);
  return note(where, `${seen.replace(/\.$/, '')}; the tools of MODULE do without.`);
}

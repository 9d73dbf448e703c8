import { dirname } from 'node:path';
import type ts from 'typescript';
import { loadTypeScript, type TypeScript } from '../typescript/load-typescript.js';
import { nearestOptions } from '../typescript/tsconfig.js';
import { UsageError } from '../usage-error.js';
import { error, type Finding, warning } from './finding.js';

interface Expectation {
  readonly level: 'error' | 'warning';
  readonly option: string;
  holds(options: ts.CompilerOptions, typescript: TypeScript): boolean;
  /** What happens otherwise. */
  readonly seen: string;
  readonly fix: string;
}

const EXPECTATIONS: readonly Expectation[] = [
  {
    level: 'error',
    option: 'experimentalDecorators',
    holds: options => options.experimentalDecorators === true,
    seen: 'it is off, so decorators are compiled as the standard says: without types, and not on parameters.',
    fix: 'set "experimentalDecorators": true, or describe parameters with @Tool({ params }) and a manifest.',
  },
  {
    level: 'error',
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

/** The options of the nearest tsconfig that decide about decorators. */
export function checkTsconfig(modulePath: string): Finding[] {
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
  return EXPECTATIONS.filter(each => !each.holds(options, typescript)).map(({ level, option, seen, fix }) =>
    (level === 'error' ? error : warning)(`${place}, ${option}`, seen, fix),
  );
}

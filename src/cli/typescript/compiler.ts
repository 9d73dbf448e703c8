import type ts from 'typescript';
import { UsageError } from '../usage-error.js';
import type { TypeScript } from './load-typescript.js';
import { nearestOptions } from './tsconfig.js';

/** What a tsconfig has to say about the meaning of one file. Checks, outputs and projects are for its own build. */
const KEPT = [
  'strict',
  'strictNullChecks',
  'verbatimModuleSyntax',
  'jsxFactory',
  'jsxFragmentFactory',
  'jsxImportSource',
] as const satisfies readonly (keyof ts.CompilerOptions)[];

/** Decorators with the types of what they stand on, whatever the tsconfig says of it; or as the tsconfig says. */
export type DecoratorChoice = 'emitted' | 'configured';

/** JavaScript with decorator metadata, for one file, under the nearest tsconfig. @throws {@link UsageError} on a syntax error. */
export function compileFile(
  typescript: TypeScript,
  filePath: string,
  source: string,
  decorators: DecoratorChoice = 'emitted',
): string {
  const { outputText, diagnostics } = typescript.transpileModule(source, {
    fileName: filePath,
    reportDiagnostics: true,
    compilerOptions: emitOptions(typescript, nearestOptions(typescript, filePath), decorators),
  });
  // A diagnostic without a file is about options.
  const errors = (diagnostics ?? []).filter(
    ({ category, file }) => category === typescript.DiagnosticCategory.Error && file !== undefined,
  );
  if (errors.length === 0) return outputText;
  const text = typescript.formatDiagnostics(errors, {
    getCanonicalFileName: name => name,
    getCurrentDirectory: () => process.cwd(),
    getNewLine: () => '\n',
  });
  throw new UsageError(text.trimEnd());
}

function emitOptions(
  typescript: TypeScript,
  configured: ts.CompilerOptions,
  decorators: DecoratorChoice,
): ts.CompilerOptions {
  const { ES5, ES2022 } = typescript.ScriptTarget;
  const target = configured.target ?? (Number.parseInt(typescript.version) < 6 ? ES5 : ES2022);
  const { Preserve, ReactNative, ReactJSX } = typescript.JsxEmit;
  const { jsx = Preserve } = configured;
  return {
    ...Object.fromEntries(KEPT.map(name => [name, configured[name]])),
    // What every supported Node runs, and classes stay classes. Their fields keep the meaning of the project's target.
    target: ES2022,
    useDefineForClassFields: configured.useDefineForClassFields ?? target >= ES2022,
    jsx: jsx === Preserve || jsx === ReactNative ? ReactJSX : jsx,
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
    ...decoratorOptions(decorators === 'emitted' ? EMITTED : configured),
    inlineSourceMap: true,
    inlineSources: true,
  };
}

const EMITTED = { experimentalDecorators: true, emitDecoratorMetadata: true };

/** Types cannot be emitted for decorators of the standard. */
const decoratorOptions = ({
  experimentalDecorators = false,
  emitDecoratorMetadata = false,
}: ts.CompilerOptions) => ({
  experimentalDecorators,
  emitDecoratorMetadata: experimentalDecorators && emitDecoratorMetadata,
});

/** The file that an import means under TypeScript's rules: `./a.js` for a.ts, `paths`, missing extensions. */
export function resolveImport(
  typescript: TypeScript,
  specifier: string,
  importer: string,
): string | undefined {
  const options: ts.CompilerOptions = {
    ...nearestOptions(typescript, importer),
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
  };
  const found = typescript.resolveModuleName(specifier, importer, options, typescript.sys).resolvedModule;
  return found === undefined || /\.d\.[cm]?ts$/.test(found.resolvedFileName)
    ? undefined
    : found.resolvedFileName;
}

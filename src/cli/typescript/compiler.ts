import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type ts from 'typescript';
import { UsageError } from '../usage-error.js';

type TypeScript = typeof ts;

const optionsByConfig = new Map<string, ts.CompilerOptions>();

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

/** JavaScript with decorator metadata, for one file, under the nearest tsconfig. @throws {@link UsageError} on a syntax error. */
export function compileFile(typescript: TypeScript, filePath: string, source: string): string {
  const { outputText, diagnostics } = typescript.transpileModule(source, {
    fileName: filePath,
    reportDiagnostics: true,
    compilerOptions: {
      ...nearestOptions(typescript, filePath),
      module: typescript.ModuleKind.ESNext,
      moduleResolution: typescript.ModuleResolutionKind.Bundler,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      inlineSourceMap: true,
      inlineSources: true,
      sourceMap: false,
      declaration: false,
      isolatedModules: true,
      noEmit: false,
    },
  });
  const errors = (diagnostics ?? []).filter(
    ({ category }) => category === typescript.DiagnosticCategory.Error,
  );
  if (errors.length === 0) return outputText;
  throw new UsageError(
    typescript.formatDiagnostics(errors, {
      getCanonicalFileName: name => name,
      getCurrentDirectory: () => process.cwd(),
      getNewLine: () => '\n',
    }),
  );
}

/** The file that an import means under TypeScript's rules: `./a.js` for a.ts, `paths`, missing extensions. */
export function resolveImport(
  typescript: TypeScript,
  specifier: string,
  importer: string,
): string | undefined {
  const options = { ...nearestOptions(typescript, importer), allowImportingTsExtensions: true };
  const { resolvedModule } = typescript.resolveModuleName(specifier, importer, options, typescript.sys);
  return resolvedModule === undefined || resolvedModule.resolvedFileName.endsWith('.d.ts')
    ? undefined
    : resolvedModule.resolvedFileName;
}

function nearestOptions(typescript: TypeScript, filePath: string): ts.CompilerOptions {
  const configPath = typescript.findConfigFile(dirname(filePath), name => typescript.sys.fileExists(name));
  if (configPath === undefined) return { target: typescript.ScriptTarget.ES2022 };
  let options = optionsByConfig.get(configPath);
  if (options === undefined) {
    const { config } = typescript.readConfigFile(configPath, name => typescript.sys.readFile(name)) as {
      config: unknown;
    };
    // Only the options matter, so the folder is not searched for sources.
    const host = { ...typescript.sys, readDirectory: () => [] };
    options = typescript.parseJsonConfigFileContent(config, host, dirname(configPath)).options;
    optionsByConfig.set(configPath, options);
  }
  return options;
}

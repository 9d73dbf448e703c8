import type ts from 'typescript';
import type { SchemaPackage } from '../source/packages.js';
import type { GeneratedSchema, SchemaGenerator } from './schema-generator.js';

const FILE = '/declarations.ts';
const LIBRARY = '/library.d.ts';
/** What the compiler must find for a program without a library. */
const LIBRARY_TEXT = [
  ...[
    'Boolean',
    'Function',
    'CallableFunction',
    'NewableFunction',
    'IArguments',
    'Number',
    'Object',
    'RegExp',
    'String',
  ].map(name => `interface ${name} {}`),
  'interface Array<T> { length: number; [index: number]: T }',
  'interface ReadonlyArray<T> { readonly length: number; readonly [index: number]: T }',
].join('\n');

/** A small program of nothing but the declarations: neither the project nor a library has to be read. */
export class TypescriptJsonSchema implements SchemaGenerator {
  readonly name: string;

  constructor(
    private readonly schemas: SchemaPackage,
    version: string,
  ) {
    this.name = `typescript-json-schema ${version}`.trim();
  }

  generate(declarations: string, names: readonly string[]): Readonly<Record<string, GeneratedSchema>> {
    const generator = this.schemas.buildGenerator(openDeclarations(this.schemas.ts, declarations), {
      required: true,
      ref: true,
      aliasRef: true,
      ignoreErrors: true,
    });
    if (generator === null || names.length === 0) return {};
    const { definitions = {} } = generator.getSchemaForSymbols([...names]);
    return definitions as Readonly<Record<string, GeneratedSchema>>;
  }
}

function openDeclarations(compiler: SchemaPackage['ts'], declarations: string): ts.Program {
  const files = new Map([
    [FILE, declarations],
    [LIBRARY, LIBRARY_TEXT],
  ]);
  const host: ts.CompilerHost = {
    fileExists: name => files.has(name),
    readFile: name => files.get(name),
    getSourceFile: (name, language) => {
      const text = files.get(name);
      return text === undefined ? undefined : compiler.createSourceFile(name, text, language, true);
    },
    getDefaultLibFileName: () => LIBRARY,
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: name => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
  };
  const options = {
    noLib: true,
    strict: true,
    noEmit: true,
    types: [],
    target: compiler.ScriptTarget.ES2022,
  };
  return compiler.createProgram([LIBRARY, FILE], options, host);
}

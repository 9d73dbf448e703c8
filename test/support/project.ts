import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { repository } from './run-cli.js';

/** What a project that reads its own sources has installed. */
const PACKAGES = [
  ...['reflect-metadata', 'tsyringe', 'class-validator', 'class-transformer'],
  ...['typescript', 'typescript-json-schema', '@types'],
];

const OPTIONS = {
  target: 'ES2022',
  module: 'nodenext',
  strict: true,
  isolatedModules: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
  rootDir: 'src',
  outDir: 'dist',
  types: [] as string[],
};

/** A project in a folder of its own that has this package installed. */
export class Project {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-project-')));

  constructor(files: Readonly<Record<string, string>>, options: object = {}) {
    this.write('package.json', '{ "name": "project", "type": "module" }');
    this.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...OPTIONS, ...options }, include: ['src'] }),
    );
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    for (const name of PACKAGES) this.link(join(repository, 'node_modules', name), name);
    this.link(repository, 'toolwright');
  }

  path(...steps: readonly string[]): string {
    return join(this.root, ...steps);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), text);
  }

  has(path: string): boolean {
    return existsSync(this.path(path));
  }

  delete(path: string): void {
    rmSync(this.path(path));
  }

  uninstall(name: string): void {
    rmSync(this.path('node_modules', name));
  }

  /** Compiles sources, all of the project where none is named, into its folder `dist`. */
  compile(...sources: readonly string[]): void {
    const config = this.path('tsconfig.json');
    const { config: json } = ts.readConfigFile(config, path => ts.sys.readFile(path)) as { config: object };
    const { options, fileNames } = ts.parseJsonConfigFileContent(json, ts.sys, this.root);
    const files = sources.map(source => this.path(source));
    ts.createProgram(files.length > 0 ? files : fileNames, options).emit();
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }

  private link(target: string, name: string): void {
    mkdirSync(this.path('node_modules'), { recursive: true });
    symlinkSync(target, this.path('node_modules', name));
  }
}

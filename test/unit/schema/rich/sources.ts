import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { DefinitionError, type DefinitionProblem } from 'toolwright';
import { buildManifest, type BuiltManifest } from '../../../../src/schema/rich/build-manifest.js';
import { readProject } from '../../../../src/schema/rich/source/read-project.js';

/** What the package exports, as far as sources are read: without the time it takes to read all of it. */
const TOOLWRIGHT = `
export declare function Tool(options?: object | string): (target: object, member?: PropertyKey, descriptor?: PropertyDescriptor) => void;
export declare function Param(options?: object | string): (target: object, member: PropertyKey | undefined, position?: number | PropertyDescriptor) => void;
export declare class RunContext<T = unknown> { readonly state: T; }
export declare class Action {}
export declare class Observation { readonly content: readonly unknown[]; }
export declare function defineTool(options: object): object;
`;

const COMPILER_OPTIONS = {
  target: 'ES2022',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  experimentalDecorators: true,
  types: [] as string[],
};

const folders: string[] = [];

/** A project in a folder of its own, with the decorator packages installed. */
export function writeProject(files: Readonly<Record<string, string>>, options: object = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rich-')));
  folders.push(root);
  const all = {
    'package.json': '{ "name": "project", "type": "module" }',
    'tsconfig.json': JSON.stringify({
      compilerOptions: { ...COMPILER_OPTIONS, ...options },
      include: ['src'],
    }),
    'node_modules/toolwright/package.json':
      '{ "name": "toolwright", "type": "module", "types": "index.d.ts" }',
    'node_modules/toolwright/index.d.ts': TOOLWRIGHT,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const name of ['class-validator', 'class-transformer', '@types']) {
    symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name));
  }
  return root;
}

export function removeProjects(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export async function buildProject(
  root: string,
  more: { readonly decorators?: readonly string[] } = {},
): Promise<BuiltManifest> {
  return buildManifest({ ...(await readProject(join(root, 'tsconfig.json'))), ...more });
}

/** The manifest of one file, `src/tools.ts`, that imports what the package exports. */
export function buildSource(text: string, options: object = {}): Promise<BuiltManifest> {
  const imports = "import { Action, defineTool, Observation, Param, RunContext, Tool } from 'toolwright';\n";
  return buildProject(writeProject({ 'src/tools.ts': imports + text }, options));
}

/** Why sources are refused; none when they are not. */
export async function problemsIn(text: string, options: object = {}): Promise<readonly DefinitionProblem[]> {
  try {
    await buildSource(text, options);
    return [];
  } catch (error) {
    if (DefinitionError.is(error) && error instanceof DefinitionError) return error.problems;
    throw error;
  }
}

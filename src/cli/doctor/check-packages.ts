import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { error, type Finding, warning } from './finding.js';

/** Packages of which one copy must do, and why. */
const SHARED = {
  tsyringe: 'each has a container of its own, so what is registered in one is missing in the other.',
  'class-transformer': 'each knows the decorators of its own copy only.',
  'class-validator': 'they share one registry as long as their versions are alike.',
  'reflect-metadata': 'versions from 0.2 share one registry, older ones do not.',
} as const;

const SERIOUS: ReadonlySet<string> = new Set(['tsyringe', 'class-transformer']);

/** The packages that tools need: installed, and once. */
export function checkPackages(modulePath: string): Finding[] {
  return Object.entries(SHARED).flatMap(([name, why]) => {
    if (!isInstalled(name, modulePath))
      return [error(name, 'it is not installed.', `run: npm install ${name}`)];
    const copies = findCopies(name, nodeModulesOf(modulePath));
    if (copies.length < 2) return [];
    const seen = `it is installed ${String(copies.length)} times (${copies.join(', ')}): ${why}`;
    return [
      (SERIOUS.has(name) ? error : warning)(name, seen, 'run: npm dedupe, and give both users one version.'),
    ];
  });
}

function isInstalled(name: string, modulePath: string): boolean {
  try {
    createRequire(modulePath).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Every node_modules folder that an import from the file may look into. */
function nodeModulesOf(file: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const modules = join(folder, 'node_modules');
    if (isFolder(modules)) folders.push(modules);
    if (dirname(folder) === folder) return folders;
  }
}

/** The versions and real folders of all copies, those inside other packages included. */
function findCopies(name: string, modules: readonly string[]): string[] {
  const roots = new Set(modules.flatMap(folder => copiesIn(folder, name, MAX_DEPTH)));
  return [...roots].map(root => `${versionOf(root)} in ${root}`);
}

/** Packages are nested more deeply only where versions clash again and again. */
const MAX_DEPTH = 3;

function copiesIn(modules: string, name: string, depth: number): string[] {
  const own = join(modules, name);
  const found = isFolder(own) ? [realpathSync(own)] : [];
  if (depth === 0) return found;
  const nested = packagesIn(modules).map(folder => join(folder, 'node_modules'));
  return [...found, ...nested.filter(isFolder).flatMap(folder => copiesIn(folder, name, depth - 1))];
}

function packagesIn(modules: string): string[] {
  return readdirSync(modules).flatMap(entry => {
    const path = join(modules, entry);
    if (entry.startsWith('.') || !isFolder(path)) return [];
    return entry.startsWith('@') ? readdirSync(path).map(scoped => join(path, scoped)) : [path];
  });
}

function versionOf(root: string): string {
  const { version = 'unknown' } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version?: string;
  };
  return version;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

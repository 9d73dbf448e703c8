import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repository } from './run-cli.js';

export interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly exports: Record<string, string | Record<string, string>>;
  readonly bin: Record<string, string>;
  readonly main: string;
  readonly types: string;
}

const sourceModules = join(repository, 'node_modules');

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/**
 * A project of its own with the packed package in it, installed by npm without a network: what the package declares
 * is given to npm as links to the folders of this repository.
 *
 * So npm itself unpacks the tarball, makes its command, and refuses a range that the versions tested here do not fit;
 * and the package finds nothing but what it declares. What this cannot show: that other versions within the ranges
 * work, or that the dependencies of dependencies can be had.
 */
export class InstalledPackage {
  readonly folder = mkdtempSync(join(tmpdir(), 'toolwright-package-'));
  /** Paths inside the tarball. */
  readonly files: readonly string[];
  readonly root = join(this.folder, 'node_modules', 'toolwright');

  constructor() {
    const pack = ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', this.folder];
    const packed = execute('npm', [...pack, repository], this.folder);
    const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }];
    this.files = files.map(({ path }) => path);
    const { dependencies, peerDependencies } = readManifest(repository);
    const declared = Object.keys({ ...dependencies, ...peerDependencies });
    const links = declared.map(name => [name, `file:${join(sourceModules, name)}`]);
    this.write({
      'package.json': JSON.stringify({
        private: true,
        dependencies: { ...Object.fromEntries(links), toolwright: `file:${filename}` },
      }),
    });
    const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'];
    // With a cache of its own npm cannot put anything else in the place of a link that does not fit.
    const cache = join(this.folder, '.npm');
    execute('npm', ['install', '--offline', '--cache', cache, ...quietly], this.folder);
  }

  /** Adds what the project needs besides. */
  link(name: string): void {
    const target = join(this.folder, 'node_modules', name);
    if (existsSync(target)) return;
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(join(sourceModules, name), target);
  }

  /** Makes a folder of its own of what is a link, as it is when it comes from a registry. */
  copy(name: string): void {
    const source = join(sourceModules, name);
    const target = join(this.folder, 'node_modules', name);
    rmSync(target);
    cpSync(source, target, { recursive: true });
    for (const dependency of Object.keys(readManifest(source).dependencies ?? {})) this.link(dependency);
  }

  write(files: Record<string, string>): void {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, name)), { recursive: true });
      writeFileSync(join(this.folder, name), content);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** Runs a command to its end; gives its stdout. @throws with its output when it fails. */
function execute(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

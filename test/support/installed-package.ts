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
 * An empty project with the packed package in it: what `npm install` of the tarball with its peers gives, without a
 * network. Peers are copies, everything else that is declared is a link, and nothing that is not declared is there.
 */
export class InstalledPackage {
  readonly folder = mkdtempSync(join(tmpdir(), 'toolwright-package-'));
  /** Paths inside the tarball. */
  readonly files: readonly string[];
  readonly root = join(this.folder, 'node_modules', 'toolwright');

  constructor() {
    const packed = execute('npm', [
      ...['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', this.folder],
      repository,
    ]);
    const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }];
    this.files = files.map(({ path }) => path);
    mkdirSync(this.root, { recursive: true });
    execute('tar', ['-xzf', join(this.folder, filename), '-C', this.root, '--strip-components=1']);
    rmSync(join(this.folder, filename));
    const { dependencies = {}, peerDependencies = {} } = readManifest(this.root);
    for (const name of Object.keys(dependencies)) this.link(name);
    for (const name of Object.keys(peerDependencies)) this.#installPeer(name);
    const bin = join(this.folder, 'node_modules', '.bin');
    mkdirSync(bin);
    symlinkSync(
      join('..', 'toolwright', readManifest(this.root).bin['toolwright']!),
      join(bin, 'toolwright'),
    );
  }

  /** Adds a development dependency of the project. */
  link(name: string): void {
    this.#place(name, target => symlinkSync(join(sourceModules, name), target));
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

  #installPeer(name: string): void {
    // The compiler is large, and nothing depends on where it stands.
    if (name === 'typescript') {
      this.link(name);
      return;
    }
    this.#place(name, target => cpSync(join(sourceModules, name), target, { recursive: true }));
    const { dependencies = {} } = readManifest(join(sourceModules, name));
    for (const dependency of Object.keys(dependencies)) {
      if (existsSync(join(sourceModules, name, 'node_modules', dependency))) continue;
      this.link(dependency);
    }
  }

  #place(name: string, put: (target: string) => void): void {
    const target = join(this.folder, 'node_modules', name);
    if (existsSync(target)) return;
    mkdirSync(dirname(target), { recursive: true });
    put(target);
  }
}

/** Runs a command to its end; gives its stdout. @throws with its output when it fails. */
function execute(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

// Compiles src/ to dist/ and marks the CLI executable. What is current is left alone, and what is there stays in place
// until its successor is complete: other processes may be running from it.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const cli = 'cli/main.js';

if (!isCurrent()) process.exitCode = compile();

function isCurrent() {
  if (!existsSync(join(dist, cli))) return false;
  const sources = readdirSync(join(root, 'src'), { recursive: true }).map(name => join(root, 'src', name));
  const settings = ['package.json', 'tsconfig.json', 'tsconfig.build.json'].map(name => join(root, name));
  // Folders count too: their time tells that a file was removed.
  const newest = Math.max(...[...sources, ...settings].map(path => statSync(path).mtimeMs));
  return statSync(join(dist, cli)).mtimeMs > newest;
}

function compile() {
  const next = mkdtempSync(join(root, 'dist-'));
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', next], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status === 0) {
    chmodSync(join(next, cli), 0o755);
    rmSync(dist, { recursive: true, force: true });
    renameSync(next, dist);
  } else rmSync(next, { recursive: true, force: true });
  return status ?? 1;
}

// Compiles src/ to dist/, joins the library's modules into few files and marks the CLI executable. What is current is
// left alone, and what is there stays in place until its successor is complete: other processes may be running from it.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const cli = 'cli/main.js';

/** What package.json exports. The command line imports nothing else, and stays as it is: it looks for files beside itself. */
const doors = ['index.js', 'manifest.js', 'testing.js', 'mcp/index.js', 'replay/index.js'];

if (!isCurrent()) process.exitCode = await compile();

function isCurrent() {
  if (!existsSync(join(dist, cli))) return false;
  const sources = readdirSync(join(root, 'src'), { recursive: true }).map(name => join(root, 'src', name));
  const settings = ['package.json', 'tsconfig.json', 'tsconfig.build.json'].map(name => join(root, name));
  // Folders count too: their time tells that a file was removed.
  const newest = Math.max(...[...sources, ...settings].map(path => statSync(path).mtimeMs));
  return statSync(join(dist, cli)).mtimeMs > newest;
}

async function compile() {
  const next = mkdtempSync(join(root, 'dist-'));
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', next], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status === 0) {
    await joinModules(next);
    chmodSync(join(next, cli), 0o755);
    rmSync(dist, { recursive: true, force: true });
    renameSync(next, dist);
  } else rmSync(next, { recursive: true, force: true });
  return status ?? 1;
}

/** Two hundred small files take three times as long to import as the same code in a few. What is loaded lazily stays apart. */
async function joinModules(folder) {
  const modules = readdirSync(folder, { recursive: true }).filter(
    path => /\.js(\.map)?$/.test(path) && !path.startsWith(`cli${sep}`),
  );
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: doors,
    outdir: folder,
    outbase: folder,
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    logLevel: 'warning',
    write: false,
  });
  for (const path of modules) rmSync(join(folder, path));
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, path.endsWith('.js') ? withClassNames(text) : text);
  }
}

/** A class that speaks of itself is renamed by joining, and its name is what people see when they print an instance. */
function withClassNames(text) {
  const renamed = [...text.matchAll(/^var (\w+) = class _\1\b/gm)].map(([, name]) => name);
  return renamed.reduce((all, name) => all.replaceAll(new RegExp(`\\b_${name}\\b`, 'g'), name), text);
}

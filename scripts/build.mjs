// Compiles src/ to dist/ from scratch and marks the CLI executable.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
rmSync(`${root}dist`, { recursive: true, force: true });
const compiled = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
const cli = `${root}dist/cli/main.js`;
if (compiled.status === 0 && existsSync(cli)) chmodSync(cli, 0o755);
process.exitCode = compiled.status ?? 1;

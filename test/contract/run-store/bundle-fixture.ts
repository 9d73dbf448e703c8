import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { repository } from '../../support/run-cli.js';
import { newFolder } from './stores.js';

/**
 * A fixture with what it imports as one file of JavaScript: many processes are started, and compiling takes each a second.
 *
 * @returns its path.
 */
export function bundleFixture(name: string): string {
  const outfile = join(newFolder(), name.replace(/ts$/, 'mjs'));
  const libsql = createRequire(import.meta.url).resolve('libsql');
  buildSync({
    absWorkingDir: repository,
    entryPoints: [join('test', 'fixtures', name)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    alias: { libsql },
    external: [libsql],
  });
  return outfile;
}

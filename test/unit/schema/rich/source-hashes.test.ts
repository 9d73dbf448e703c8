import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStaleSources, hashSource } from '../../../../src/schema/manifest/source-hashes.js';
import { buildProject, removeProjects, writeProject } from './sources.js';

afterAll(removeProjects);

const SOURCE = "import { Tool } from 'toolwright';\nexport class A { @Tool() m(x: string) {} }\n";

describe('the hash of a source', () => {
  it('is the same with and without a byte order mark, and for every end of line', () => {
    expect(hashSource(`\uFEFF${SOURCE}`)).toBe(hashSource(SOURCE));
    expect(hashSource(SOURCE.replaceAll('\n', '\r\n'))).toBe(hashSource(SOURCE));
    expect(hashSource(`${SOURCE}\uFEFF`)).not.toBe(hashSource(SOURCE));
  });

  it('is not stale for a file that starts with a byte order mark', async () => {
    const root = writeProject({ 'src/a.ts': `\uFEFF${SOURCE}` });
    const config = join(root, 'tsconfig.json');
    writeFileSync(config, `\uFEFF${readFileSync(config, 'utf8')}`);
    const { manifest } = await buildProject(root);
    expect(Object.keys(manifest.sources)).toEqual(['src/a.ts', 'tsconfig.json']);
    expect(findStaleSources(manifest, root)).toEqual([]);
  });
});

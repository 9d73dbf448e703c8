import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repository } from '../support/run-cli.js';

/** What the import rules say about a tree of files. */
function cruise(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-folders-'));
  try {
    cpSync(join(repository, 'tsconfig.json'), join(folder, 'tsconfig.json'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { stdout } = spawnSync(
      process.execPath,
      [
        join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
        ...['--config', join(repository, '.dependency-cruiser.cjs'), '--output-type', 'json', 'src'],
      ],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
    );
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { from: string; rule: { name: string } }[] };
    };
    return summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`).sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const ONE = 'export const one = 1;\n';

describe('the folders of src/', () => {
  it('have a floor, or are toolkit/ or cli/; the only file beside them is the door', () => {
    const files = { 'src/extra/alone.ts': ONE, 'src/loose.ts': ONE };
    expect(cruise(files)).toEqual([
      'folders-have-a-floor: src/extra/alone.ts',
      'folders-have-a-floor: src/loose.ts',
    ]);
    expect(
      cruise({ 'src/index.ts': ONE, 'src/tool/a.ts': ONE, 'src/toolkit/b.ts': ONE, 'src/cli/c.ts': ONE }),
    ).toEqual([]);
  });

  it('have no drawer for whatever fits nowhere', () => {
    const drawers = ['utils', 'helpers', 'common', 'types', 'misc'];
    const files = drawers.flatMap(name => [`src/tool/${name}.ts`, `src/tool/${name}/a.ts`]);
    expect(cruise(Object.fromEntries(files.map(path => [path, ONE])))).toEqual(
      files.map(path => `no-drawers: ${path}`).sort(),
    );
    expect(cruise({ 'src/tool/type-names.ts': ONE, 'src/tool/common-ground/a.ts': ONE })).toEqual([]);
  });
});

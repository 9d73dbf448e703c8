import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { repository } from '../support/run-cli.js';

const dist = join(repository, 'dist');

/** The packages that the types of an entry point speak of, and through which file. */
function packagesBehind(entry: string): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set<string>();
  const read = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import\()\s*['"]([^'"]+)['"]/g,
    )) {
      if (!specifier.startsWith('.')) packages.set(specifier, relative(dist, file));
      else read(join(dirname(file), specifier.replace(/\.js$/, '.d.ts')));
    }
  };
  expect(existsSync(join(dist, entry))).toBe(true);
  read(join(dist, entry));
  return packages;
}

describe('the types of the package', () => {
  it.each(['index.d.ts', 'mcp/index.d.ts', 'replay/index.d.ts', 'manifest.d.ts', 'testing.d.ts'])(
    'in %s speak of no MCP library, so that the next revision is another adapter',
    entry => {
      const found = [...packagesBehind(entry)].filter(([name]) => name.startsWith('@modelcontextprotocol/'));
      expect(found).toEqual([]);
    },
  );

  it('are really looked through', () => {
    expect([...packagesBehind('index.d.ts').keys()]).toContain('tsyringe');
  });
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { buildManifest } from '../../../../src/schema/rich/build-manifest.js';
import type { ToolManifest } from '../../../../src/schema/rich/manifest.js';
import { readProject } from '../../../../src/schema/rich/source/read-project.js';

let manifest: ToolManifest;

beforeAll(async () => {
  ({ manifest } = await buildManifest(await readProject('test/fixtures/rich/tsconfig.json')));
});

/** The tools of one fixture, and the types they lead to. */
function partOf(file: string): object {
  const tools = manifest.tools.filter(({ id }) => id.startsWith(`${file}.ts#`));
  const types: Record<string, unknown> = {};
  const collect = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/types\/([^"]+)"/g)) {
      if (Object.hasOwn(types, name)) continue;
      types[name] = manifest.types[name];
      collect(JSON.stringify(manifest.types[name] ?? {}));
    }
  };
  collect(JSON.stringify(tools));
  const names = Object.keys(types).sort();
  return { tools, types: Object.fromEntries(names.map(name => [name, types[name]])) };
}

test.each(['scalars', 'objects', 'classes', 'methods'])('the manifest of %s', file => {
  const path = `test/golden/manifest-${file}.json`;
  const part = `${JSON.stringify(partOf(file), null, 2)}\n`;
  if (process.env['UPDATE_GOLDENS'] === '1' || !existsSync(path)) writeFileSync(path, part);
  expect(JSON.parse(part)).toEqual(JSON.parse(readFileSync(path, 'utf8')));
});

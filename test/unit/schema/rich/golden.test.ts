import { readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ToolManifest } from '../../../../src/schema/manifest/manifest.js';
import { buildManifest } from '../../../../src/schema/rich/build-manifest.js';
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
  if (process.env['UPDATE_GOLDENS'] === '1') writeFileSync(path, part);
  expect(JSON.parse(part)).toEqual(JSON.parse(readFileSync(path, 'utf8')));
});

it('has schemas that compile in Ajv 2020', () => {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
    strictTuples: false,
  });
  formats.default(ajv);
  ajv.addKeyword('x-revive');
  const types = Object.entries(manifest.types).map(([name, type]) => {
    const properties =
      type.kind === 'class'
        ? Object.fromEntries(type.properties.map(each => [each.name, each.schema ?? {}]))
        : {};
    return [name, type.kind === 'class' ? { type: 'object', properties } : type.schema] as const;
  });
  const fields = manifest.tools.flatMap(({ id, parameters = [], returns }) => [
    ...parameters.map(({ name, schema = {} }) => [`${id}(${name})`, schema] as const),
    ...(returns === undefined ? [] : [[`${id} returns`, returns.schema] as const]),
  ]);
  const whole = { types: Object.fromEntries(types), $defs: Object.fromEntries(fields), $ref: '#/types/Line' };
  ajv.addVocabulary(['types']);
  expect(() => ajv.compile(whole)).not.toThrow();
  for (const [place] of fields) {
    const pointer = place.replaceAll('~', '~0').replaceAll('/', '~1');
    const read = (): unknown => ajv.compile({ ...whole, $ref: `#/$defs/${encodeURIComponent(pointer)}` });
    expect(read).not.toThrow();
  }
});

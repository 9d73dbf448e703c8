// Draws which folder of src/ imports which, from the code, into docs/architecture.md. With --check it only says
// whether the drawing is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import floors from '../floors.cjs';

const BEGIN = '<!-- folder graph: npm run gen:graph -->';
const END = '<!-- end of folder graph -->';
const page = fileURLToPath(new URL('../docs/architecture.md', import.meta.url));
process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const DOORS = new Map([
  ['index', 'index.ts: the door'],
  ['manifest', 'manifest.ts: the door to schemas'],
  ['testing', 'testing.ts: the door to models for tests'],
]);

const folderOf = path =>
  /^src\/([^/]+)\//.exec(path)?.[1] ?? /^src\/(index|manifest|testing)\.ts$/.exec(path)?.[1];

const { output } = await cruise(
  ['src'],
  {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
  },
  undefined,
  {
    tsConfig: extractTSConfig('tsconfig.json'),
  },
);
const files = new Map();
const arrows = new Set();
for (const { source, dependencies } of output.modules) {
  const from = folderOf(source);
  if (from === undefined) continue;
  files.set(from, (files.get(from) ?? 0) + 1);
  for (const { resolved } of dependencies) {
    const to = folderOf(resolved);
    if (to !== undefined && to !== from) arrows.add(`  ${from} --> ${to}`);
  }
}

const order = [...floors.flat(), 'index', 'manifest', 'testing', 'toolkit', 'cli'].filter(folder =>
  files.has(folder),
);
const label = folder =>
  DOORS.has(folder) ? `  ${folder}[["${DOORS.get(folder)}"]]` : `  ${folder}["${folder}/"]`;
const graph = ['```mermaid', 'flowchart BT', ...order.map(label), ...[...arrows].sort(), '```'].join('\n');

const text = readFileSync(page, 'utf8');
const [before, rest] = text.split(BEGIN);
const after = rest?.split(END)[1];
if (after === undefined) throw new Error(`${page} has no place for the folder graph: ${BEGIN} … ${END}`);
const drawn = `${before}${BEGIN}\n\n${graph}\n\n${END}${after}`;
if (!process.argv.includes('--check')) writeFileSync(page, drawn);
else if (drawn !== text) {
  console.error('The folder graph in docs/architecture.md is out of date. Run: npm run gen:graph');
  process.exitCode = 1;
}

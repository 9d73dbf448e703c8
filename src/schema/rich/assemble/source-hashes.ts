import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { MODULE_MARK } from '../../manifest/render-module.js';
import { hashSource } from '../../manifest/source-hashes.js';
import type { TypePrinter } from '../print/printer.js';
import type { Study } from '../source/study.js';

/** The hashes of what a manifest depends on: the project's sources, its tsconfig, and packages whose types it shows. */
export function hashSources(
  study: Study,
  printers: readonly TypePrinter[],
  configs: readonly string[],
): Readonly<Record<string, string>> {
  const files = new Set(study.projectFiles.filter(({ text }) => !text.startsWith(MODULE_MARK)));
  for (const { declaration } of printers.flatMap(({ declared }) => declared)) {
    const file = declaration?.getSourceFile();
    if (file !== undefined && !study.program.isSourceFileDefaultLibrary(file)) files.add(file);
  }
  const texts = [
    ...[...files].map(file => [study.pathOf(file), file.text] as const),
    ...configs.map(
      path => [relative(study.root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')] as const,
    ),
  ];
  const sorted = texts.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([path, text]) => [path, hashSource(text)]));
}

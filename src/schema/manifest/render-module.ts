import { posix } from 'node:path';
import type { ToolManifest } from './manifest.js';
import { classIdOf } from './manifest-index.js';

/** What is needed to import the classes of a manifest. */
export interface ModuleSite {
  /** Of the module to write, from the folder that ids start from, with `/`. */
  readonly path: string;
  /** The name under which its file exports a class, by class id. */
  readonly exports: ReadonlyMap<string, string>;
}

/** A TypeScript module that binds a manifest to its classes, for bundlers and minifiers. */
export interface RenderedModule {
  readonly text: string;
  /** Classes that their files do not export, so that they cannot be bound. */
  readonly unbound: readonly string[];
}

/** How such a module begins: it is made from the sources, and none of them. */
export const MODULE_MARK = '// Written by `toolwright schema --ts`.';

export function renderModule(manifest: ToolManifest, site: ModuleSite): RenderedModule {
  const ids = [...new Set([...manifest.tools.map(classIdOf), ...typeIds(manifest)])].sort();
  const bound = ids.filter(id => site.exports.has(id));
  const imports = bound.map((id, index) => renderImport(id, site, `class${String(index)}`));
  const classes = bound.map((id, index) => `  ${JSON.stringify(id)}: class${String(index)},`);
  const text = [
    `${MODULE_MARK} Import this module before tools are used.`,
    '/* eslint-disable */',
    "import { bindManifest, type ToolManifest } from 'toolwright/manifest';",
    ...imports,
    '',
    `export const manifest: ToolManifest = ${JSON.stringify(manifest, null, 2)};`,
    '',
    `bindManifest(manifest, {\n${classes.join('\n')}\n});`,
    '',
  ].join('\n');
  return { text, unbound: ids.filter(id => !site.exports.has(id)) };
}

const typeIds = ({ types }: ToolManifest): string[] =>
  Object.values(types).flatMap(type => (type.kind === 'class' ? [type.id] : []));

function renderImport(id: string, { path, exports }: ModuleSite, local: string): string {
  const file = id.slice(0, id.lastIndexOf('#'));
  const relative = posix.relative(posix.dirname(path), file);
  const specifier = (relative.startsWith('.') ? relative : `./${relative}`).replace(
    /\.([cm]?)tsx?$/,
    '.$1js',
  );
  const name = exports.get(id) ?? '';
  // An export may be named by any text.
  const written = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
  return `import { ${written} as ${local} } from ${JSON.stringify(specifier)};`;
}

import type { AnyConstructor } from '../../foundation/constructor.js';
import type { ToolManifest } from './manifest.js';
import { ManifestError, SCHEMA_COMMAND } from './manifest-error.js';
import { indexOf } from './manifest-index.js';
import { parseManifest } from './read-manifest.js';

/** Which entry of which manifest a class is. */
export interface ClassBinding {
  readonly manifest: ToolManifest;
  readonly id: string;
  /** Every class that was bound with it, by id. */
  readonly classes: Readonly<Record<string, AnyConstructor>>;
}

const BINDING = Symbol.for('toolwright.manifest');

/**
 * Tells classes which entries of a manifest are theirs, so that neither bundlers nor minifiers can part them. The module
 * that `toolwright schema --ts` writes calls it.
 *
 * @param classes - By id: `{ 'src/orders.ts#Orders': Orders }`.
 * @throws {@link ManifestError} (`MANIFEST_UNUSABLE`) for an id the manifest does not have.
 */
export function bindManifest(
  manifest: ToolManifest,
  classes: Readonly<Record<string, AnyConstructor>>,
): void {
  const index = indexOf(parseManifest(manifest, 'bindManifest'));
  for (const [id, target] of Object.entries(classes)) {
    if (index.find(id) === undefined) {
      const seen = `the manifest has no class '${id}'.`;
      throw new ManifestError({ where: 'bindManifest', seen, fix: `write it anew: ${SCHEMA_COMMAND} --ts` });
    }
    const value: ClassBinding = { manifest, id, classes };
    Object.defineProperty(target, BINDING, { value, configurable: true });
  }
}

/** The binding of the class itself, not of a parent. */
export function boundClass(target: AnyConstructor): ClassBinding | undefined {
  return Object.hasOwn(target, BINDING)
    ? (target as unknown as Record<symbol, ClassBinding>)[BINDING]
    : undefined;
}

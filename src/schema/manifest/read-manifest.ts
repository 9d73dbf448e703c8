import { readFileSync } from 'node:fs';
import { isPlainObject } from '../../foundation/json.js';
import { describeKind } from '../../foundation/value-kind.js';
import type { ToolManifest } from './manifest.js';
import { ManifestError, SCHEMA_COMMAND } from './manifest-error.js';

/** @throws {@link ManifestError} (`MANIFEST_UNUSABLE`) for a file that is no manifest of this version. */
export function readManifest(path: string): ToolManifest {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    const seen = cause instanceof SyntaxError ? 'it is no JSON.' : 'it cannot be read.';
    throw new ManifestError({ where: path, seen, fix: REWRITE, cause });
  }
  return parseManifest(parsed, path);
}

/** @throws {@link ManifestError} (`MANIFEST_UNUSABLE`) for something else than a manifest of this version. */
export function parseManifest(value: unknown, where: string): ToolManifest {
  if (!isPlainObject(value)) {
    throw new ManifestError({ where, seen: `it is ${describeKind(value)}, not a manifest.`, fix: REWRITE });
  }
  const { version, tools, types, sources } = value as Partial<Record<keyof ToolManifest, unknown>>;
  if (version !== 1) {
    const seen = `its version is ${typeof version === 'number' ? version : 'missing'}; this release reads version 1.`;
    throw new ManifestError({ where, seen, fix: REWRITE });
  }
  if (!Array.isArray(tools) || !isPlainObject(types) || !isPlainObject(sources)) {
    throw new ManifestError({ where, seen: 'it has no tools, types or sources.', fix: REWRITE });
  }
  if (!tools.every(isEntry) || !Object.values(types).every(isType)) {
    throw new ManifestError({ where, seen: 'an entry of it has no id or class.', fix: REWRITE });
  }
  return value as unknown as ToolManifest;
}

const isEntry = (value: unknown): boolean =>
  isPlainObject(value) && typeof value['id'] === 'string' && typeof value['className'] === 'string';

const isType = (value: unknown): boolean =>
  isPlainObject(value) && (value['kind'] === 'class' ? isEntry(value) : isPlainObject(value['schema']));

const REWRITE = `write it anew: ${SCHEMA_COMMAND}`;

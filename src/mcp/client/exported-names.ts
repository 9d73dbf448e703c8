import { contentHash } from '../../foundation/content-hash.js';

/** What every provider takes. */
const MAX_LENGTH = 64;
const MARK_LENGTH = 6;

/**
 * Names that models may use, by the names at the server: with the prefix, letters, digits, `_` and `-` only, at most 64 characters.
 * One that was changed and would meet another carries a mark made of the name at the server, so that none depends on the order of the list.
 */
export function exportedNames(names: readonly string[], prefix: string): ReadonlyMap<string, string> {
  const plain = new Map(names.map(name => [name, plainName(name, prefix)]));
  const takers = new Map<string, number>();
  for (const exported of plain.values()) {
    const form = exported.toLowerCase();
    takers.set(form, (takers.get(form) ?? 0) + 1);
  }
  return new Map(
    [...plain].map(([name, exported]) => {
      const isWhole = exported === joined(name, prefix);
      const isShared = (takers.get(exported.toLowerCase()) ?? 0) > 1 && !isWhole;
      return [name, isShared || exported.length > MAX_LENGTH ? marked(name, exported) : exported];
    }),
  );
}

const joined = (name: string, prefix: string): string => (prefix === '' ? name : `${prefix}_${name}`);

function plainName(name: string, prefix: string): string {
  const safe = joined(name, prefix).replace(/[^A-Za-z0-9_-]/gu, '_');
  return /^[A-Za-z]/.test(safe) ? safe : `t${safe.startsWith('_') ? '' : '_'}${safe}`;
}

const marked = (name: string, exported: string): string =>
  `${exported.slice(0, MAX_LENGTH - MARK_LENGTH - 1)}_${contentHash(name).slice(0, MARK_LENGTH)}`;

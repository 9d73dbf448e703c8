import { contentHash } from '../../foundation/content-hash.js';
import type { NameRule } from './profile.js';

const MARK_LENGTH = 6;

export const isAllowed = (name: string, rule: NameRule): boolean =>
  name.length <= rule.maxLength && rule.allowed.test(name);

/** A name that a provider takes: the name itself where it does, else one with underscores, cut to length. */
export function exportedName(name: string, rule: NameRule): string {
  if (isAllowed(name, rule)) return name;
  const plain = Array.from(name, letter => (rule.allowed.test(`a${letter}`) ? letter : '_')).join('');
  const begun = rule.allowed.test(plain) ? plain : `_${plain}`;
  return begun.length > rule.maxLength ? markedName(name, begun, rule) : begun;
}

/** A name that no other one shares, by a mark made of the whole name. */
function markedName(name: string, exported: string, rule: NameRule): string {
  return `${exported.slice(0, rule.maxLength - MARK_LENGTH - 1)}_${contentHash(name).slice(0, MARK_LENGTH)}`;
}

/**
 * The exported names of a list. Those that the provider takes stay; of the others, all that would meet another one carry
 * a mark, so that no name depends on the order of the list.
 */
export function exportedNames(names: Iterable<string>, rule: NameRule): ReadonlyMap<string, string> {
  const own = [...new Set(names)];
  const plain = new Map(own.map(name => [name, exportedName(name, rule)]));
  const takers = new Map<string, number>();
  for (const exported of plain.values()) takers.set(exported, (takers.get(exported) ?? 0) + 1);
  return new Map(
    [...plain].map(([name, exported]) => {
      const isShared = exported !== name && (takers.get(exported) ?? 0) > 1;
      return [name, isShared ? markedName(name, exported, rule) : exported];
    }),
  );
}

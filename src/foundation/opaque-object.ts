/** Whatever members these may also have, what they hold is in none of them. */
const HOLDERS = ['Map', 'Set', 'WeakMap', 'WeakSet', 'Date', 'RegExp', 'Promise', 'ArrayBuffer'];

/**
 * Names an object that keeps what it holds where nobody can read it as members (a `Map`, a `Response`, a `RegExp`, a
 * stranger's iterable): as JSON it would be `{}`, which says something else. Undefined for arrays, for everything else
 * with members of its own, and for an instance of a class that has none.
 */
export function nameOpaque(value: object): string | undefined {
  if (Array.isArray(value)) return undefined;
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (HOLDERS.includes(tag)) return withArticle(tag);
  if (Object.keys(value).length > 0) return undefined;
  // `arguments` without members is an empty list of them.
  if (tag !== 'Object' && tag !== 'Arguments') return withArticle(tag);
  return Symbol.iterator in value && tag === 'Object' ? 'an iterable' : undefined;
}

const withArticle = (tag: string): string => `${/^[aeio]/i.test(tag) ? 'an' : 'a'} ${tag}`;

/**
 * Names an object that keeps what it holds where nobody can read it (a `Response`, a `WeakMap`, a `RegExp`, a stranger's
 * iterable): as JSON it would be `{}`, which says something else. Undefined for everything with members of its own, and
 * for an instance of a class that has none.
 */
export function nameOpaque(value: object): string | undefined {
  if (Object.keys(value).length > 0) return undefined;
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  // `arguments` without members is an empty list of them.
  if (tag !== 'Object' && tag !== 'Arguments') return withArticle(tag);
  return Symbol.iterator in value && tag === 'Object' ? 'an iterable' : undefined;
}

const withArticle = (tag: string): string => `${/^[aeio]/i.test(tag) ? 'an' : 'a'} ${tag}`;

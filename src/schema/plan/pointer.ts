const MAX_STEP = 80;

/** The JSON Pointer of a member or item of the value at `path`; a very long name is cut, since it is shown to people. */
export function childPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}/${key}`;
  const shown = key.length > MAX_STEP ? `${key.slice(0, MAX_STEP)}…` : key;
  return `${path}/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The steps of a `#/…` reference; undefined for references that are not local pointers. */
export function parseLocalReference(reference: string): string[] | undefined {
  if (reference === '#') return [];
  if (!reference.startsWith('#/')) return undefined;
  try {
    return reference
      .slice(2)
      .split('/')
      .map(step => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined;
  }
}

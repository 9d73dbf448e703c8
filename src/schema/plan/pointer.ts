/** The JSON Pointer of a member or item of the value at `path`. */
export function childPath(path: string, key: string | number): string {
  return `${path}/${typeof key === 'number' ? key : key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
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

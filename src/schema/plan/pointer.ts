/** The JSON Pointer of a member or item of the value at `path`. */
export function childPath(path: string, key: string | number): string {
  return `${path}/${typeof key === 'number' ? key : escapeStep(key)}`;
}

export function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The steps of a `#/…` reference; undefined for references that are not local pointers. */
export function parseLocalReference(reference: string): string[] | undefined {
  if (reference === '#') return [];
  if (!reference.startsWith('#/')) return undefined;
  try {
    return reference
      .slice(2)
      .split('/')
      .map(step => unescapeStep(decodeURIComponent(step)));
  } catch {
    return undefined;
  }
}

/** `XMLParser` → `xml_parser`, `lookupOrder` → `lookup_order`, `Top10List` → `top10_list`. */
export function toSnakeCase(name: string): string {
  return name
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase();
}

/** Known names that a mistyped one may have meant, nearest first, at most three. */
export function nearestNames(wanted: string, known: Iterable<string>): string[] {
  const plain = plainForm(wanted);
  // Something of the name has to be left, or everything short is near.
  const limit = Math.min(plain.length - 1, Math.max(2, Math.ceil(plain.length * 0.34)));
  return [...known]
    .map(name => ({ name, distance: editDistance(plain, plainForm(name), limit) }))
    .filter(candidate => candidate.distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(candidate => candidate.name);
}

const plainForm = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 64);

/** How many letters to put, take or change to make one of the other; more than `limit` where it is not near. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substitution, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}

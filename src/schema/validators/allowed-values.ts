/** The values of a list or of a TypeScript enum object, without the reverse names that numeric enums carry. */
export function allowedValues(source: object): unknown[] {
  if (Array.isArray(source)) return [...new Set(source as unknown[])];
  const members = source as Readonly<Record<string, unknown>>;
  const names = Object.keys(members).filter(name => !isReverseName(members, name));
  return [...new Set(names.map(name => members[name]))];
}

/** What the numbers of a TypeScript enum mean, since a model sees the numbers alone: `0 = Low, 1 = High.` */
export function numberNames(source: unknown): { readonly description?: string } {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return {};
  const named = Object.entries(source).filter(([, value]) => typeof value === 'number');
  return named.length === 0
    ? {}
    : { description: `${named.map(([name, value]) => `${String(value)} = ${name}`).join(', ')}.` };
}

function isReverseName(members: Readonly<Record<string, unknown>>, key: string): boolean {
  const name = members[key];
  return typeof name === 'string' && String(members[name]) === key && typeof members[name] === 'number';
}

/** True for values that parsed JSON can be identical to. */
export function isJsonScalar(value: unknown): value is string | number | boolean | null {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}

import fc from 'fast-check';
import { type JsonSchema } from 'toolwright';

const resolve = (schema: JsonSchema, root: JsonSchema): JsonSchema => {
  const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? '')?.[1];
  return name === undefined ? schema : resolve(root.$defs![name]!, root);
};

const dateTimes = fc
  .tuple(
    fc.date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9998-12-31T00:00:00Z'),
      noInvalidDate: true,
    }),
    fc.constantFrom('Z', 'z', '+00:00', '-11:30', '+05:45'),
    fc.constantFrom('', '.5', '.123456789'),
    fc.constantFrom('T', 't', ' '),
  )
  .map(([date, zone, fraction, separator]) =>
    date
      .toISOString()
      .replace(/\.\d{3}Z$/, fraction + zone)
      .replace('T', separator),
  );

/** Values that mostly fit a schema as decorated classes give it; the oracle has the last word. */
export function valuesOf(schema: JsonSchema, root: JsonSchema = schema): fc.Arbitrary<unknown> {
  const node = resolve(schema, root);
  if (node.anyOf !== undefined) return fc.oneof(...node.anyOf.map(branch => valuesOf(branch, root)));
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum !== undefined) return fc.constantFrom(...node.enum);
  const types = [node.type ?? []].flat();
  return fc.oneof(...types.map(type => valuesOfType(type, node, root)));
}

function valuesOfType(type: string, node: JsonSchema, root: JsonSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return textsOf(node);
    case 'integer':
      return fc.oneof(fc.integer({ min: -9, max: 9 }), ...limitsOf(node));
    case 'number':
      return fc.oneof(
        fc.integer({ min: -36, max: 36 }).map(quarters => quarters / 4),
        ...limitsOf(node),
      );
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valuesOf(node.items as JsonSchema, root), { maxLength: 4 });
    case 'object':
      return objectsOf(node, root);
    default:
      return fc.constant(null);
  }
}

/** Made once: fast-check takes long to make one. */
function matching(pattern: string): fc.Arbitrary<string> {
  const made = madeMatching.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'));
  madeMatching.set(pattern, made);
  return made;
}
const madeMatching = new Map<string, fc.Arbitrary<string>>();

/** Numbers where a schema draws a line. */
function limitsOf(node: JsonSchema): fc.Arbitrary<number>[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node;
  const limits = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter(each => each !== undefined);
  return limits.length === 0 ? [] : [fc.constantFrom(...limits)];
}

/** Texts around the lengths where a schema draws a line, in characters of two code units. */
function lengthsOf({ minLength = 0, maxLength = 0 }: JsonSchema): fc.Arbitrary<string> {
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter(length => length >= 0);
  return fc.constantFrom(...lengths.map(length => '😀'.repeat(length)));
}

function textsOf(node: JsonSchema): fc.Arbitrary<string> {
  const { format, pattern, allOf = [] } = node;
  if (format === 'date-time') return dateTimes;
  const plain = fc.oneof(
    fc.string({ maxLength: 6, unit: fc.constantFrom('a', 'b', 'c', '5', '.', 'é', '😀') }),
    fc.constantFrom('', '12:30', '0o7', '5', 'true'),
  );
  const patterns = [pattern, ...allOf.map(part => part.pattern)].filter(each => each !== undefined);
  // fast-check looks for members of a negated class without end.
  const findable = patterns.filter(each => !each.includes('[^'));
  return fc.oneof(plain, lengthsOf(node), ...findable.map(matching));
}

function objectsOf({ properties = {}, required = [] }: JsonSchema, root: JsonSchema): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valuesOf(property, root)]),
  );
  return fc.record(members, { requiredKeys: [...required], noNullPrototype: true });
}

/** What a model may write in the place of another value. */
const replacements = fc.constantFrom<unknown>(
  ...['', ' ', '5', '-1.5', '007', '1e3', ' 2', '9007199254740993', 'true', 'false', 'yes', 'null', 'red'],
  ...['[]', '["a"]', '[5]', '["5"]', '{}', '{"f0":"5"}', '2020-01-31T09:30:00Z', '2020-02-30T00:00:00Z'],
  ...[0, 5, -3, 1.5, 1e21, true, false, null, [], ['a'], [5, '5'], [null], {}, { f0: 5 }, { x: 1 }],
);

type Change = readonly [at: number, how: 'replace' | 'text' | 'null' | 'remove' | 'add', by: unknown];
const changes: fc.Arbitrary<Change> = fc.tuple(
  fc.nat(30),
  fc.constantFrom('replace', 'replace', 'text', 'text', 'text', 'null', 'remove', 'add'),
  replacements,
);

/** A value with up to two of its parts changed. */
export function alteredValues(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc
    .tuple(valuesOf(schema), fc.array(changes, { maxLength: 2 }))
    .map(([value, list]) => list.reduce(alter, structuredClone(value)));
}

function alter(value: unknown, [at, how, by]: Change): unknown {
  const spots = spotsOf(value);
  const spot = spots[at % spots.length];
  if (spot === undefined) return value;
  const { holder, key } = spot;
  if (how === 'remove') Reflect.deleteProperty(holder, key);
  else if (how === 'add') holder[Array.isArray(holder) ? holder.length : 'extra'] = structuredClone(by);
  else if (how === 'null') holder[key] = null;
  else holder[key] = how === 'replace' ? structuredClone(by) : toText(holder[key]);
  return Array.isArray(holder) && how === 'remove' ? (holder.length--, value) : value;
}

const toText = (value: unknown): unknown =>
  typeof value === 'string' ? Number(value) || value : JSON.stringify(value);

interface Spot {
  readonly holder: Record<string | number, unknown>;
  readonly key: string;
}

function spotsOf(value: unknown): Spot[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap(key => [{ holder, key }, ...spotsOf(holder[key])]);
}

const toIsoText = (text: string): string =>
  new Date((withoutBlanks(text) as string).toUpperCase()).toISOString();

/** `new Date()`, which class-transformer asks, misreads early years where a blank stands for the T. */
export function withoutBlanks(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^(\d{4}-\d\d-\d\d) (?=\d\d:)/, '$1T');
  if (Array.isArray(value)) return value.map(withoutBlanks);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutBlanks(member)]));
}

/** What serialising the hydrated value must give: defaults filled in, and date-times in the form of `toISOString`. */
export function normalise(value: unknown, schema: JsonSchema, root: JsonSchema = schema): unknown {
  const node = resolve(schema, root);
  if (node.anyOf !== undefined) {
    const branch = node.anyOf.find(each => (each.type === 'null') === (value === null));
    return branch === undefined ? value : normalise(value, branch, root);
  }
  if (Array.isArray(value)) return value.map(item => normalise(item, node.items as JsonSchema, root));
  if (typeof value === 'string') return node.format === 'date-time' ? toIsoText(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const given = value as Readonly<Record<string, unknown>>;
  const entries = Object.entries(node.properties ?? {}).map(([name, property]) => {
    const member = Object.hasOwn(given, name)
      ? given[name]
      : (property.default ?? resolve(property, root).default);
    return [name, member === undefined ? undefined : normalise(member, property, root)] as const;
  });
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

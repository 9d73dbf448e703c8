import fc from 'fast-check';
import { type JsonSchema } from 'toolwright';
import { exportedNames } from '../../src/schema/dialects/exported-name.js';
import { type Profile } from '../../src/schema/dialects/profile.js';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const resolve = (node: JsonSchema, root: JsonSchema): JsonSchema => {
  const name = /^#\/\$defs\/(.+)$/.exec(node.$ref ?? '')?.[1];
  return name === undefined ? node : resolve(root.$defs![name]!, root);
};

const words = fc.oneof(
  fc.string({ maxLength: 5, unit: fc.constantFrom('a', 'b', 'c') }),
  fc.constantFrom('red', 'a-b', '2020-01-31', '2020-01-31T09:30:00Z', 'a@example.com', 'https://example.com'),
);

/** Recursive schemas end here. */
const DEEP = 3;

/** Values that mostly fit a schema, of whatever dialect; who needs fitting ones asks an engine. */
export const valuesFor = (node: JsonSchema | boolean, root: JsonSchema, depth = 0): fc.Arbitrary<unknown> =>
  // Made when needed, for recursive schemas have no end.
  fc.constant(node).chain(each => buildValues(each, root, depth));

function buildValues(node: JsonSchema | boolean, root: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  if (typeof node === 'boolean') return fc.constantFrom(1, 'x');
  const schema = resolve(node, root);
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined) {
    const { anyOf: _any, oneOf: _one, ...base } = schema;
    const ends = parts.filter(part => part.$ref === undefined);
    const chosen = depth > DEEP && ends.length > 0 ? ends : parts;
    return fc.oneof(...chosen.map(part => valuesFor({ ...base, ...resolve(part, root) }, root, depth + 1)));
  }
  if (schema.allOf !== undefined) return valuesFor(mergeParts(schema, root), root, depth);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const types = schema.type === undefined ? ['string', 'integer'] : [schema.type].flat();
  const shallow = depth > DEEP && types.includes('null') ? ['null'] : types;
  return fc.oneof(...shallow.map(type => valuesOfType(type, schema, [root, depth + 1])));
}

function valuesOfType(
  type: string,
  node: JsonSchema,
  [root, depth]: [JsonSchema, number],
): fc.Arbitrary<unknown> {
  if (type === 'string') return words;
  if (type === 'integer') return fc.integer({ min: -6, max: 9 });
  if (type === 'number') return fc.integer({ min: -12, max: 18 }).map(halves => halves / 2);
  if (type === 'boolean') return fc.boolean();
  if (type === 'array') return listsFor(node, root, depth);
  return type === 'object' ? objectsFor(node, root, depth) : fc.constant(null);
}

function listsFor(node: JsonSchema, root: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const { prefixItems, items = true, minItems = 0, maxItems = 2 } = node;
  const most = depth > DEEP ? minItems : Math.max(minItems, maxItems);
  if (depth > DEEP && prefixItems === undefined && minItems === 0) return fc.constant([]);
  const rest = valuesFor(items, root, depth);
  if (prefixItems !== undefined) {
    const further = items === false ? fc.constant([]) : fc.array(rest, { maxLength: 2 });
    return fc
      .tuple(fc.tuple(...prefixItems.map(item => valuesFor(item, root, depth))), further, fc.nat(3))
      .map(([places, more, missing]) =>
        missing === 0 ? [...places, ...more] : places.slice(0, Math.max(minItems, places.length - missing)),
      );
  }
  const isEntries = typeof items === 'object' && Object.keys(items.properties ?? {}).join() === 'key,value';
  return fc.array(rest, { minLength: Math.min(minItems, most), maxLength: most }).map(list => {
    if (!isEntries) return list;
    const byKey = new Map(list.map(entry => [(entry as { key: unknown }).key, entry]));
    return [...byKey.values()];
  });
}

function objectsFor(node: JsonSchema, root: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = node;
  const kept = Object.entries(properties).filter(([name]) => depth <= DEEP || required.includes(name));
  const members = Object.fromEntries(kept.map(([name, part]) => [name, valuesFor(part, root, depth)]));
  const own = fc.record(members, {
    requiredKeys: required.filter(name => Object.hasOwn(members, name)),
    noNullPrototype: true,
  });
  if (depth > DEEP) return own;
  const [patterned] = Object.values((node['patternProperties'] ?? {}) as Record<string, JsonSchema>);
  const further = [
    ...(patterned === undefined ? [] : [membersFor(['x-a', 'x-b'], valuesFor(patterned, root, depth))]),
    ...(isObject(additionalProperties)
      ? [membersFor(['x', 'y', 'zz'], valuesFor(additionalProperties, root, depth))]
      : []),
  ];
  return fc.tuple(own, ...further).map(([a, ...more]) => Object.assign({}, ...more, a) as object);
}

const membersFor = (names: readonly string[], values: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 2, noNullPrototype: true });

/** Enough of `allOf` for what the schemas here put into it. */
export function mergeParts(node: JsonSchema, root: JsonSchema): JsonSchema {
  const { allOf = [], ...base } = node;
  return allOf.reduce<JsonSchema>((merged, part) => {
    const { properties = {}, required = [], ...rest } = resolve(part, root);
    return {
      ...rest,
      ...merged,
      ...(rest.type === 'object' ? { properties: { ...properties, ...merged.properties } } : {}),
      ...(rest.type === 'object' ? { required: [...required, ...(merged.required ?? [])] } : {}),
    };
  }, base);
}

export interface Expression {
  readonly root: JsonSchema;
  readonly profile: Profile;
  readonly isWrapped: boolean;
  accepts(value: unknown, node: JsonSchema): boolean;
  /** Told what of a value a model cannot write in the dialect. */
  lose(what: 'a nullable member left out' | 'a member without a name'): void;
}

/** A canonical value as a model would write it in a dialect. */
export function express(value: unknown, how: Expression): unknown {
  const expressed = expressNode(value, how.root, how, true);
  return how.isWrapped ? { input: expressed } : expressed;
}

function expressNode(value: unknown, node: JsonSchema, how: Expression, isTop = false): unknown {
  const schema = mergeParts(resolve(node, how.root), how.root);
  if (schema.$ref !== undefined || (schema.allOf ?? []).length > 0)
    return expressNode(value, schema, how, isTop);
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts !== undefined) {
    const { anyOf: _any, oneOf: _one, $defs: _defs, ...base } = schema;
    const branch = parts.find(part => how.accepts(value, part)) ?? meantBranch(value, parts, how.root);
    return branch === undefined ? value : expressNode(value, { ...base, ...resolve(branch, how.root) }, how);
  }
  if (schema.enum !== undefined || schema.const !== undefined) return value;
  if (Array.isArray(value)) return expressList(value, schema, how);
  return isObject(value) ? expressObject(value, schema, [how, isTop]) : value;
}

/** Which branch a value that fits none is meant for; undefined where that could be several. */
function meantBranch(value: unknown, parts: readonly JsonSchema[], root: JsonSchema): JsonSchema | undefined {
  const type = Array.isArray(value) ? 'array' : 'object';
  const meant = parts.filter(part => {
    const { type: own, properties: { kind = {} } = {} } = resolve(part, root);
    return own === type && (!isObject(value) || kind.const === undefined || kind.const === value['kind']);
  });
  return meant.length === 1 ? meant[0] : undefined;
}

function expressList(items: unknown[], schema: JsonSchema, how: Expression): unknown {
  const { prefixItems, items: rest } = schema;
  const express = (item: unknown, index: number): unknown => {
    const part = prefixItems?.[index] ?? rest;
    return typeof part === 'object' ? expressNode(item, part, how) : item;
  };
  const expressed = items.map(express);
  if (prefixItems === undefined || how.profile.schema?.tuples !== 'objects') return expressed;
  if (![schema.type].flat().includes('array')) return expressed;
  const size = prefixItems.length;
  const places: Record<string, unknown> = Object.fromEntries(Object.entries(expressed.slice(0, size)));
  if (how.profile.schema.allRequired)
    for (let index = Math.max(items.length, schema.minItems ?? 0); index < size; index++)
      places[index] = null;
  if (how.profile.schema.allRequired && isObject(rest)) places['rest'] = null;
  return expressed.length > size ? { ...places, rest: expressed.slice(size) } : places;
}

function expressObject(
  value: Record<string, unknown>,
  schema: JsonSchema,
  [how, isTop]: [Expression, boolean],
): unknown {
  const { properties = {}, required = [], additionalProperties } = schema;
  const patterns = Object.entries((schema['patternProperties'] ?? {}) as Record<string, JsonSchema>);
  const rules = how.profile.schema;
  const isUnnamed = (name: string): boolean =>
    !Object.hasOwn(properties, name) && !isObject(additionalProperties);
  if (rules?.closedObjects === true && Object.keys(value).some(isUnnamed))
    how.lose('a member without a name');
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    const [, named] = patterns.find(([pattern]) => new RegExp(pattern, 'u').test(name)) ?? [];
    const part = Object.hasOwn(properties, name) ? properties[name] : (named ?? additionalProperties);
    return [name, isObject(part) ? expressNode(member, part, how) : member];
  });
  const isMap =
    schema.type === 'object' && isObject(additionalProperties) && Object.keys(properties).length === 0;
  if (isMap && rules?.closedObjects === true) return entries.map(([key, member]) => ({ key, value: member }));
  if (rules?.allRequired === true && schema.type === 'object')
    for (const [name, part] of Object.entries(properties))
      if (!required.includes(name) && !Object.hasOwn(value, name)) {
        if (how.accepts(null, part)) how.lose('a nullable member left out');
        else entries.push([name, null]);
      }
  const rule = rules?.properties;
  const isRenamed = rule?.where === 'everywhere' || (rule?.where === 'top' && isTop && !how.isWrapped);
  const names = isRenamed ? exportedNames(Object.keys(properties), rule) : new Map<string, string>();
  return Object.fromEntries(entries.map(([name, member]) => [names.get(name) ?? name, member]));
}

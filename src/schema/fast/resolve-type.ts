import type { FieldOptions } from '../field.js';
import type { JsonSchema, JsonSchemaType } from '../json-schema.js';
import { commonTypes, jsonTypeOf } from '../validators/json-type.js';
import type { AppliedRule } from '../validators/property-rules.js';
import { readTransformerType } from './discriminated-union.js';
import type { Draft, Workshop } from './draft.js';
import type { FieldDeclaration, MemberRecords } from './field-schema.js';
import { keywordTable } from './keyword-table.js';
import { erasedElement, notEmitted } from './refusals.js';
import { readRuntimeType, type TypeReading } from './runtime-type.js';
import { readStatedType, type StatedType } from './stated-type.js';

/** The types of a field, from every source, before they become one schema. */
export interface FieldTypes {
  /** Written by the author, or by `@Type` of class-transformer. */
  readonly stated: StatedType | undefined;
  readonly emitted: TypeReading;
}

export function readTypes(
  declaration: FieldDeclaration,
  options: FieldOptions,
  member: MemberRecords,
  workshop: Workshop,
): FieldTypes {
  const transformer = (): StatedType | undefined =>
    member.type && readTransformerType(member.type, member.property, workshop);
  return {
    stated: readStatedType(options, workshop) ?? transformer(),
    emitted: declaration.emitted.emitted
      ? readRuntimeType(declaration.emitted.type, workshop)
      : { refusal: notEmitted },
  };
}

/** True when the value is an array of what the types describe. */
export function isList(declaration: FieldDeclaration, types: FieldTypes, member: MemberRecords): boolean {
  const { options, emitted } = declaration;
  const { rules } = member;
  const saysArray = rules.whole.some(rule => rule.types?.length === 1 && rule.types[0] === 'array');
  return (
    options.each ??
    (types.stated?.isList === true ||
      saysArray ||
      rules.items.length > 0 ||
      rules.nested === 'items' ||
      options.items !== undefined ||
      options.prefixItems !== undefined ||
      (emitted.emitted && (emitted.type === Array || (emitted.type === Set && member.type !== undefined))))
  );
}

/** The node for one value, from the most to the least explicit source that says something. */
export function resolveNode(
  { types, rules, stated }: { types: FieldTypes; rules: readonly AppliedRule[]; stated: JsonSchema },
  workshop: Workshop,
): TypeReading {
  if (types.stated !== undefined) return types.stated.reading;
  const instance = rules.find(rule => rule.instanceOf !== undefined);
  if (instance !== undefined) return readRuntimeType(instance.instanceOf, workshop);
  if ('node' in types.emitted) return types.emitted;
  const node = nodeOfKeywords(stated) ?? nodeOfRules(rules);
  return node === undefined ? types.emitted : { node };
}

/** For an array whose emitted type says no more than that: the element is what is missing. */
export function withErasedElement(types: FieldTypes, { emitted }: FieldDeclaration): FieldTypes {
  const isErased = emitted.emitted && (emitted.type === Array || emitted.type === Object);
  return isErased ? { ...types, emitted: { refusal: erasedElement } } : types;
}

/** True for a Map whose value type `@Type` states: class-transformer fills it from an object. */
export const isMap = ({ emitted }: FieldDeclaration, { type }: MemberRecords): boolean =>
  emitted.emitted && emitted.type === Map && type !== undefined;

const STRUCTURE = ['anyOf', 'oneOf', 'allOf', '$ref', 'if', 'prefixItems'];

/** Keywords that describe a whole structure state its type as well. */
function nodeOfKeywords(keywords: JsonSchema): Draft | undefined {
  if (keywords.const !== undefined) return { type: jsonTypeOf(keywords.const) };
  const isObject = Object.keys(keywords).some(name => keywordTable[name]?.appliesTo?.[0] === 'object');
  if (isObject) return { type: 'object' };
  return STRUCTURE.some(name => keywords[name] !== undefined) ? {} : undefined;
}

function nodeOfRules(rules: readonly AppliedRule[]): Draft | undefined {
  const stated = rules.flatMap(rule => (rule.types === undefined ? [] : [rule.types]));
  const types = stated.length > 0 ? stated.reduce(commonOrFirst) : undefined;
  const [only] = types ?? rules.flatMap(rule => rule.assumedType ?? []);
  if (only === undefined) return undefined;
  return { type: types === undefined || types.length === 1 ? only : types };
}

/** Without a common type the first one stays, so that completing the node reports the contradiction. */
function commonOrFirst(
  a: readonly JsonSchemaType[],
  b: readonly JsonSchemaType[],
): readonly JsonSchemaType[] {
  const common = commonTypes(a, b);
  return common.length > 0 ? common : a;
}

import { isPlainObject } from '../../foundation/json.js';
import type { JsonSchema } from '../json-schema.js';
import { childPath } from '../plan/pointer.js';
import { stableText } from '../plan/same-value.js';
import { ANNOTATIONS, HOLDINGS } from '../schema-keywords.js';
import type { Draft } from './draft.js';
import {
  checkPattern,
  type KeywordSite,
  noted,
  refuseValue,
  removed,
  VALUE_KEYWORDS,
} from './keyword-values.js';
import { modernise } from './modernise.js';
import type { RawNode } from './places.js';
import { readType } from './read-type.js';
import type { Report } from './report.js';

/** A schema inside of a node, in its new form. */
export type Emit = (child: RawNode) => JsonSchema;

export interface Workshop {
  readonly draft: Draft;
  readonly report: Report;
  readonly emit: Emit;
  /** The new reference of a node that has one; a boolean where it leads to one. */
  /** True for a keyword, by its pointer, that counts only as the place of schemas which something refers to. */
  readonly isCarrier: (pointer: string) => boolean;
  readonly refer: (node: RawNode) => string | boolean | undefined;
}

/** Names of nodes and rules about dialects, which are resolved already, and words for readers of the source. */
const RESOLVED = new Set([
  ...[
    '$schema',
    '$id',
    'id',
    '$anchor',
    '$dynamicAnchor',
    '$recursiveAnchor',
    '$vocabulary',
    '$comment',
    '$async',
  ],
  ...['$defs', 'definitions', '$ref', '$dynamicRef', '$recursiveRef'],
]);
/** What OpenAPI adds for documents, not for values. */
const OPEN_API = new Set(['example', 'discriminator', 'xml', 'externalDocs']);
/** Keywords in which null is a value like any other. */
const NULLABLE = new Set(['const', 'default', 'examples', 'enum']);
/** One node in the form of 2020-12, with references to where its parts are now. */
export function rewriteNode(raw: RawNode, pointer: string, workshop: Workshop): JsonSchema {
  const { report, draft } = workshop;
  const referred = workshop.refer(raw);
  const isAlone = referred !== undefined && draft.ignoresSiblings;
  const given = isAlone ? withoutSiblings(raw, pointer, report) : raw;
  const modern = modernise(given, pointer, report);
  const entries = Object.entries(modern).flatMap(([keyword, value]) => {
    const rewritten = rewriteKeyword(value, { keyword, pointer, report }, workshop);
    return rewritten === undefined ? [] : [[keyword, rewritten] as const];
  });
  const schema = Object.fromEntries(entries) as JsonSchema;
  checkDefault(schema, pointer, report);
  return addNull(withReference(schema, referred), modern['nullable'], {
    pointer,
    report,
    keyword: 'nullable',
  });
}

function withReference(schema: JsonSchema, referred: string | boolean | undefined): JsonSchema {
  if (referred === undefined || referred === true) return schema;
  if (referred === false) return { ...schema, not: {} };
  return { $ref: referred, ...schema };
}

function withoutSiblings(raw: RawNode, pointer: string, report: Report): RawNode {
  const kept = Object.entries(raw).filter(
    ([keyword]) => ANNOTATIONS.includes(keyword) || keyword === 'nullable' || RESOLVED.has(keyword),
  );
  const dropped = Object.keys(raw).filter(keyword => !kept.some(([name]) => name === keyword));
  if (dropped.length > 0)
    report.note(
      pointer,
      `${dropped.map(name => `'${name}'`).join(', ')} beside '$ref' counted for nothing and were removed.`,
    );
  return Object.fromEntries(kept);
}

function rewriteKeyword(value: unknown, site: KeywordSite, workshop: Workshop): unknown {
  const { keyword } = site;
  if (RESOLVED.has(keyword) || keyword === 'nullable') return undefined;
  if (OPEN_API.has(keyword)) return removed(site, 'says nothing about values and was removed');
  if (value === null && !NULLABLE.has(keyword) && isKnown(keyword))
    return removed(site, 'was null and was removed');
  if (keyword === 'type') return readType(value, site);
  const read = VALUE_KEYWORDS.get(keyword);
  return read === undefined ? rewriteParts(value, site, workshop) : read(value, site);
}

/** Keywords that hold schemas, and those that are kept as they are: data and unknown ones. */
function rewriteParts(value: unknown, site: KeywordSite, workshop: Workshop): unknown {
  const { keyword, pointer } = site;
  const holding = HOLDINGS.get(keyword);
  if (holding === 'named') return rewriteNamed(value, site, workshop);
  if (holding === 'list') return rewriteList(value, site, workshop);
  if (holding === 'single') return rewriteSchema(value, site, workshop, true);
  if (NULLABLE.has(keyword)) return value;
  if (!holdsObject(value))
    return keyword.startsWith('x-') ? value : noted(site, value, 'is unknown and counts for nothing');
  const isCarrier = workshop.isCarrier(childPath(pointer, keyword));
  // Ajv looks for names of schemas wherever there is an object.
  return isCarrier ? undefined : removed(site, 'is unknown and was removed');
}

const holdsObject = (value: unknown): boolean =>
  isPlainObject(value) ||
  (Array.isArray(value) && value.some(item => typeof item === 'object' && item !== null));

const isKnown = (keyword: string): boolean =>
  keyword === 'type' || HOLDINGS.has(keyword) || VALUE_KEYWORDS.has(keyword);

const SCHEMA = 'Write a JSON Schema: an object, true or false.';

function rewriteSchema(
  value: unknown,
  site: KeywordSite,
  { emit }: Workshop,
  keepsBoolean: boolean,
): unknown {
  if (isPlainObject(value)) return emit(value);
  const isText = value === 'true' || value === 'false';
  const flag = isText ? noted(site, value === 'true', 'was text and became a boolean') : value;
  if (typeof flag !== 'boolean') return refuseValue(site, value, SCHEMA);
  if (keepsBoolean) return flag;
  return flag ? {} : { not: {} };
}

function rewriteList(value: unknown, site: KeywordSite, workshop: Workshop): unknown {
  if (!Array.isArray(value)) return refuseValue(site, value, 'Write a list of JSON Schemas.');
  if (value.length > 0) return value.map(each => rewriteSchema(each, site, workshop, false));
  const demandsOne = site.keyword === 'anyOf' || site.keyword === 'oneOf';
  return demandsOne ? refuseValue(site, value, 'List at least one schema, or leave it out.') : undefined;
}

function rewriteNamed(value: unknown, site: KeywordSite, workshop: Workshop): unknown {
  if (Array.isArray(value) && value.length === 0)
    return noted(site, {}, 'was an empty list and became an object');
  if (!isPlainObject(value)) return refuseValue(site, value, 'Write an object of JSON Schemas.');
  const { keyword, pointer, report } = site;
  const entries = Object.entries(value).flatMap(([name, child]) => {
    const inner = { keyword: name, pointer: childPath(pointer, keyword), report };
    if (name === '__proto__') return noted(inner, [], 'can never be sent and was removed');
    if (keyword === 'patternProperties' && !checkPattern(name, inner)) return [];
    return [[name, rewriteSchema(child, inner, workshop, false)] as const];
  });
  return Object.fromEntries(entries);
}

/** OpenAPI 3.0 says so where JSON Schema names the type. */
function addNull(schema: JsonSchema, nullable: unknown, site: KeywordSite): JsonSchema {
  if (nullable !== true && nullable !== 'true') return schema;
  if (schema.type !== undefined) {
    const types = [schema.type].flat();
    return types.includes('null')
      ? schema
      : noted(site, { ...schema, type: [...types, 'null'] }, "became the type 'null'");
  }
  const entries = Object.entries(schema);
  const rules = entries.filter(([keyword]) => !ANNOTATIONS.includes(keyword));
  if (rules.length === 0) return schema;
  const words = entries.filter(([keyword]) => ANNOTATIONS.includes(keyword));
  const anyOf = [Object.fromEntries(rules) as JsonSchema, { type: 'null' as const }];
  return noted(site, { ...Object.fromEntries(words), anyOf }, "became a branch of type 'null'");
}

/** Kept even so: what a default means is its author's affair. */
function checkDefault(
  { default: given, type, enum: values, ...rest }: JsonSchema,
  pointer: string,
  report: Report,
): void {
  if (given === undefined) return;
  const types = type === undefined ? [] : [type].flat();
  const isListed = values === undefined || values.some(value => stableText(value) === stableText(given));
  const isTyped =
    types.length === 0 ||
    types.some(each => isOfType(given, each)) ||
    (given === null && rest['nullable'] === true);
  if (!isListed || !isTyped) report.note(pointer, "its 'default' is not allowed by the schema itself.");
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  return typeof value === type && value !== null && !Array.isArray(value);
}

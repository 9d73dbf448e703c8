import type { Constructor } from '../../foundation/constructor.js';
import type { JsonSchema } from '../json-schema.js';
import type { StoredAs } from '../typed-schema.js';
import { buildFormatRule, nameFormat } from './formats.js';
import { NOTHING_SURE, type PlanNode, type Rule } from './node.js';
import { AnythingNode } from './nodes/anything.js';
import { buildArrayNode } from './nodes/array.js';
import { BooleanNode } from './nodes/boolean.js';
import { LibrariesNode } from './nodes/libraries.js';
import { NullNode } from './nodes/null.js';
import { buildNumberRules, NumberNode } from './nodes/number.js';
import { buildObjectNode, type Member } from './nodes/object.js';
import { isTextRevival, RevivedTextNode, TEXT_REVIVALS } from './nodes/revived-text.js';
import { buildTextRules, TextNode } from './nodes/text.js';
import type { Site } from './site.js';
import { describeCount } from './words.js';

/** The node for one type of a schema; keywords of other types do not count. */
export function buildKindNode(type: string, site: Site): PlanNode {
  switch (type) {
    case 'string':
      return buildText(site);
    case 'number':
    case 'integer':
      return buildNumber(type, site);
    case 'boolean':
      return new BooleanNode();
    case 'null':
      return new NullNode();
    case 'array':
      return buildArray(site);
    default:
      return buildObject(site);
  }
}

function buildText({ schema, facts, preparations }: Site): PlanNode {
  const revive = facts.revive?.kind;
  const revival = revive !== undefined && isTextRevival(revive) ? TEXT_REVIVALS[revive] : undefined;
  const judgesFormat = revive === 'date' || revive === 'date-text';
  const format = facts.isFormatHint !== true && !judgesFormat ? schema.format : undefined;
  const { rules, sure } = buildTextRules(schema);
  const text =
    format === undefined
      ? new TextNode(nameFormat(format), rules, sure)
      : new TextNode(
          nameFormat(format),
          [...rules, buildFormatRule(format, 'string', preparations)],
          NOTHING_SURE,
        );
  return revival === undefined ? text : new RevivedTextNode(text, revival);
}

function buildNumber(type: 'number' | 'integer', { schema, facts, preparations }: Site): PlanNode {
  const isInteger = type === 'integer';
  const { rules, sure } = buildNumberRules(schema, isInteger);
  const format = facts.isFormatHint !== true ? schema.format : undefined;
  return format === undefined
    ? new NumberNode(isInteger, rules, sure)
    : new NumberNode(isInteger, [...rules, buildFormatRule(format, 'number', preparations)], NOTHING_SURE);
}

function buildArray(site: Site): PlanNode {
  const { schema } = site;
  // Next to prefixItems, items speaks of the rest only.
  const items = schema.prefixItems === undefined ? (schema.items ?? true) : true;
  return buildArrayNode(schema, site.compile(items, 'items'));
}

function buildObject(site: Site): PlanNode {
  const { revive } = site.facts;
  if (revive?.kind !== 'libraries') return buildMembers(site, revive?.kind === 'instance' ? revive : {});
  const { libraries } = site;
  site.preparations.push(() => libraries.load());
  return new LibrariesNode({
    json: buildMembers(site.asJson(), { storedAs: revive.storedAs }),
    target: revive.target,
    libraries,
    pass: site.pass,
    isClosed: site.schema.additionalProperties === false,
  });
}

/** What becomes of an accepted object. */
interface ObjectResult {
  readonly target?: Constructor;
  readonly storedAs?: StoredAs | undefined;
}

function buildMembers(site: Site, { target, storedAs }: ObjectResult): PlanNode {
  const { schema } = site;
  const required = new Set((schema.required ?? []).filter(isSafeName));
  const properties = Object.entries(schema.properties ?? {}).filter(([key]) => isSafeName(key));
  const members = properties.map(([key, property]): Member => {
    const node = site.compile(property, 'properties', key);
    return {
      key,
      property: storedAs?.has(key) === true ? storedAs.get(key) : key,
      node,
      sure: node.sure ?? NOTHING_SURE,
      isRequired: required.has(key),
      default: findDefault(property, site),
      isInherited: key in Object.prototype,
    };
  });
  for (const key of required) {
    if (!members.some(member => member.key === key)) members.push(buildUnnamedMember(key, site));
  }
  return buildObjectNode({
    members,
    others: buildOthers(site),
    rules: buildSizeRules(schema),
    target: target as Constructor<object> | undefined,
  });
}

/** `__proto__` is refused in every value, so no schema can ask for it. */
function isSafeName(key: string): boolean {
  return key !== '__proto__';
}

/** A member that is required without being described. */
function buildUnnamedMember(key: string, site: Site): Member {
  const node = buildOthers(site) ?? site.compile(false);
  return {
    key,
    property: key,
    node,
    sure: node.sure ?? NOTHING_SURE,
    isRequired: true,
    default: undefined,
    isInherited: key in Object.prototype,
  };
}

function buildOthers(site: Site): PlanNode | undefined {
  const { additionalProperties = true, patternProperties } = site.schema;
  // Members that match a pattern are no additional ones; Ajv has judged them all.
  if (patternProperties !== undefined) return new AnythingNode();
  return additionalProperties === false
    ? undefined
    : site.compile(additionalProperties, 'additionalProperties');
}

function findDefault(property: JsonSchema | boolean, site: Site): unknown {
  if (typeof property === 'boolean') return undefined;
  return property.default ?? site.follow(property).default;
}

function buildSizeRules(schema: JsonSchema): Rule<readonly string[]>[] {
  const { minProperties, maxProperties } = schema as { minProperties?: number; maxProperties?: number };
  const size = describeCount('member', minProperties, maxProperties);
  if (size === undefined) return [];
  const [least, most] = [minProperties ?? 0, maxProperties ?? Infinity];
  return [{ expected: `with ${size}`, test: keys => keys.length >= least && keys.length <= most }];
}

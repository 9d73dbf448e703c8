import type { Constructor } from '../../foundation/constructor.js';
import type { JsonSchema } from '../json-schema.js';
import type { StoredAs } from '../typed-schema.js';
import { buildPatternedMembers } from './build-patterned.js';
import { NOTHING_SURE, type PlanNode, type Rule } from './node.js';
import { LibrariesNode } from './nodes/libraries.js';
import { buildObjectNode, type Member } from './nodes/object.js';
import type { PatternedMembers } from './nodes/patterned-members.js';
import type { Site } from './site.js';
import { describeCount } from './words.js';

export function buildObject(site: Site): PlanNode {
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
  const patterned = buildPatternedMembers(
    site,
    properties.map(([key]) => key),
  );
  const members = properties.map(([key, property]): Member => {
    const own = site.compile(property, 'properties', key);
    const node = patterned?.join(key, { node: own, means: site.means(property) }) ?? own;
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
    if (!members.some(member => member.key === key)) members.push(buildUnnamedMember(key, site, patterned));
  }
  return buildObjectNode({
    members,
    patterned,
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
function buildUnnamedMember(key: string, site: Site, patterned: PatternedMembers | undefined): Member {
  const node = patterned?.nodeFor(key) ?? buildOthers(site) ?? site.compile(false);
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
  const { additionalProperties = true } = site.schema;
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

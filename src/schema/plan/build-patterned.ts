import type { JsonSchema } from '../json-schema.js';
import type { PlanNode } from './node.js';
import { LazyNode } from './nodes/lazy.js';
import { type NamedPattern, PatternedMembers } from './nodes/patterned-members.js';
import type { Pass } from './pass.js';
import { compilePattern } from './pattern.js';
import type { Site } from './site.js';

/**
 * What `patternProperties` says of members; undefined when it says nothing.
 *
 * @param names - Of the members that `properties` describes: those that a pattern matches must fit both.
 */
export function buildPatternedMembers(site: Site, names: readonly string[]): PatternedMembers | undefined {
  const schemas = (site.schema['patternProperties'] ?? {}) as Readonly<Record<string, JsonSchema | boolean>>;
  const patterns = Object.entries(schemas).map(([source, schema]): NamedPattern => ({
    source,
    pattern: compilePattern(source),
    node: site.compile(schema, 'patternProperties', source),
    means: site.means(schema),
  }));
  if (patterns.length === 0) return undefined;
  const overlaps = patterns.length > 1 || names.some(name => patterns.some(each => each.pattern.test(name)));
  return new PatternedMembers(
    overlaps ? patterns.map(each => ({ ...each, node: remembering(each.node, site.pass) })) : patterns,
  );
}

/** One value that is judged by several nodes would be judged twice as often at each further level. */
function remembering(node: PlanNode, pass: Pass): PlanNode {
  const lazy = new LazyNode(pass);
  lazy.resolve(node, true);
  return lazy;
}

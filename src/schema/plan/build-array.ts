import type { PlanNode } from './node.js';
import { buildArrayNode } from './nodes/array.js';
import { buildTupleNode } from './nodes/tuple.js';
import type { Site } from './site.js';

/** Next to `prefixItems`, `items` speaks of the rest only. */
export function buildArray(site: Site): PlanNode {
  const { schema } = site;
  const { prefixItems, items = true } = schema;
  if (prefixItems === undefined) return buildArrayNode(schema, site.compile(items, 'items'));
  return buildTupleNode(
    schema,
    prefixItems.map((place, index) => site.compile(place, 'prefixItems', index)),
    items === false ? undefined : site.compile(items, 'items'),
  );
}

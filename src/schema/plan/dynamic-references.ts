import type { JsonSchema } from '../json-schema.js';
import { mapSchemas } from './sub-schemas.js';

/**
 * The schema with plain references in the place of dynamic ones. Within one document both lead to the same node, but
 * only plain ones can be followed from any part of it: of a part, Ajv would take a dynamic one for the part itself.
 */
export function replaceDynamicReferences(root: JsonSchema): JsonSchema {
  const { anchors, embedded, isDynamic } = survey(root);
  if (!isDynamic) return root;
  return mapSchemas(root, (node, copy, pointer) => {
    const reference = dynamicReferenceOf(node);
    if (reference === undefined || isWithin(pointer, embedded)) return copy;
    const { $dynamicRef: _dynamic, $recursiveRef: _recursive, ...rest } = copy as JsonSchema;
    const target = anchors.get(reference);
    const plain = { $ref: target === undefined ? reference : `#${encodePointer(target)}` };
    return rest.$ref === undefined
      ? { ...rest, ...plain }
      : { ...rest, allOf: [...(rest.allOf ?? []), plain] };
  }) as JsonSchema;
}

interface Survey {
  /** Where `#name` leads to. */
  readonly anchors: ReadonlyMap<string, string>;
  /** Nodes with an `$id`: documents of their own, whose names are none of the outer one's. */
  readonly embedded: readonly string[];
  readonly isDynamic: boolean;
}

function survey(root: JsonSchema): Survey {
  const named: [string, string][] = [];
  const embedded: string[] = [];
  let isDynamic = false;
  mapSchemas(root, (node, copy, pointer) => {
    for (const name of [node['$anchor'], node['$dynamicAnchor']])
      if (typeof name === 'string') named.push([`#${name}`, pointer]);
    if (pointer !== '' && typeof node['$id'] === 'string') embedded.push(pointer);
    isDynamic ||= dynamicReferenceOf(node) !== undefined;
    return copy;
  });
  const own = named.filter(([, pointer]) => !isWithin(pointer, embedded));
  return { anchors: new Map(own), embedded, isDynamic };
}

function dynamicReferenceOf(node: JsonSchema): string | undefined {
  const reference = node['$dynamicRef'] ?? node['$recursiveRef'];
  return typeof reference === 'string' ? reference : undefined;
}

const isWithin = (pointer: string, outer: readonly string[]): boolean =>
  outer.some(each => pointer === each || pointer.startsWith(`${each}/`));

const encodePointer = (pointer: string): string => pointer.split('/').map(encodeURIComponent).join('/');

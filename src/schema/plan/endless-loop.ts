import type { JsonSchema } from '../json-schema.js';
import { schemasInPlace, schemasInside } from './sub-schemas.js';

type Resolve = (reference: string) => unknown;

/** True when some node leads back to itself without going into the value: no value could ever be judged. */
export function hasEndlessLoop(root: JsonSchema, resolve: Resolve): boolean {
  const open = new Set<JsonSchema>();
  const closed = new Set<JsonSchema>();
  const later: JsonSchema[] = [root];
  const closes = (node: JsonSchema): boolean => {
    if (open.has(node)) return true;
    if (closed.has(node)) return false;
    open.add(node);
    later.push(...schemasInside(node));
    const target = typeof node.$ref === 'string' ? resolve(node.$ref) : undefined;
    const next = isNode(target) ? [...schemasInPlace(node), target] : schemasInPlace(node);
    const isLoop = next.some(closes);
    open.delete(node);
    closed.add(node);
    return isLoop;
  };
  for (const node of later) if (closes(node)) return true;
  return false;
}

const isNode = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

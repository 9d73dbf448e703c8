import type { JsonSchema } from '../json-schema.js';
import { isObject } from './members.js';
import { schemasInPlace, schemasInside } from './sub-schemas.js';

/** The node of a schema while its circles are found. */
interface Visited {
  readonly order: number;
  /** The earliest node that is still open and can be reached from here. */
  earliest: number;
  isClosed: boolean;
  /** How often some value below may be judged, for each time that this node judges one. */
  visits: number;
}

/**
 * True when alternatives multiply along the levels of a value: of forty definitions whose two alternatives both lead to the
 * next one by a member, the last judges the innermost value a million million times. Within a circle outcomes are
 * remembered, so ways around it count once.
 *
 * @see Tarjan, "Depth-first search and linear graph algorithms" (1972)
 */
export function multipliesVisits(
  root: JsonSchema,
  resolve: (reference: string) => unknown,
  maxVisits: number,
): boolean {
  const known = new Map<JsonSchema, Visited>();
  const open: Visited[] = [];
  let isTooMany = false;
  const visit = (node: JsonSchema): Visited => {
    const entry: Visited = { order: known.size, earliest: known.size, isClosed: false, visits: 1 };
    known.set(node, entry);
    open.push(entry);
    const visitsOf = (next: JsonSchema): number => {
      const seen = known.get(next) ?? visit(next);
      if (seen.isClosed) return seen.visits;
      entry.earliest = Math.min(entry.earliest, seen.earliest);
      return 1;
    };
    const target = typeof node.$ref === 'string' ? resolve(node.$ref) : undefined;
    const inPlace = [...schemasInPlace(node), ...(isObject(target) ? [target] : [])].map(visitsOf);
    // Members are values of their own.
    const inside = schemasInside(node).map(visitsOf);
    entry.visits = Math.max(1, inPlace.reduce((sum, visits) => sum + visits, 0) + Math.max(0, ...inside));
    isTooMany ||= entry.visits > maxVisits;
    if (entry.earliest === entry.order) close(entry);
    return entry;
  };
  const close = (first: Visited): void => {
    const circle = open.splice(open.lastIndexOf(first));
    const visits = Math.max(...circle.map(each => each.visits));
    for (const each of circle) Object.assign(each, { isClosed: true, visits });
  };
  try {
    visit(root);
  } catch (error) {
    // A chain too long to be followed here is too long for what judges values, too.
    if (error instanceof RangeError) return true;
    throw error;
  }
  return isTooMany;
}

import { findContradiction } from '../../fast/contradiction.js';
import type { JsonSchema } from '../../json-schema.js';

/** Pairs of a lower and an upper limit; `strict` where the values of both limits are left out. */
const RANGES = [
  ['minimum', 'maximum', false],
  ['minimum', 'exclusiveMaximum', true],
  ['exclusiveMinimum', 'maximum', true],
  ['exclusiveMinimum', 'exclusiveMaximum', true],
  ['minLength', 'maxLength', false],
  ['minItems', 'maxItems', false],
  ['minProperties', 'maxProperties', false],
] as const;

type Numbers = Readonly<Record<string, number | undefined>>;

/** Constraints that leave no value, and why. */
export interface Unsatisfiable {
  readonly keywords: readonly string[];
  readonly seen: string;
}

/** The constraints that leave no value of a schema; undefined when there may be one. */
export function findUnsatisfiable(
  schema: JsonSchema,
  added: readonly string[],
  nameOf: (keyword: string) => string,
): Unsatisfiable | undefined {
  const keywords = findPair(schema) ?? findStep(schema);
  if (keywords !== undefined) {
    const shown = keywords.map(each => `'@${nameOf(each)} ${String((schema as Numbers)[each])}'`);
    return { keywords, seen: `no value meets ${shown.join(' and ')}.` };
  }
  const impossible = findCount(schema);
  if (impossible !== undefined) {
    const shown = `'@${nameOf(impossible)} ${String((schema as Numbers)[impossible])}'`;
    return { keywords: [impossible], seen: `no value of its type meets ${shown}.` };
  }
  return findBarredValues(schema, added, nameOf);
}

function findPair(schema: JsonSchema): readonly string[] | undefined {
  const limits = schema as Numbers;
  const broken = RANGES.find(([low, high, isStrict]) => {
    const [from, to] = [limits[low], limits[high]];
    return from !== undefined && to !== undefined && (isStrict ? from >= to : from > to);
  });
  return broken?.slice(0, 2) as string[] | undefined;
}

/** A range without a multiple in it, or without a whole number. */
function findStep(schema: JsonSchema): readonly string[] | undefined {
  const limits = schema as Numbers;
  const low = tighter(limits, 'exclusiveMinimum', 'minimum', Math.max);
  const high = tighter(limits, 'exclusiveMaximum', 'maximum', Math.min);
  const step = limits['multipleOf'] ?? (isWhole(schema) ? 1 : 0);
  // Steps that are no whole numbers are rounded by the arithmetic, so nothing is claimed of them.
  if (low === undefined || high === undefined || !Number.isSafeInteger(step) || step < 1) return undefined;
  if (hasMultiple(limits, [limits[low] ?? 0, limits[high] ?? 0], step)) return undefined;
  return limits['multipleOf'] === undefined ? [low, high] : [low, high, 'multipleOf'];
}

function hasMultiple(limits: Numbers, [from, to]: readonly [number, number], step: number): boolean {
  const first = Math.ceil(from / step) * step;
  const next = first === limits['exclusiveMinimum'] ? first + step : first;
  return next < to || (next === to && next !== limits['exclusiveMaximum']);
}

/** Of two limits on one side, the keyword of the one that counts. */
function tighter(
  limits: Numbers,
  strict: string,
  plain: string,
  choose: (...values: number[]) => number,
): string | undefined {
  const [a, b] = [limits[strict], limits[plain]];
  if (a === undefined) return b === undefined ? undefined : plain;
  return b === undefined || choose(a, b) === a ? strict : plain;
}

const isWhole = ({ type }: JsonSchema): boolean =>
  type !== undefined && [type].flat().every(each => each === 'integer' || each === 'null');

/** A number of items or members that the type itself does not have. */
function findCount(schema: JsonSchema): string | undefined {
  const { minItems = 0, minProperties = 0, maxProperties = Infinity, required = [] } = schema;
  if (minItems > mostItems(schema)) return 'minItems';
  if (minProperties > mostProperties(schema)) return 'minProperties';
  return required.length > maxProperties ? 'maxProperties' : undefined;
}

const mostItems = ({ prefixItems, items }: JsonSchema): number =>
  prefixItems !== undefined && items === false ? prefixItems.length : Infinity;

const mostProperties = ({ additionalProperties, properties = {}, ...rest }: JsonSchema): number =>
  additionalProperties === false && rest['patternProperties'] === undefined
    ? Object.keys(properties).length
    : Infinity;

/** Values are listed, and constraints bar each of them. */
function findBarredValues(
  schema: JsonSchema,
  added: readonly string[],
  nameOf: (keyword: string) => string,
): Unsatisfiable | undefined {
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  const given = values.filter(value => value !== null);
  const isBarred = given.length > 0 && given.every(value => findContradiction(value, schema) !== undefined);
  if (!isBarred || added.length === 0) return undefined;
  const shown = added.map(keyword => `'@${nameOf(keyword)}'`).join(' and ');
  return { keywords: added, seen: `none of its values meets ${shown}.` };
}

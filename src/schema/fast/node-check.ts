import type { JsonSchema } from '../json-schema.js';
import { isWithin, jsonTypeOf } from '../validators/json-type.js';
import { typesOfNode, type Workshop } from './draft.js';

const RANGES = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

const LIMITS: ReadonlySet<string> = new Set([...RANGES.flat(), 'exclusiveMinimum', 'exclusiveMaximum']);

/** Reports keywords of one node that no value can satisfy together. */
export function checkNode(node: JsonSchema, where: string, workshop: Workshop): void {
  // It takes two to contradict each other, and looking for each of them costs more than looking at what is there.
  const limits = Object.keys(node).filter(keyword => LIMITS.has(keyword));
  if (limits.length > 1) checkLimits(node, where, workshop);
  if (node.enum !== undefined) checkEnum(node, node.enum, where, workshop);
}

function checkLimits(node: JsonSchema, where: string, workshop: Workshop): void {
  for (const [low, high] of RANGES) {
    const least = node[low];
    const most = node[high];
    if (least !== undefined && most !== undefined && least > most) {
      workshop.problem({
        where,
        seen: `${low} ${least} is above ${high} ${most}, so no value fits.`,
        fix: 'correct one of them.',
      });
    }
  }
  if (leavesNoNumber(node)) {
    workshop.problem({ where, seen: 'The limits leave no number.', fix: 'correct one of them.' });
  }
}

function leavesNoNumber(node: JsonSchema): boolean {
  const { minimum = -Infinity, maximum = Infinity } = node;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = node;
  return exclusiveMinimum >= Math.min(maximum, exclusiveMaximum) || minimum >= exclusiveMaximum;
}

function checkEnum(node: JsonSchema, values: readonly unknown[], where: string, workshop: Workshop): void {
  const types = typesOfNode(node);
  const isWrong = (value: unknown): boolean => types !== undefined && !isWithin(jsonTypeOf(value), types);
  if (values.length === 0) {
    workshop.problem({
      where,
      seen: 'No allowed value is left.',
      fix: 'list values that JSON can carry and that every decorator admits.',
    });
  } else if (values.some(isWrong)) {
    workshop.problem({
      where,
      seen: `'enum' has a value that is not ${types?.join(' or ') ?? ''}.`,
      fix: 'leave `type` out, it follows from the values; or correct the values.',
    });
  }
}

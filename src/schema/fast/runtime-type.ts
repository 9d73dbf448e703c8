import type { Constructor } from '../../foundation/constructor.js';
import type { JsonSchema } from '../json-schema.js';
import type { Revival } from '../typed-schema.js';
import { allowedValues, isJsonScalar, numberNames } from '../validators/allowed-values.js';
import { jsonTypeOf, typesOf } from '../validators/json-type.js';
import type { Draft, Workshop } from './draft.js';
import { builtInRefusals, notAType, type Refusal, unloaded, withoutMembers } from './refusals.js';

interface Leaf {
  readonly keywords: JsonSchema;
  readonly revive?: Revival;
}

const bytes: Leaf = { keywords: { type: 'string', contentEncoding: 'base64' }, revive: { kind: 'bytes' } };

const leaves: ReadonlyMap<unknown, Leaf> = new Map<unknown, Leaf>([
  [String, { keywords: { type: 'string' } }],
  [Number, { keywords: { type: 'number' } }],
  [Boolean, { keywords: { type: 'boolean' } }],
  [Date, { keywords: { type: 'string', format: 'date-time' }, revive: { kind: 'date' } }],
  [BigInt, { keywords: { type: 'string', pattern: '^-?\\d+$' }, revive: { kind: 'bigint' } }],
  [Uint8Array, bytes],
  [Buffer, bytes],
]);

export type TypeReading = { readonly node: Draft } | { readonly refusal: Refusal };

/** Turns a type that exists at run time (a constructor, an enum object, a literal) into a fresh node. */
export function readRuntimeType(type: unknown, workshop: Workshop): TypeReading {
  const leaf = leaves.get(type);
  if (leaf !== undefined) return { node: leafNode(leaf, workshop) };
  const refusal = type === undefined ? unloaded : builtInRefusals.get(type);
  if (refusal !== undefined) return { refusal };
  if (typeof type === 'function') return readClass(type as Constructor, workshop);
  if (typeof type === 'object' && type !== null)
    return { node: { ...enumNode(allowedValues(type)), ...numberNames(type) } };
  return isJsonScalar(type) && type !== null
    ? { node: { type: jsonTypeOf(type), const: type } }
    : { refusal: notAType(type) };
}

function leafNode(leaf: Leaf, workshop: Workshop): Draft {
  const node: Draft = { ...leaf.keywords };
  if (leaf.revive !== undefined) workshop.addFacts(node, { revive: leaf.revive });
  return node;
}

function readClass(target: Constructor, workshop: Workshop): TypeReading {
  if (!workshop.declares(target)) return { refusal: withoutMembers(target.name) };
  return { node: referenceTo(target, workshop) };
}

function referenceTo(target: Constructor, workshop: Workshop): Draft {
  const node: Draft = { $ref: '' };
  workshop.link(node, target);
  return node;
}

/** The node that admits exactly `values`. */
export function enumNode(values: readonly unknown[]): Draft {
  const types = typesOf(values);
  const [only] = types;
  return { type: types.length === 1 && only !== undefined ? only : types, enum: [...values] };
}

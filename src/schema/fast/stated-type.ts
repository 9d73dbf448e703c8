import { isClass } from '../../foundation/constructor.js';
import type { FieldOptions } from '../field.js';
import { allowedValues, isJsonScalar, numberNames } from '../validators/allowed-values.js';
import type { Workshop } from './draft.js';
import { notAType, type Refusal, unloaded } from './refusals.js';
import { enumNode, readRuntimeType, type TypeReading } from './runtime-type.js';

/** A type that the author wrote in the options. */
export interface StatedType {
  readonly isList: boolean;
  readonly reading: TypeReading;
}

const NAMES = ['string', 'number', 'integer', 'boolean'] as const;

/** Reads `type` and, without it, `enum`; undefined when the options state neither. */
export function readStatedType(options: FieldOptions, workshop: Workshop): StatedType | undefined {
  if (options.type !== undefined) return readTypeOption(options.type, workshop);
  if (options.enum === undefined) return undefined;
  return { isList: false, reading: readEnum(options.enum) };
}

function readTypeOption(type: unknown, workshop: Workshop): StatedType {
  const name = NAMES.find(known => known === type);
  if (name !== undefined) return { isList: false, reading: { node: { type: name } } };
  if (typeof type !== 'function' || isClass(type) || isNative(type)) {
    return { isList: false, reading: { refusal: badType(type) } };
  }
  return readThunk(type as () => unknown, workshop);
}

/** True for `String` itself, where `() => String` is meant. */
const isNative = (type: object): boolean => Function.prototype.toString.call(type).includes('[native code]');

/** Reads what a `() => Type` function gives; `[Type]` is an array of that type. */
export function readThunk(thunk: () => unknown, workshop: Workshop): StatedType {
  let type: unknown;
  try {
    type = thunk();
  } catch (error) {
    return { isList: false, reading: { refusal: failedThunk(error) } };
  }
  if (!Array.isArray(type)) return { isList: false, reading: readRuntimeType(type, workshop) };
  const [element, ...others] = type as unknown[];
  const reading = others.length === 0 ? readRuntimeType(element, workshop) : { refusal: notAType(type) };
  return { isList: true, reading };
}

function readEnum(source: unknown): TypeReading {
  const values = typeof source === 'object' && source !== null ? allowedValues(source) : [];
  if (values.length > 0 && values.every(isJsonScalar))
    return { node: { ...enumNode(values), ...numberNames(source) } };
  return {
    refusal: {
      seen: "'enum' holds no values that JSON can carry.",
      fix: write =>
        `list them: ${write("enum: ['a', 'b']")}, or give a TypeScript enum: ${write('enum: Colour')}.`,
    },
  };
}

const failedThunk = (error: unknown): Refusal => ({
  seen: `The function that names the type threw ${error instanceof Error ? error.name : 'a value'}.`,
  fix: unloaded.fix,
});

const badType = (type: unknown): Refusal => ({
  seen: `'type' is ${typeof type === 'string' ? `'${type}'` : 'not a function that names a type'}.`,
  fix: write =>
    `write ${NAMES.map(name => `'${name}'`).join(', ')}, or a function: ` +
    `${write(`type: () => ${typeof type === 'function' && type.name !== '' ? type.name : 'TheClass'}`)}.`,
});

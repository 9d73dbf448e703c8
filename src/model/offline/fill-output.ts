import { cutText } from '../../foundation/cut-text.js';
import { isPlainObject, type JsonValue } from '../../foundation/json.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import { textOf, type ToolResultPart } from '../message.js';
import { findNumber, findValue, typeOf } from './find-value.js';
import { RequestText } from './request-text.js';
import { MAX_DEPTH, resolveSchema } from './resolve-schema.js';

const MAX_NODES = 10_000;

/** Where the members of an output come from. */
export interface OutputSources {
  readonly text: string;
  readonly results: readonly ToolResultPart[];
  /** For members that want words. */
  readonly answer: string;
}

/** A value for an output schema: from observations by name, then from the request, then the least that fits. */
export function fillOutput(schema: JsonSchema, sources: OutputSources): JsonValue {
  return new OutputFilling(schema, sources).fill('', schema, 0);
}

class OutputFilling {
  readonly #root: JsonSchema;
  readonly #answer: string;
  readonly #request: RequestText;
  readonly #byName = new Map<string, unknown[]>();
  #nodes = 0;

  constructor(root: JsonSchema, { text, results, answer }: OutputSources) {
    this.#root = root;
    this.#answer = answer;
    this.#request = new RequestText(text);
    for (const result of results) if (!result.isError) this.#collect('', readJson(textOf(result.content)));
  }

  fill(name: string, schema: JsonSchema, depth: number): JsonValue {
    const node = resolveSchema(this.#root, schema);
    if (node.const !== undefined) return node.const as JsonValue;
    return this.#observed(name, node) ?? findValue(name, node, this.#request) ?? this.#least(node, depth);
  }

  #least(schema: JsonSchema, depth: number): JsonValue {
    if (schema.enum !== undefined) return (schema.enum[0] ?? null) as JsonValue;
    switch (typeOf(schema)) {
      case 'object':
        return depth > MAX_DEPTH ? {} : this.#object(schema, depth);
      case 'array':
        return this.#observed('', schema) ?? [];
      case 'integer':
      case 'number':
        return this.#leastNumber(schema);
      case 'boolean':
        return false;
      case 'null':
        return null;
      default:
        return cutText(this.#answer, (schema.maxLength ?? Infinity) - 1);
    }
  }

  #leastNumber(schema: JsonSchema): number {
    return findNumber(schema, this.#request) ?? schema.minimum ?? 0;
  }

  #object({ properties = {}, required = [] }: JsonSchema, depth: number): JsonValue {
    const members = Object.entries(properties).flatMap(([name, property]): [string, JsonValue][] => {
      if (required.includes(name)) return [[name, this.fill(name, property, depth + 1)]];
      const node = resolveSchema(this.#root, property);
      const value = this.#observed(name, node) ?? findValue(name, node, this.#request);
      return value === undefined ? [] : [[name, value]];
    });
    return Object.fromEntries(members);
  }

  /** The first value of that name that has the right type. */
  #observed(name: string, schema: JsonSchema): JsonValue | undefined {
    const type = typeOf(schema);
    // Lists and values have the form that is wanted; objects are put together from their members.
    const fits = (value: unknown): boolean =>
      schema.enum?.includes(value) ?? (type !== 'object' && typeOfValue(value).includes(type ?? ''));
    return (this.#byName.get(plainName(name)) ?? []).find(fits) as JsonValue | undefined;
  }

  #collect(name: string, value: unknown): void {
    if (++this.#nodes > MAX_NODES || value === undefined) return;
    const key = plainName(name);
    this.#byName.set(key, [...(this.#byName.get(key) ?? []).slice(0, 50), value]);
    if (Array.isArray(value)) for (const each of value.slice(0, 50)) this.#collect(name, each);
    else if (isPlainObject(value))
      for (const [member, held] of Object.entries(value)) this.#collect(member, held);
  }
}

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The types of JSON Schema that a value has. */
function typeOfValue(value: unknown): readonly string[] {
  if (Array.isArray(value)) return ['array'];
  if (typeof value !== 'number') return [typeof value];
  return Number.isInteger(value) ? ['number', 'integer'] : ['number'];
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

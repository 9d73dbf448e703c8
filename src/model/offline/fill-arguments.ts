import { isPlainObject, type JsonObject, type JsonValue } from '../../foundation/json.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import type { ToolParts } from '../parts-of-tool.js';
import { findQuoted } from './find-text.js';
import { findNumber, findValue, typeOf } from './find-value.js';
import { RequestText } from './request-text.js';
import { MAX_DEPTH, resolveSchema } from './resolve-schema.js';
import { subjectOf } from './words.js';

const MAX_ITEMS = 20;

/** Arguments as far as a text gives them. */
export interface FilledArguments {
  readonly arguments: JsonObject;
  /** Required parameters for which the text has nothing, by path. */
  readonly missing: readonly string[];
}

/** Arguments for a tool from the words of a request; what is optional only where the text plainly says it. */
export function fillArguments({ name, parameters }: ToolParts, text: string): FilledArguments {
  const filling = new Filling(parameters, new RequestText(text), name);
  const filled = filling.fillObject(parameters, '', 0);
  return { arguments: filled, missing: filling.missing };
}

class Filling {
  readonly missing: string[] = [];
  readonly #root: JsonSchema;
  readonly #request: RequestText;

  readonly #toolName: string;

  constructor(root: JsonSchema, request: RequestText, toolName: string) {
    this.#root = root;
    this.#request = request;
    this.#toolName = toolName;
  }

  fillObject(schema: JsonSchema, path: string, depth: number): JsonObject {
    const properties = Object.entries(schema.properties ?? {}).map(
      ([name, property]) => [name, resolveSchema(this.#root, property)] as const,
    );
    const required = new Set(schema.required ?? []);
    const found = new Map<string, JsonValue>();
    // Patterns, formats and names first, so that what is less plain gets only what they leave.
    const ordered = [...properties].sort(
      ([a, b], [c, d]) => rank(b, required.has(a)) - rank(d, required.has(c)),
    );
    for (const [name, property] of ordered) {
      const value = this.#find(name, property, depth);
      if (value !== undefined) found.set(name, value);
    }
    const open = properties.filter(([name]) => required.has(name) && !found.has(name));
    for (const [name, property] of open) {
      const value = this.#guess(name, property, { isLone: open.length === 1, path, depth });
      if (value !== undefined) found.set(name, value);
    }
    // In the order of the schema, as a model would write them.
    return Object.fromEntries(
      properties.flatMap(([name]) => (found.has(name) ? [[name, found.get(name)]] : [])),
    );
  }

  #find(name: string, schema: JsonSchema, depth: number): JsonValue | undefined {
    if (typeOf(schema) !== 'array') return findValue(name, schema, this.#request);
    if (!isPlainObject(schema.items) || depth > MAX_DEPTH) return undefined;
    const items = resolveSchema(this.#root, schema.items);
    const list: JsonValue[] = [];
    while (list.length < Math.min(schema.maxItems ?? MAX_ITEMS, MAX_ITEMS)) {
      const item = findValue(name, items, this.#request);
      if (item === undefined) break;
      list.push(item);
    }
    return list.length === 0 ? undefined : list;
  }

  /** For what is required and not plainly said. */
  #guess(name: string, schema: JsonSchema, at: Guess): JsonValue | undefined {
    const path = at.path === '' ? name : `${at.path}.${name}`;
    if (schema.const !== undefined) return schema.const as JsonValue;
    if (schema.enum?.length === 1) return schema.enum[0] as JsonValue;
    const value = this.#guessOfType(name, schema, { ...at, path });
    if (value === undefined && schema.default === undefined) this.missing.push(path);
    return value;
  }

  #guessOfType(name: string, schema: JsonSchema, at: Guess): JsonValue | undefined {
    switch (typeOf(schema)) {
      case 'object':
        return at.depth < MAX_DEPTH ? this.fillObject(schema, at.path, at.depth + 1) : undefined;
      case 'integer':
      case 'number':
        return schema.enum === undefined ? findNumber(schema, this.#request) : undefined;
      case 'string':
        return isFree(schema) ? this.#guessText(name, schema, at) : undefined;
      case 'array':
        return this.#guessList(name, schema, at);
      default:
        return undefined;
    }
  }

  #guessText(name: string, schema: JsonSchema, { isLone }: Guess): string | undefined {
    const quoted = findQuoted(this.#request);
    if (quoted !== undefined || !isLone || isKey(name)) return quoted;
    const { minLength = 1, maxLength = Infinity } = schema;
    const text = SEARCHED.test(name)
      ? subjectOf(this.#request.text, this.#toolName)
      : this.#request.text.trim();
    return text.length >= minLength && text.length <= maxLength ? text : undefined;
  }

  #guessList(name: string, schema: JsonSchema, at: Guess): JsonValue | undefined {
    if ((schema.minItems ?? 0) === 0) return [];
    if (!isPlainObject(schema.items)) return undefined;
    const before = this.missing.length;
    const item = this.#guess(name, resolveSchema(this.#root, schema.items), at);
    // The list is what is missing, not what would be in it.
    if (this.missing.length > before) this.missing.length = before;
    else return item === undefined ? undefined : [item];
    return undefined;
  }
}

interface Guess {
  /** True for the only required parameter that nothing was found for. */
  readonly isLone: boolean;
  readonly path: string;
  readonly depth: number;
}

/** Parameters for which the thing itself is wanted, not the sentence around it. */
const SEARCHED = /query|search|term|keyword|topic|subject|name|title|city|place|location|country/i;

/** Lower ones look first. */
function rank(schema: JsonSchema, isRequired: boolean): number {
  const isExact = schema.pattern !== undefined || schema.format !== undefined || schema.enum !== undefined;
  return (isExact ? 0 : 2) + (isRequired ? 0 : 1);
}

const isFree = ({ pattern, format, enum: allowed }: JsonSchema): boolean =>
  pattern === undefined && format === undefined && allowed === undefined;

/** Names of things that nobody writes as a sentence. */
const isKey = (name: string): boolean => /(^|_|[a-z])(id|key|code|token|uuid|number)$/i.test(name);

import type { Constructor } from '../foundation/constructor.js';
import { DefinitionError } from '../foundation/definition-error.js';
import { isPlainObject } from '../foundation/json.js';
import type { Issue } from '../schema/issue.js';
import type { JsonSchema } from '../schema/json-schema.js';
import type { ActionType } from '../tool/action-type.js';
import { compileInput } from '../tool/compile/compile-fields.js';

export type ParsedOutput =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly issues: readonly Issue[] };

/** What an agent's answer has to be. */
export class OutputType {
  readonly name: string;
  readonly #type: ActionType;

  /** @throws `DEFINITION` for a class or schema that cannot be an output. */
  constructor(given: Constructor | { readonly schema: JsonSchema }) {
    const isClass = typeof given === 'function';
    this.name = isClass ? given.name : 'output';
    const where = 'agent, outputType';
    this.#type = isClass
      ? compileInput(given, undefined, where)
      : compileInput(undefined, given.schema, where);
    if (isClass && Object.keys(this.#type.schema['properties'] ?? {}).length === 0)
      throw new DefinitionError([
        {
          where,
          seen: `${this.name} has no member that is declared, so every answer would be refused.`,
          fix: 'decorate its members with @Param or class-validator, or give { schema }.',
        },
      ]);
  }

  get schema(): JsonSchema {
    return this.#type.schema;
  }

  /** To follow the instructions. */
  get instructions(): string {
    return `Give your final answer as one JSON object that fits this JSON Schema, without any other text:\n${JSON.stringify(this.schema)}`;
  }

  /** The answer as the type; JSON in a code fence or with words around it counts too. */
  async parse(text: string): Promise<ParsedOutput> {
    const value = findJson(text);
    if (value === undefined) {
      return { ok: false, issues: [{ path: '', expected: 'one JSON object', received: text.slice(0, 200) }] };
    }
    const result = await this.#type.plan.run(value);
    return result.ok ? { ok: true, value: result.value } : { ok: false, issues: result.issues };
  }
}

/** All of the text, or what stands between its first and last brace: models like to wrap JSON in words and code fences. */
const findJson = (text: string): unknown =>
  parseObject(text) ?? parseObject(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

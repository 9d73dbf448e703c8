import type { DefinitionProblem } from '../../foundation/definition-error.js';
import type { JsonSchema } from '../json-schema.js';
import { SCHEMA_KEYWORDS } from '../schema-keywords.js';
import type { TypedSchema } from '../typed-schema.js';
import { isObject } from './members.js';
import { mapSchemas } from './sub-schemas.js';
import { ENGINE_KEYWORDS } from './understanding.js';

const HOLDING_SCHEMAS: ReadonlySet<string> = new Set(SCHEMA_KEYWORDS.map(({ keyword }) => keyword));
const LEFT_TO_ENGINES: ReadonlySet<string> = new Set([...ENGINE_KEYWORDS, '$id']);

/**
 * True when some node of a schema is left to an engine, which knows nothing of what nodes mean beyond their keywords.
 * It has to be quick: every declared tool is asked.
 */
export function mayMissFacts({ schema, facts }: TypedSchema): boolean {
  if (facts.size === 0) return false;
  const reached = new Set<unknown>([schema]);
  for (const node of reached) {
    if (!isObject(node)) continue;
    for (const keyword in node) {
      if (LEFT_TO_ENGINES.has(keyword)) return true;
      const held = node[keyword];
      if (!HOLDING_SCHEMAS.has(keyword) || typeof held !== 'object' || held === null) continue;
      // One schema, a list of them or some by name: whatever is held is no more than looked at.
      reached.add(held);
      for (const schema of Object.values(held)) if (typeof schema === 'object') reached.add(schema);
    }
  }
  return false;
}

/** What is wrong with nodes that nothing would run; the one that holds the others names the place. */
export function describeMissed(root: JsonSchema, missed: readonly JsonSchema[]): DefinitionProblem {
  const places: string[] = [];
  mapSchemas(root, (node, copy, pointer) => {
    if (missed.includes(node)) places.push(pointer);
    return copy;
  });
  const [place = ''] = places.sort((a, b) => a.length - b.length);
  return {
    where: `JSON Schema${place === '' ? '' : ` at ${place}`}`,
    seen: 'The rules of a class or a property stand where nothing would run them.',
    fix: 'describe that value with `schema` alone, or with its class alone.',
  };
}

import type { JsonValue } from '../foundation/json.js';

/** Every text in a value, in its order: texts, names of members, numbers as they are written. */
export function textsOf(value: JsonValue): readonly string[] {
  const texts: string[] = [];
  const open: (JsonValue | undefined)[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') texts.push(next);
    else if (typeof next === 'number') texts.push(String(next));
    else if (typeof next === 'object' && next !== null) {
      if (!Array.isArray(next)) texts.push(...Object.keys(next));
      open.push(...(Object.values(next) as JsonValue[]).reverse());
    }
  }
  return texts;
}

import { DefinitionError } from '../../foundation/definition-error.js';
import { isPlainObject } from '../../foundation/json.js';

/** Finds the value of a name: in secrets, then in the environment. */
export type FindVariable = (name: string) => string | undefined;

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/**
 * The same value with `${NAME}` and `${NAME:-default}` in its texts replaced; anything else with a `$` stays.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) with every name that nobody knows.
 */
export function expandVariables<T>(value: T, find: FindVariable, where: string): T {
  const missing = new Set<string>();
  const expand = (text: string): string =>
    text.replace(VARIABLE, (_all, name: string, otherwise: string | undefined) => {
      const found = find(name) ?? otherwise;
      if (found === undefined) missing.add(name);
      return found ?? '';
    });
  const walk = (each: unknown): unknown => {
    if (typeof each === 'string') return expand(each);
    if (Array.isArray(each)) return each.map(walk);
    if (!isPlainObject(each)) return each;
    return Object.fromEntries(Object.entries(each).map(([key, member]) => [key, walk(member)]));
  };
  const expanded = walk(value) as T;
  if (missing.size === 0) return expanded;
  throw new DefinitionError(
    [...missing].map(name => ({
      where,
      seen: `\${${name}} stands for nothing.`,
      fix: `give a secret or a variable of the environment ${name}, or a default: \${${name}:-…}.`,
    })),
  );
}

import type { DefinitionProblem } from '../foundation/definition-error.js';
import { isPlainObject } from '../foundation/json.js';
import { nearestNames } from '../foundation/names.js';
import type { CallPolicy } from './call-policy.js';
import type { Guardrail, ToolResultGuardrail } from './guardrail.js';
import type { ToolMiddleware } from './tool-middleware.js';

export const GUARDRAIL_MEMBERS = [
  'name',
  'position',
  'check',
  'blocks',
  'onError',
  'onTrip',
  'checksErrors',
] as const satisfies readonly (keyof Guardrail | keyof ToolResultGuardrail)[];

export const POLICY_MEMBERS = [
  'name',
  'decide',
  'isVisible',
  'isSequential',
] as const satisfies readonly (keyof CallPolicy)[];

export const TOOL_MIDDLEWARE_MEMBERS = [
  'name',
  'aroundTool',
  'isSequential',
] as const satisfies readonly (keyof ToolMiddleware)[];

/** Members of plain objects that nobody reads, and whose name is nearly one that somebody does; others are their own business. */
export function findMisspelt(items: unknown, what: string, known: readonly string[]): DefinitionProblem[] {
  if (!Array.isArray(items)) return [];
  return (items as readonly unknown[]).filter(isPlainObject).flatMap(item =>
    Object.keys(item).flatMap(member => {
      const [near] = known.includes(member) ? [] : nearestNames(member, known);
      if (near === undefined) return [];
      const where = `${what} '${String(item['name'])}'`;
      return [{ where, seen: `'${member}' is not read.`, fix: `write '${near}'.` }];
    }),
  );
}

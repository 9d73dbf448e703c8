import type { DefinitionProblem } from '../foundation/definition-error.js';
import { toSnakeCase } from '../foundation/names.js';
import type { ClassMetadata } from './class-metadata.js';

/** True for what every model provider and MCP accept as the name of a tool; in names of arguments some refuse the `-`. */
export function isPortableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name);
}

/** `LookupOrderTool` → `lookup_order`; a trailing `_tool` says nothing a model needs. */
export function defaultToolName(sourceName: string): string {
  return toSnakeCase(sourceName).replace(/_tool$/, '');
}

/** The name with the prefix of the class before it. */
export function prefixedName({ toolSet }: ClassMetadata, ownName: string): string {
  const prefix = toolSet?.prefix ?? '';
  return prefix === '' || ownName === '' ? ownName : `${prefix}_${ownName}`;
}

/** `lookup_order` → `Lookup order.`, for tools without a description. */
export function nameAsWords(toolName: string): string {
  const words = toolName.split(/[_-]+/).join(' ').trim();
  return words === '' ? toolName : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

export function findNameProblems(toolName: string, where: string): DefinitionProblem[] {
  if (isPortableName(toolName)) return [];
  return [
    {
      where,
      seen: `the tool name '${toolName}' is not accepted by every model provider.`,
      fix: 'use 1 to 64 letters, digits, _ and -, starting with a letter or _.',
    },
  ];
}

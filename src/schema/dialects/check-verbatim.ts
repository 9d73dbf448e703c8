import { isPlainObject } from '../../foundation/json.js';
import type { JsonSchema } from '../json-schema.js';
import type { Node } from './node.js';
import { readSchema } from './passes/read-schema.js';
import type { RenderableTool } from './rendered-tool.js';
import { Unrenderable } from './unrenderable.js';

/**
 * Reads the schemas of a tool that go out as they are: one that a client cannot read makes it refuse the whole list.
 *
 * @returns the nodes with very many allowed values.
 */
export function checkVerbatim({ inputSchema, outputSchema }: RenderableTool): readonly Node[] {
  const { longLists } = readSchema(inputSchema);
  checkRoot(inputSchema, 'inputSchema');
  if (outputSchema === undefined) return longLists;
  readSchema(outputSchema);
  checkRoot(outputSchema, 'outputSchema');
  return longLists;
}

/** As the protocol describes a root: more narrowly than JSON Schema does. */
function checkRoot(root: JsonSchema, name: string): void {
  const refuse = (seen: string, fix: string): never => {
    throw new Unrenderable(`the root of its '${name}' ${seen}`, fix);
  };
  if (root.type !== 'object') refuse('is not of type "object".', 'write `type: "object"` there.');
  const properties: unknown = root.properties ?? {};
  if (!isPlainObject(properties) || !Object.values(properties).every(isPlainObject))
    refuse('has properties that are no objects.', 'write `{}` for true and `{ "not": {} }` for false.');
  const required: unknown = root.required ?? [];
  if (!Array.isArray(required) || !required.every(each => typeof each === 'string'))
    refuse("has a 'required' that lists no names.", 'list the names of required properties.');
}

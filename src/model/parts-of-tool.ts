import { isPlainObject } from '../foundation/json.js';
import type { RenderedTool } from '../schema/dialects/rendered-tool.js';
import type { JsonSchema } from '../schema/json-schema.js';

/** Where the dialects keep the schema of the arguments. */
const SCHEMA_MEMBERS = ['parameters', 'input_schema', 'parametersJsonSchema', 'inputSchema'];

/** What every dialect says of a tool, each in its own place. */
export interface ToolParts {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

export function partsOfTool({ tool, name }: RenderedTool): ToolParts {
  const held = isPlainObject(tool['function']) ? tool['function'] : (tool as Record<string, unknown>);
  const member = SCHEMA_MEMBERS.find(each => isPlainObject(held[each]));
  return {
    name,
    description: typeof held['description'] === 'string' ? held['description'] : '',
    parameters: member === undefined ? { type: 'object' } : (held[member] as JsonSchema),
  };
}

import type { JsonObject } from '../../../foundation/json.js';
import { definedMembers } from '../../../foundation/json.js';
import type { Profile } from '../profile.js';

/** MCP `tools/list`, whose dialect is JSON Schema 2020-12 itself. */
export const mcp: Profile = {
  name: 'mcp',
  asOf: '2026-11-30',
  sources: ['https://modelcontextprotocol.io/specification/2025-11-25/server/tools'],
  // Clients call a tool by its name, which a server has to know again: it is never another one here.
  names: { allowed: /^/, maxLength: Infinity },
  advisedNames: {
    allowed: /^[A-Za-z0-9_.-]+$/,
    maxLength: 128,
    inWords: "1 to 128 of the characters A-Z, a-z, 0-9, '_', '-' and '.'",
  },
  isStrict: false,
  wrap: ({ name, tool: { title, description, inputSchema, outputSchema, annotations } }) =>
    definedMembers({ name, title, description, inputSchema, outputSchema, annotations }) as JsonObject,
};

import type { JsonSchema } from '../../schema/json-schema.js';
import type { SchemaBuilder } from '../../schema/schema-builder.js';
import { type ActionType, buildActionType } from '../action-type.js';
import { isPortableName } from '../tool-name.js';

/** What a declared tool takes. Only the arguments themselves have to bear portable names: what is inside them is data. */
export function compileAction(builder: SchemaBuilder, root: JsonSchema, where: string): ActionType {
  for (const name of Object.keys(root.properties ?? {})) {
    if (isPortableName(name) && !name.includes('-') && name !== '__proto__') continue;
    builder.problem({
      where,
      seen: `the argument name '${name}' is not accepted by every model provider.`,
      fix: "use 1 to 64 letters, digits and _, starting with a letter or _: @Param({ name: 'max_size' }).",
    });
  }
  return buildActionType(builder.finish(root));
}

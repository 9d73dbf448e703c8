import type { Secrets } from '../context/secrets.js';
import { toJson } from '../foundation/codecs.js';
import { isPlainObject, type JsonObject, type JsonValue } from '../foundation/json.js';
import { chain } from '../foundation/thenable.js';
import { describeKind } from '../foundation/value-kind.js';
import type { ObservationType } from '../tool/action-type.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import { InvalidOutputError } from './errors.js';

interface StructuredOutput {
  /** Wrapped where the output is. */
  readonly value: JsonValue;
  readonly secrets: Secrets;
}

/** The output as its schema has it. @throws {@link InvalidOutputError} when it does not fit. */
export function checkOutput(
  definition: ToolDefinition,
  output: ObservationType,
  { value, secrets }: StructuredOutput,
): JsonObject | Promise<JsonObject> {
  if (!isPlainObject(value)) {
    const received = value === null ? 'nothing' : describeKind(value);
    throw new InvalidOutputError(definition.name, [{ path: '', expected: 'an object', received }], secrets);
  }
  return chain(output.plan.run(value), checked => {
    if (!checked.ok) throw new InvalidOutputError(definition.name, checked.issues, secrets);
    return (checked.repairs.length === 0 ? value : toJson(checked.value)) as JsonObject;
  });
}

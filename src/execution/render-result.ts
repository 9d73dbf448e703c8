import type { Secrets } from '../context/secrets.js';
import { toJson, UnserializableValueError } from '../foundation/codecs.js';
import type { JsonValue } from '../foundation/json.js';
import { toJsonText } from '../foundation/json-text.js';
import { chain } from '../foundation/thenable.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import { describeKind } from '../foundation/value-kind.js';
import { Observation } from '../tool/observation.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import { checkOutput } from './check-output.js';
import { UnusableResultError } from './errors.js';
import { ignoreRejections } from './ignore-rejections.js';
import { renderObservation } from './render-observation.js';
import { type RenderedResult, succeed } from './rendered-result.js';
import { describeThrown, maskedCause } from './thrown.js';

/**
 * Turns what a tool returned into content, and into structured content where the output is declared.
 *
 * @param secrets - Masked where an error quotes the result.
 * @throws {@link InvalidOutputError} when a declared output does not fit.
 * @throws {@link UnusableResultError} when the result is no JSON, or its content is no content.
 */
export function renderResult(
  definition: ToolDefinition,
  returned: unknown,
  secrets: Secrets,
): RenderedResult | Promise<RenderedResult> {
  try {
    const rendered = render(definition, returned, secrets);
    return rendered instanceof Promise
      ? rendered.catch((error: unknown) => {
          throw explain(error, definition.name, secrets);
        })
      : rendered;
  } catch (error) {
    ignoreRejections(returned);
    throw explain(error, definition.name, secrets);
  }
}

/** The tool ran, whatever its result does when it is read, and the model must not take that for a failed attempt. */
function explain(error: unknown, toolName: string, secrets: Secrets): unknown {
  if (error instanceof UnserializableValueError) return new UnusableResultError(toolName, error.message);
  if (ToolwrightError.is(error)) return error;
  const reason = isTooLong(error)
    ? 'it is too large. Return less.'
    : `it cannot be read: ${describeThrown(error, secrets)}`;
  return new UnusableResultError(toolName, reason, maskedCause(error, secrets));
}

/** True for what the engine throws when a text would be longer than it can be. */
const isTooLong = (error: unknown): boolean =>
  error instanceof RangeError && error.message === 'Invalid string length';

function render(
  definition: ToolDefinition,
  returned: unknown,
  secrets: Secrets,
): RenderedResult | Promise<RenderedResult> {
  if (Observation.is(returned)) {
    return renderObservation(definition, returned, secrets);
  }
  if (typeof returned === 'function' || typeof returned === 'symbol') {
    throw new UnusableResultError(definition.name, `it is ${describeKind(returned)}. Return data.`);
  }
  if (definition.observation === undefined) {
    const text = succeed(textOfData(returned));
    return isBytes(returned) ? { ...text, byteCount: returned.byteLength } : text;
  }
  const { isWrapped } = definition.observation;
  const data = isWrapped ? { result: toJson(returned) } : toJson(returned);
  return chain(
    checkOutput(definition, definition.observation, { value: data, secrets }),
    structuredContent => ({
      ...succeed(textOfJson(isWrapped ? structuredContent['result'] : structuredContent)),
      structuredContent,
    }),
  );
}

/** String → the text itself; undefined → `(no output)`; everything else → compact JSON. */
function textOfData(data: unknown): string {
  if (typeof data === 'string') return data;
  return data === undefined ? '(no output)' : toJsonText(data);
}

const isBytes = (value: unknown): value is Uint8Array | ArrayBuffer =>
  value instanceof Uint8Array || value instanceof ArrayBuffer;

const textOfJson = (json: JsonValue | undefined): string =>
  typeof json === 'string' ? json : JSON.stringify(json);

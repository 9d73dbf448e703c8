import type { Secrets } from '../context/secrets.js';
import { toJson, UnserializableValueError } from '../foundation/codecs.js';
import { isPlainObject, type JsonObject, type JsonValue } from '../foundation/json.js';
import { chain } from '../foundation/thenable.js';
import { describeKind } from '../foundation/value-kind.js';
import type { ObservationType } from '../tool/action-type.js';
import type { ContentBlock } from '../tool/content.js';
import { findContentMistake } from '../tool/content-check.js';
import { Observation, type ObservationFields } from '../tool/observation.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import { InvalidOutputError, UnusableResultError } from './errors.js';

export interface RenderedResult extends ObservationFields {
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
  /** Shows the result to people, when its observation class has a view of its own. */
  readonly visualize?: () => string;
}

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
    return render(definition, returned, secrets);
  } catch (error) {
    if (error instanceof UnserializableValueError)
      throw new UnusableResultError(definition.name, error.message);
    throw error;
  }
}

function render(
  definition: ToolDefinition,
  returned: unknown,
  secrets: Secrets,
): RenderedResult | Promise<RenderedResult> {
  if (Observation.is(returned)) {
    return chain(renderObservation(definition, returned, secrets), rendered => ({
      ...rendered,
      ...ownView(returned),
    }));
  }
  if (definition.observation === undefined) return succeed(textOfData(returned));
  const { isWrapped } = definition.observation;
  const data = isWrapped ? { result: toJson(returned) } : toJson(returned);
  return chain(
    checkOutput(definition, definition.observation, { value: data, secrets }),
    structuredContent => ({
      ...succeed(textOfData(isWrapped ? structuredContent['result'] : structuredContent)),
      structuredContent,
    }),
  );
}

function renderObservation(
  definition: ToolDefinition,
  observation: Observation,
  secrets: Secrets,
): RenderedResult | Promise<RenderedResult> {
  const content = checkContent(definition, observation.toLlmContent());
  if (observation.isError) return { content: withHeader(definition.name, content), isError: true };
  const data = observation.structuredContent ?? declaredMembers(definition.observation, observation);
  if (data === undefined) return { content, isError: false };
  const checked =
    definition.observation === undefined
      ? (toJson(data) as JsonObject)
      : checkOutput(definition, definition.observation, { value: toJson(data), secrets });
  return chain(checked, structuredContent => ({
    content: content.length > 0 ? content : succeed(JSON.stringify(structuredContent)).content,
    isError: false,
    structuredContent,
  }));
}

function checkContent(definition: ToolDefinition, content: readonly ContentBlock[]): readonly ContentBlock[] {
  const mistakes = content.flatMap((block, index) => {
    const mistake = findContentMistake(block);
    return mistake === undefined ? [] : [`content block ${index + 1} ${mistake}`];
  });
  if (mistakes.length > 0)
    throw new UnusableResultError(definition.name, `${mistakes.slice(0, 5).join('; ')}.`);
  return content;
}

function ownView(observation: Observation): { visualize?: () => string } {
  const isInherited = observation.visualize === Observation.prototype.visualize;
  return isInherited ? {} : { visualize: () => observation.visualize() };
}

/** What an observation class declares as its output, taken from an instance. */
function declaredMembers(output: ObservationType | undefined, observation: Observation): object | undefined {
  const names = Object.keys(output?.schema.properties ?? {});
  if (names.length === 0) return undefined;
  const members = observation as unknown as Record<string, unknown>;
  return Object.fromEntries(names.map(name => [name, members[name]]));
}

interface StructuredOutput {
  /** Wrapped where the output is. */
  readonly value: JsonValue;
  readonly secrets: Secrets;
}

function checkOutput(
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

/** String → the text itself; undefined → `(no output)`; everything else → compact JSON. */
function textOfData(data: unknown): string {
  if (typeof data === 'string') return data;
  return data === undefined ? '(no output)' : JSON.stringify(toJson(data));
}

const succeed = (text: string): RenderedResult => ({ content: [{ type: 'text', text }], isError: false });

/** Error content always begins by naming the tool, so that a model knows which of several calls failed. */
function withHeader(toolName: string, content: readonly ContentBlock[]): ContentBlock[] {
  const header = `Tool '${toolName}' failed: `;
  const [first, ...rest] = content;
  return first?.type === 'text'
    ? [
        {
          ...first,
          text: first.text.startsWith(`Tool '${toolName}' `) ? first.text : `${header}${first.text}`,
        },
        ...rest,
      ]
    : [{ type: 'text', text: `${header}see below.` }, ...content];
}

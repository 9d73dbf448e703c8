import type { Secrets } from '../context/secrets.js';
import { toJson } from '../foundation/codecs.js';
import type { Constructor } from '../foundation/constructor.js';
import { isPlainObject, type JsonObject } from '../foundation/json.js';
import { toJsonText } from '../foundation/json-text.js';
import { chain } from '../foundation/thenable.js';
import { describeKind } from '../foundation/value-kind.js';
import type { ObservationType } from '../tool/action-type.js';
import { type MemberMetadata, readClassMetadata } from '../tool/class-metadata.js';
import type { ContentBlock } from '../tool/content.js';
import { findContentMistake, findExtraMistake } from '../tool/content-check.js';
import { Observation } from '../tool/observation.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import { checkOutput } from './check-output.js';
import { UnusableResultError } from './errors.js';
import { type RenderedResult, succeed } from './rendered-result.js';

/** What an observation shows to models, to programs and, where it has a view of its own, to people. */
export function renderObservation(
  definition: ToolDefinition,
  observation: Observation,
  secrets: Secrets,
): RenderedResult | Promise<RenderedResult> {
  return chain(renderContent(definition, observation, secrets), rendered => ({
    ...rendered,
    ...ownView(observation),
  }));
}

function renderContent(
  definition: ToolDefinition,
  observation: Observation,
  secrets: Secrets,
): RenderedResult | Promise<RenderedResult> {
  const content = readContent(definition, observation.toLlmContent());
  if (observation.isError) return { content: withHeader(definition.name, content), isError: true };
  if (definition.observation?.isForeign === true)
    return renderForeign(definition.observation, content, observation.structuredContent);
  const data = observation.structuredContent ?? declaredMembers(definition.observation, observation);
  if (data === undefined) return content.length > 0 ? { content, isError: false } : renderFields(observation);
  const checked =
    definition.observation === undefined
      ? readData(definition, data)
      : checkOutput(definition, definition.observation, { value: toJson(data), secrets });
  return chain(checked, structuredContent => ({
    content: content.length > 0 ? content : succeed(JSON.stringify(structuredContent)).content,
    isError: false,
    structuredContent,
  }));
}

/** The tool has run, and its content is of use, whatever is wrong with its data. */
function renderForeign(
  output: ObservationType,
  content: readonly ContentBlock[],
  data: JsonObject | undefined,
): RenderedResult | Promise<RenderedResult> {
  if (data === undefined) return { content: [...content, UNFIT], isError: false };
  return chain(output.plan.run(data), ({ ok }) => {
    if (!ok)
      return {
        content: [...(content.length > 0 ? content : succeed(JSON.stringify(data)).content), UNFIT],
        isError: false,
      };
    return {
      content: content.length > 0 ? content : succeed(JSON.stringify(data)).content,
      isError: false,
      structuredContent: data,
    };
  });
}

const UNFIT: ContentBlock = {
  type: 'text',
  text: '(The result does not have the structure that the tool promises. Read it as it is.)',
};

function readData(definition: ToolDefinition, data: object): JsonObject {
  const read = toJson(data);
  if (isPlainObject(read)) return read;
  throw new UnusableResultError(
    definition.name,
    `its structured content is ${describeKind(read)}, not an object.`,
  );
}

/** The blocks as JSON: whatever stands beside their text goes to clients too. */
function readContent(definition: ToolDefinition, given: unknown): readonly ContentBlock[] {
  if (!Array.isArray(given)) {
    throw new UnusableResultError(
      definition.name,
      `its content is ${describeKind(given)}, not a list of content blocks.`,
    );
  }
  // Unlike the methods of arrays, this does not skip holes.
  const blocks: unknown[] = Array.from(given);
  refuseMistakes(definition, blocks.map(findContentMistake));
  const content = blocks.map(block => toJson(block));
  // Once more, since toJSON() may have made something else of it.
  refuseMistakes(
    definition,
    content.map(block => findContentMistake(block) ?? findExtraMistake(block)),
  );
  return content as unknown as ContentBlock[];
}

function refuseMistakes({ name }: ToolDefinition, mistakes: readonly (string | undefined)[]): void {
  const told = mistakes.flatMap((mistake, index) =>
    mistake === undefined ? [] : [`content block ${index + 1} ${mistake}`],
  );
  if (told.length > 0) throw new UnusableResultError(name, `${told.slice(0, 5).join('; ')}.`);
}

function ownView(observation: Observation): { visualize?: () => string } {
  const isInherited = observation.visualize === Observation.prototype.visualize;
  return isInherited ? {} : { visualize: () => observation.visualize() };
}

/** Fields of an observation that no tool declares as its output are told as text: they would be lost otherwise. */
function renderFields(observation: Observation): RenderedResult {
  const { members } = readClassMetadata(observation.constructor as Constructor) ?? {
    members: new Map<string, MemberMetadata>(),
  };
  const isShown = observation.toLlmContent !== Observation.prototype.toLlmContent;
  const names = isShown ? [] : [...members].flatMap(([key, { param }]) => (param === undefined ? [] : [key]));
  if (names.length === 0) return { content: [], isError: false };
  const held = observation as unknown as Record<string | symbol, unknown>;
  return succeed(toJsonText(Object.fromEntries(names.map(name => [name, held[name]]))));
}

/** What an observation class declares as its output, taken from an instance. */
function declaredMembers(output: ObservationType | undefined, observation: Observation): object | undefined {
  const names = Object.keys(output?.schema.properties ?? {});
  if (names.length === 0) return undefined;
  const members = observation as unknown as Record<string, unknown>;
  return Object.fromEntries(names.map(name => [name, members[name]]));
}

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

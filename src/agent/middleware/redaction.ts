import { types } from 'node:util';
import type { JsonObject, JsonValue } from '../../foundation/json.js';
import type { AssistantPart, InputPart, ModelMessage } from '../../model/message.js';
import { guardFor, resetPatternBudget } from '../../schema/plan/pattern-guard.js';
import { checkOptions, FUNCTION } from '../../security/option-check.js';
import { parseJson } from '../../security/parse-json.js';
import type { ContentBlock } from '../../tool/content.js';
import { Observation } from '../../tool/observation.js';
import type { AgentMiddleware } from '../agent-middleware.js';

/** What {@link redaction} takes: one of both, or both. */
export interface RedactionOptions {
  /** What they match is replaced by `[redacted]`. */
  readonly patterns?: readonly RegExp[];
  /** Makes another text of a text; the same for the same. */
  readonly replace?: (text: string) => string;
}

type Replace = (text: string) => string;

/**
 * Keeps text from the model: in results of tools, before anybody reads them, and in everything that is sent to it. The run's own
 * messages, and what the user asked, stay as they are.
 */
export function redaction(options: RedactionOptions): AgentMiddleware {
  checkOptions(
    'redaction',
    options,
    { patterns: PATTERNS, replace: FUNCTION },
    (options as RedactionOptions | undefined)?.replace ? [] : ['patterns'],
  );
  const steps = [
    ...(options.patterns ?? []).map(replacePattern),
    ...(options.replace ? [options.replace] : []),
  ];
  const redact: Replace = text => {
    resetPatternBudget();
    return steps.reduce((redacted, step) => step(redacted), text);
  };
  // A conversation is sent again with every step, and its messages stay the same.
  const known = new WeakMap<ModelMessage, ModelMessage>();
  const once = (message: ModelMessage): ModelMessage => {
    const redacted = known.get(message) ?? redactMessage(message, redact);
    known.set(message, redacted);
    return redacted;
  };
  return {
    name: 'redaction',
    beforeModel: request => ({ ...request, messages: request.messages.map(once) }),
    async aroundTool(_call, next) {
      return redactObservation(await next(), redact);
    },
  };
}

const PATTERNS = {
  wanted: 'a list of regular expressions',
  isList: true,
  admits: (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(types.isRegExp),
} as const;

function replacePattern({ source, flags }: RegExp): Replace {
  const expression = new RegExp(source, `${flags.replaceAll(/[gy]/g, '')}g`);
  const guard = guardFor(expression);
  return text => {
    if (guard === undefined) return text.replace(expression, '[redacted]');
    let redacted = text;
    guard(text, () => {
      redacted = text.replace(expression, '[redacted]');
      return true;
    });
    return redacted;
  };
}

/** The same one where nothing changes, so that a failure stays what it is. */
function redactObservation(observation: Observation, redact: Replace): Observation {
  const { content, structuredContent, isError } = observation;
  const redacted = content.map(block => redactBlock(block, redact));
  const data = structuredContent && (redactJson(structuredContent, redact) as JsonObject);
  const before = JSON.stringify([content, structuredContent]);
  if (JSON.stringify([redacted, data]) === before) return observation;
  return new Observation({
    content: redacted,
    isError,
    ...(data === undefined ? {} : { structuredContent: data }),
  });
}

function redactBlock(block: ContentBlock, redact: Replace): ContentBlock {
  if (block.type === 'image' || block.type === 'audio') return block;
  if (block.type !== 'resource')
    return redactJson(block as unknown as JsonObject, redact) as unknown as ContentBlock;
  const { blob, ...described } = block.resource;
  const resource = redactJson(described, redact) as unknown as typeof described;
  return { ...block, resource: blob === undefined ? resource : { ...resource, blob } };
}

function redactMessage(message: ModelMessage, redact: Replace): ModelMessage {
  switch (message.role) {
    case 'system':
      return { ...message, text: redact(message.text) };
    case 'tool':
      return {
        ...message,
        results: message.results.map(result => ({
          ...result,
          content: result.content.map(part => redactPart(part, redact)),
        })),
      };
    case 'user':
      return { ...message, content: message.content.map(part => redactPart(part, redact)) };
    case 'assistant':
      return { ...message, content: message.content.map(part => redactAnswer(part, redact)) };
  }
}

const redactPart = (part: InputPart, redact: Replace): InputPart =>
  part.type === 'text' ? { ...part, text: redact(part.text) } : part;

/** Thoughts are signed, and go back as they came. */
function redactAnswer(part: AssistantPart, redact: Replace): AssistantPart {
  if (part.type === 'text') return { ...part, text: redact(part.text) };
  return part.type === 'tool-call' ? { ...part, arguments: redactArguments(part.arguments, redact) } : part;
}

/** Still JSON, where it was. */
function redactArguments(written: string, redact: Replace): string {
  const parsed = parseJson(written);
  return parsed === undefined
    ? redact(written)
    : JSON.stringify(redactJson(parsed.value as JsonValue, redact));
}

function redactJson(value: JsonValue, redact: Replace): JsonValue {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(item => redactJson(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, member]) => [
      name,
      member === undefined ? undefined : redactJson(member, redact),
    ]),
  );
}

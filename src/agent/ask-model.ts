import type { Secrets } from '../context/secrets.js';
import { canonicalHash } from '../foundation/canonical-json.js';
import { systemClock } from '../foundation/clock.js';
import { contentHash } from '../foundation/content-hash.js';
import type { JsonValue } from '../foundation/json.js';
import { ignoreRejection } from '../foundation/thenable.js';
import { ToolwrightError } from '../foundation/toolwright-error.js';
import type { RecordedError } from '../journal/events.js';
import { toolCallsOf } from '../model/message.js';
import type { ModelEvent, ModelRequest, ModelResponse, ToolChoice } from '../model/model.js';
import type { Usage } from '../model/usage.js';
import type { LiveRun } from './live-run.js';
import { readResponse } from './read-response.js';

/**
 * Asks the model for its next answer, through the middleware, and records both.
 *
 * @throws `MODEL_FAILED`, what middleware throws, or the reason of the stop.
 */
export async function askModel(live: LiveRun): Promise<{ request: ModelRequest; response: ModelResponse }> {
  const { options } = live.parts;
  const clock = options.clock ?? systemClock;
  const turn = ++live.steps;
  const request = await prepare(live);
  await live.record({ type: 'model-call-started', turn, requestHash: hashRequest(live, request) });
  const startedAtMs = clock.monotonicMs();
  const end = (
    outcome: { response: ModelResponse } | { error: RecordedError; usage?: Usage },
  ): Promise<void> =>
    live.record({
      type: 'model-call-ended',
      turn,
      ...outcome,
      durationMs: clock.monotonicMs() - startedAtMs,
    });
  let response: ModelResponse;
  let usage: Usage | undefined;
  try {
    const outcome = await attempt(live, request);
    if ('response' in outcome) {
      ({ usage } = outcome.response);
      live.spend({ usage });
    }
    response = maskWords(await finish(live, request, outcome), live.context.secrets);
    // What was paid for is what the model says, whatever middleware makes of its answer.
    if (usage === undefined) live.spend({ usage: response.usage });
    else response = { ...response, usage };
  } catch (error) {
    await end({ error: recorded(error), ...(usage === undefined ? {} : { usage }) });
    throw error;
  }
  await end({ response });
  return { request, response };
}

async function prepare(live: LiveRun): Promise<ModelRequest> {
  const { offered } = live;
  const { transcript, outputType, options, stop } = live.parts;
  if (options.maxContextTokens !== undefined) transcript.fit(options.maxContextTokens);
  let request: ModelRequest = {
    messages: transcript.messages,
    tools: offered.rendered,
    toolChoice: toolChoiceOf(live),
    ...(outputType === undefined ? {} : { output: { name: outputType.name, schema: outputType.schema } }),
    ...(options.settings === undefined ? {} : { settings: options.settings }),
    signal: stop.signal,
  };
  for (const middleware of options.middleware ?? []) {
    request = (await live.whileWanted(middleware.beforeModel?.(request, live.context))) ?? request;
  }
  return request;
}

/** What was asked for holds until the model has called a tool; a model that always has to would never end. */
function toolChoiceOf(live: LiveRun): ToolChoice {
  const { offered } = live;
  const { toolChoice } = live.parts;
  if (offered.rendered.length === 0) return 'none';
  if (toolChoice === 'auto' || toolChoice === 'none') return toolChoice;
  if (live.isChoiceMet) return 'auto';
  return toolChoice === 'required'
    ? toolChoice
    : { tool: offered.exportedName(toolChoice.tool) ?? toolChoice.tool };
}

async function answer(live: LiveRun, request: ModelRequest): Promise<ModelResponse> {
  const { model, isStreaming } = live.parts;
  if (!isStreaming || model.stream === undefined) {
    const response = readResponse(await live.whileWanted(model.generate(request)), model.modelId);
    if (isStreaming) tellWhole(live, response);
    return response;
  }
  for await (const event of whileWanted(live, model.stream(request))) {
    if (event.type === 'response') return readResponse(event.response, model.modelId);
    tell(live, event);
  }
  throw new Error(`the model '${model.modelId}' ended its stream without a response`);
}

/** What a stream says on its way; models of others may say anything. */
function tell(live: LiveRun, event: Exclude<ModelEvent, { type: 'response' }>): void {
  const { emit } = live.parts;
  switch (event.type) {
    case 'tool-call-delta':
      emit({ type: 'tool-call-args', callId: event.callId, delta: event.delta });
      break;
    case 'tool-call-start': {
      const toolName = live.offered.definitionOf(event.toolName)?.name ?? event.toolName;
      emit({ type: 'tool-call-start', callId: event.callId, toolName });
      break;
    }
    case 'text-delta':
    case 'reasoning-delta':
      // Thoughts quote what they are about.
      if (!live.holdsText) emit(event);
  }
}

/** The events of a stream until the run is stopped; the stream may not listen. */
async function* whileWanted(
  live: LiveRun,
  events: AsyncIterable<ModelEvent>,
): AsyncGenerator<ModelEvent, void, void> {
  const iterator = events[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await live.whileWanted(iterator.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Nobody waits for a stream that does not end.
    ignoreRejection(iterator.return?.());
  }
}

/** A model that does not stream tells everything at once. */
function tellWhole({ parts, holdsText, offered }: LiveRun, { content }: ModelResponse): void {
  for (const part of content) {
    if (part.type === 'text' && !holdsText) parts.emit({ type: 'text-delta', delta: part.text });
  }
  for (const { callId, toolName, arguments: delta } of toolCallsOf(content)) {
    parts.emit({
      type: 'tool-call-start',
      callId,
      toolName: offered.definitionOf(toolName)?.name ?? toolName,
    });
    parts.emit({ type: 'tool-call-args', callId, delta });
  }
}

/** Arguments stay as they are: a tool gets what its model wrote. */
function maskWords(response: ModelResponse, secrets: Secrets): ModelResponse {
  if (secrets.isEmpty) return response;
  const content = response.content.map(part =>
    part.type === 'text' ? { ...part, text: secrets.mask(part.text) } : part,
  );
  return { ...response, content };
}

type Outcome = { readonly response: ModelResponse } | { readonly error: unknown };

async function attempt(live: LiveRun, request: ModelRequest): Promise<Outcome> {
  try {
    return { response: await answer(live, request) };
  } catch (error) {
    return { error };
  }
}

/** The innermost middleware first. */
async function finish(live: LiveRun, request: ModelRequest, given: Outcome): Promise<ModelResponse> {
  let outcome = given;
  for (const middleware of [...(live.parts.options.middleware ?? [])].reverse()) {
    live.parts.stop.signal.throwIfAborted();
    const changed = await live.whileWanted(
      'error' in outcome
        ? middleware.onModelError?.(outcome.error, request, live.context)
        : middleware.afterModel?.(outcome.response, request, live.context),
    );
    const where = `the answer of the middleware '${middleware.name}'`;
    if (changed !== undefined) outcome = { response: changed };
    if ('response' in outcome)
      outcome = { response: readResponse(outcome.response, live.parts.model.modelId, where) };
  }
  if ('error' in outcome) throw outcome.error;
  return outcome.response;
}

/** The transcript is hashed as it grows; what middleware made of it is hashed whole. */
function hashRequest(
  { parts }: LiveRun,
  { messages, tools, toolChoice, output, settings }: ModelRequest,
): string {
  const { transcript } = parts;
  const told =
    messages === transcript.messages ? transcript.hash : canonicalHash(messages as unknown as JsonValue);
  const rest = { toolChoice, output, settings } as unknown as JsonValue;
  return contentHash([told, ...tools.map(({ hash }) => hash), canonicalHash(rest)].join('\n'));
}

const recorded = (error: unknown): RecordedError =>
  ToolwrightError.is(error)
    ? { code: error.code, message: error.message }
    : { code: 'UNKNOWN', message: error instanceof Error ? error.message : String(error) };

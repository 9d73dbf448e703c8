import { buildMessages } from '../../../src/journal/build-messages.js';
import { type RunEvent } from '../../../src/journal/events.js';
import { findOpenCalls } from '../../../src/journal/find-open-calls.js';
import { sumUsage } from '../../../src/journal/sum-usage.js';
import { summarise } from '../../../src/journal/summarise.js';
import { type ToolCallPart } from '../../../src/model/message.js';
import { NO_USAGE } from '../../../src/model/usage.js';
import { type ContentBlock } from '../../../src/tool/content.js';
import { ended, note, numbered, paused, resumed, started } from '../../contract/run-store/sample-events.js';

const call = (callId: string, toolName = 'look'): ToolCallPart => ({
  type: 'tool-call',
  callId,
  toolName,
  arguments: `{"id":"${callId}"}`,
});

const answered = (turn: number, calls: readonly ToolCallPart[], text = ''): RunEvent => ({
  type: 'model-call-ended',
  turn,
  response: {
    content: [{ type: 'text', text }, ...calls],
    finishReason: calls.length > 0 ? 'tool-calls' : 'stop',
    usage: { ...NO_USAGE, inputTokens: 10, outputTokens: turn, costUsd: 0.5 },
  },
  durationMs: 1,
});

const failed: RunEvent = {
  type: 'model-call-ended',
  turn: 2,
  error: { code: 'MODEL_FAILED', message: 'no' },
  durationMs: 1,
};

const requested = (callId: string, turn = 1): RunEvent => {
  const { type: _type, ...rest } = call(callId);
  return { type: 'tool-call-requested', turn, index: 0, call: rest };
};

const begun = (callId: string, turn = 1): RunEvent => ({
  type: 'tool-call-started',
  runId: 'r1',
  callId,
  turn,
  toolName: 'look',
  replayClass: 'idempotent',
  arguments: {},
  repairs: [],
  idempotencyKey: `key-${callId}`,
});

const done = (callId: string, content: readonly ContentBlock[], isError = false): RunEvent => ({
  type: 'tool-call-ended',
  runId: 'r1',
  callId,
  toolName: 'inner_name',
  observation: { content, isError },
  attempts: 1,
  durationMs: 1,
});

const text = (of: string): ContentBlock => ({ type: 'text', text: of });

const asked = (callId: string, argumentsHash = 'h1'): RunEvent => ({
  type: 'approval-requested',
  callId,
  toolName: 'look',
  arguments: {},
  argumentsHash,
  policy: 'confirmation',
});

const decided = (callId: string, approved: boolean, argumentsHash = 'h1'): RunEvent => ({
  type: 'approval-decided',
  callId,
  argumentsHash,
  approved,
});

describe('buildMessages', () => {
  it('tells the run as its model reads it, results in the order of their calls', () => {
    const [a, b, c] = [call('a'), call('b'), call('c')];
    const { messages, open } = buildMessages([
      started({ history: [{ role: 'user', content: [{ type: 'text', text: 'before' }] }] }),
      answered(1, [a, b, c], 'I look.'),
      done('b', [text('b!')], true),
      done('c', [text('c!')]),
      done('a', [text('a!')]),
      failed,
      answered(3, [], 'There.'),
      note('As JSON, please.'),
      answered(4, [], '{}'),
      ended,
    ]);
    const result = (callId: string, isError = false): object => ({
      callId,
      toolName: 'look',
      content: [{ type: 'text', text: `${callId}!` }],
      isError,
    });
    expect(messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Where is it?' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, a, b, c] },
      { role: 'tool', results: [result('a'), result('b', true), result('c')] },
      { role: 'assistant', content: [{ type: 'text', text: 'There.' }] },
      { role: 'user', content: [{ type: 'text', text: 'As JSON, please.' }] },
      { role: 'assistant', content: [{ type: 'text', text: '{}' }] },
    ]);
    expect(open).toEqual([]);
  });

  it('puts results behind their calls, whatever came in between, and reports the open ones', () => {
    const [a, b] = [call('a'), call('b')];
    const { messages, open } = buildMessages([
      started(),
      answered(1, [a, b]),
      note('hurry'),
      done('b', [text('b!')]),
    ]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(open).toEqual([a]);
  });

  it('fills in results that were lost in an earlier turn, and counts as open those of the last one only', () => {
    const { messages, open } = buildMessages([
      started(),
      answered(1, [call('a'), call('b')]),
      done('b', [text('b!')]),
      answered(2, [call('c')]),
    ]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(messages[2]).toMatchObject({
      results: [
        { callId: 'a', isError: true, content: [{ text: expect.stringContaining('outcome is unknown') }] },
        { callId: 'b', isError: false },
      ],
    });
    expect(open).toEqual([call('c')]);
  });

  it('leaves out an answer that says nothing', () => {
    const empty: RunEvent = {
      type: 'model-call-ended',
      turn: 1,
      response: { content: [], finishReason: 'stop', usage: NO_USAGE },
      durationMs: 1,
    };
    expect(buildMessages([started(), empty]).messages.map(({ role }) => role)).toEqual(['user']);
  });

  it('leaves no empty answer to calls that are all open', () => {
    const { messages, open } = buildMessages([started(), answered(1, [call('a')])]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(open).toEqual([call('a')]);
  });

  it('tells apart the calls of turns that give the same ids', () => {
    const same = call('call_0');
    const { messages, open } = buildMessages([
      answered(1, [same]),
      done('call_0', [text('one')]),
      answered(2, [same]),
      done('call_0', [text('two')]),
      answered(3, [same]),
    ]);
    expect(messages.flatMap(message => (message.role === 'tool' ? message.results : []))).toMatchObject([
      { content: [{ text: 'one' }] },
      { content: [{ text: 'two' }] },
    ]);
    expect(open).toEqual([same]);
  });

  it('gives a model what a tool gave, as far as models read it', () => {
    const content: ContentBlock[] = [
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:a', text: 'inside' } },
      { type: 'resource', resource: { uri: 'file:b', blob: 'BB==' } },
      { type: 'resource_link', uri: 'https://x.test', name: 'X' },
    ];
    const [, tool] = buildMessages([answered(1, [call('a')]), done('a', content)]).messages;
    expect(tool).toMatchObject({
      results: [
        {
          content: [
            { type: 'file', mediaType: 'image/png', source: { data: 'AA==' } },
            { type: 'text', text: 'file:a\ninside' },
            { type: 'file', mediaType: 'application/octet-stream', source: { data: 'BB==' } },
            { type: 'text', text: '[X](https://x.test)' },
          ],
        },
      ],
    });
  });
});

describe('findOpenCalls', () => {
  const statesOf = (...events: RunEvent[]): string[] =>
    findOpenCalls(events).map(({ callId, state }) => `${callId} ${state}`);

  it('follows a call from its request to its answer', () => {
    const events = [requested('a'), asked('a'), decided('a', true), begun('a'), done('a', [])];
    expect(events.map((_, index) => statesOf(...events.slice(0, index + 1)))).toEqual([
      ['a requested'],
      ['a waiting'],
      ['a approved'],
      ['a in-doubt'],
      [],
    ]);
    expect(statesOf(requested('a'), asked('a'), decided('a', false))).toEqual(['a denied']);
  });

  it('says of each what is known', () => {
    const [first, second] = findOpenCalls([
      requested('a'),
      requested('b'),
      asked('a'),
      decided('a', true),
      begun('b'),
    ]);
    expect(first).toEqual({
      callId: 'a',
      toolName: 'look',
      turn: 1,
      state: 'approved',
      requested: requested('a'),
      approval: asked('a'),
      decision: decided('a', true),
    });
    expect(second).toMatchObject({ state: 'in-doubt', replayClass: 'idempotent', idempotencyKey: 'key-b' });
  });

  it('lets a decision count once, for the arguments that were shown, and only before the call begins', () => {
    expect(statesOf(requested('a'), asked('a', 'h1'), decided('a', true, 'h2'))).toEqual(['a waiting']);
    expect(statesOf(requested('a'), decided('a', true))).toEqual(['a requested']);
    expect(statesOf(requested('a'), asked('a'), decided('a', false), decided('a', true))).toEqual([
      'a denied',
    ]);
    expect(statesOf(requested('a'), asked('a'), decided('a', true), asked('a', 'h2'))).toEqual(['a waiting']);
    expect(statesOf(requested('a'), asked('a'), decided('a', true), begun('a'), decided('a', false))).toEqual(
      ['a in-doubt'],
    );
  });

  it('keeps the order, and knows calls that no model asked for, and ids that come again', () => {
    expect(statesOf(requested('b'), requested('a'), begun('c'), begun('b'))).toEqual([
      'b in-doubt',
      'a requested',
      'c in-doubt',
    ]);
    expect(statesOf(requested('a'), begun('a'), done('a', []), requested('a', 2))).toEqual(['a requested']);
  });
});

describe('sumUsage', () => {
  it('counts every answer of the model', () => {
    expect(sumUsage([started(), answered(1, []), failed, answered(2, []), ended])).toEqual({
      ...NO_USAGE,
      inputTokens: 20,
      outputTokens: 3,
      costUsd: 1,
    });
    expect(sumUsage([])).toEqual(NO_USAGE);
  });
});

describe('summarise', () => {
  const statusOf = (...events: RunEvent[]): string | undefined => summarise(numbered('r1', events))?.status;

  it('takes the status from the last event that decides it', () => {
    expect(statusOf(started())).toBe('running');
    expect(statusOf(started(), paused)).toBe('paused');
    expect(statusOf(started(), paused, note('decided'))).toBe('paused');
    expect(statusOf(started(), paused, resumed)).toBe('running');
    expect(statusOf(started(), paused, resumed, { ...ended, status: 'limited' })).toBe('limited');
    expect(summarise([])).toBeUndefined();
  });
});

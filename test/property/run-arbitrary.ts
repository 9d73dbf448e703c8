import fc from 'fast-check';
import {
  type ContentBlock,
  type JournalEvent,
  type RecordedRun,
  type RunEvent,
  type RunStatus,
  type Usage,
} from 'toolwright';

/** A call of a made-up run: what each event of it says. */
interface MadeCall {
  readonly toolName: string;
  readonly order: number;
  readonly repairs: boolean;
  readonly guarded: boolean;
  readonly approved: boolean | undefined;
  readonly result: string;
  readonly isError: boolean;
}

interface MadeStep {
  readonly text: string;
  readonly thought: string | undefined;
  readonly tokens: number;
  readonly reasked: boolean;
  readonly calls: readonly MadeCall[];
}

const word = fc.string({ maxLength: 12 });

const calls: fc.Arbitrary<MadeCall> = fc.record({
  toolName: fc.constantFrom('look', 'order', 'find'),
  order: fc.integer({ min: 0, max: 5 }),
  repairs: fc.boolean(),
  guarded: fc.boolean(),
  approved: fc.option(fc.boolean(), { nil: undefined }),
  result: word,
  isError: fc.boolean(),
});

const steps: fc.Arbitrary<MadeStep> = fc.record({
  text: word,
  thought: fc.option(word, { nil: undefined }),
  tokens: fc.integer({ min: 0, max: 99 }),
  reasked: fc.boolean(),
  calls: fc.array(calls, { maxLength: 3 }),
});

/** Runs as agents record them, with most of what an event may say. */
export const runs: fc.Arbitrary<RecordedRun> = fc
  .record({
    steps: fc.array(steps, { minLength: 1, maxLength: 5 }),
    history: fc.boolean(),
    paused: fc.boolean(),
    status: fc.constantFrom<Exclude<RunStatus, 'paused'>>('completed', 'failed', 'limited'),
  })
  .map(({ steps: made, ...rest }) =>
    numbered('r1', [
      ...begin(rest.history),
      ...made.flatMap((step, index) => eventsOfStep(step, index + 1)),
      ...(rest.paused ? pause : []),
      endOf(made, rest.status),
    ]),
  );

export const numbered = (runId: string, events: readonly RunEvent[]): RecordedRun => ({
  runId,
  events: events.map((event, seq): JournalEvent => {
    const at = new Date(Date.UTC(2026, 0, 1) + seq * 1_000).toISOString();
    return { ...event, v: 1, runId, seq, at };
  }),
});

const usageOf = (tokens: number): Usage => ({
  ...{ inputTokens: tokens, outputTokens: 1, cachedInputTokens: 0, reasoningTokens: 0, costUsd: 0.5 },
});

const text = (words: string): ContentBlock & { type: 'text' } => ({ type: 'text', text: words });

const begin = (hasHistory: boolean): RunEvent[] => [
  {
    type: 'run-started',
    ...{ agent: 'clerk', model: 'm', instructions: 'Be kind.', toolNames: ['look', 'order', 'find'] },
    conversationId: 'talk',
    limits: { maxSteps: 9 },
    toolChoice: { tool: 'look' },
    history: hasHistory ? [{ role: 'user', content: [text('Before.')] }] : [],
    input: [text('What is left?')],
  },
  {
    type: 'guardrail-checked',
    ...{ position: 'input', guardrail: 'pii', passed: true, blocks: true, errored: false },
  },
];

function eventsOfStep({ calls: made, ...step }: MadeStep, turn: number): RunEvent[] {
  const asked = made.map(({ toolName, order }, index) => ({
    ...{ callId: `c${turn}.${index}`, toolName, arguments: JSON.stringify({ order }) },
  }));
  return [
    { type: 'model-call-started', turn, requestHash: 'same' },
    {
      type: 'model-call-ended',
      turn,
      response: {
        content: [
          ...(step.thought === undefined ? [] : [{ type: 'reasoning' as const, text: step.thought }]),
          text(step.text),
          ...asked.map(call => ({ type: 'tool-call' as const, ...call })),
        ],
        finishReason: made.length > 0 ? 'tool-calls' : 'stop',
        usage: usageOf(step.tokens),
        modelId: 'm-1',
      },
      durationMs: 5,
    },
    ...asked.map((call, index): RunEvent => ({ type: 'tool-call-requested', turn, index, call })),
    ...made.flatMap((call, index) => eventsOfCall(call, turn, `c${turn}.${index}`)),
    ...(step.reasked
      ? [
          {
            type: 'message-added' as const,
            message: { role: 'user' as const, content: [text('Again.')] },
            because: 'output' as const,
          },
        ]
      : []),
  ];
}

function eventsOfCall(call: MadeCall, turn: number, callId: string): RunEvent[] {
  const { toolName, order, approved } = call;
  const same = { runId: 'r1', callId, toolName };
  const wanted = { policy: 'confirmation', reason: 'money' };
  const approval: RunEvent[] = [
    { type: 'approval-requested', callId, toolName, arguments: { order }, argumentsHash: 'h', ...wanted },
    { type: 'approval-decided', callId, argumentsHash: 'h', approved: approved ?? false, by: 'ann' },
  ];
  return [
    ...(call.guarded
      ? [
          {
            type: 'guardrail-checked' as const,
            callId,
            ...{ position: 'tool_call' as const, guardrail: 'hosts', reason: 'why' },
            ...{ passed: false, blocks: false, errored: false },
          },
        ]
      : []),
    {
      type: 'policy-decided',
      callId,
      toolName,
      ...wanted,
      decision: approved === undefined ? 'allow' : 'ask',
    },
    ...(approved === undefined ? [] : approval),
    {
      type: 'tool-call-started',
      ...{ ...same, turn, replayClass: 'side_effecting', idempotencyKey: `r1/${turn}/${callId}` },
      arguments: { order },
      repairs: call.repairs ? [{ path: '/order', rule: 'text-to-number', from: '1', to: 1 }] : [],
    },
    {
      type: 'tool-call-ended',
      ...same,
      observation: {
        content: [text(call.result)],
        isError: call.isError,
        structuredContent: { left: order },
      },
      ...(call.isError ? { error: { code: 'TOOL_FAILED', message: 'broken' } } : {}),
      ...{ attempts: 1, durationMs: 3, spent: { usage: usageOf(1), toolCalls: 0 } },
    },
  ];
}

const pause: RunEvent[] = [{ type: 'run-paused', callIds: ['c1.0'] }, { type: 'run-resumed' }];

const endOf = (made: readonly MadeStep[], status: Exclude<RunStatus, 'paused'>): RunEvent => ({
  type: 'run-ended',
  status,
  text: made.at(-1)?.text ?? '',
  output: { total: 1 },
  ...(status === 'completed' ? {} : { reason: 'for a reason', error: { code: 'X', message: 'Y' } }),
  finishReason: 'stop',
  usage: usageOf(made.length),
  steps: made.length,
});

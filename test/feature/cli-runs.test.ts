import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JournalEvent, JsonlRunStore, LibsqlRunStore, type RunEvent, type RunStore } from 'toolwright';
import { runCli } from '../support/run-cli.js';

const usage = {
  inputTokens: 120,
  outputTokens: 30,
  cachedInputTokens: 20,
  reasoningTokens: 0,
  costUsd: 0.0123,
};

const events: RunEvent[] = [
  {
    type: 'run-started',
    agent: 'support',
    model: 'scripted',
    conversationId: 'talk',
    history: [],
    instructions: '',
    input: [{ type: 'text', text: 'Refund\u001b[2J order 7' }],
    toolNames: ['refund', 'look'],
  },
  { type: 'model-call-started', turn: 1, requestHash: 'h' },
  {
    type: 'model-call-ended',
    turn: 1,
    response: {
      content: [
        { type: 'text', text: 'I look first.' },
        { type: 'tool-call', callId: 'c1', toolName: 'look', arguments: '{"order":"7"}' },
        { type: 'tool-call', callId: 'c2', toolName: 'refund', arguments: '{"order":7}' },
      ],
      finishReason: 'tool-calls',
      usage,
    },
    durationMs: 1_234,
  },
  {
    type: 'tool-call-requested',
    turn: 1,
    index: 0,
    call: { callId: 'c1', toolName: 'look', arguments: '{"order":"7"}' },
  },
  {
    type: 'tool-call-requested',
    turn: 1,
    index: 1,
    call: { callId: 'c2', toolName: 'refund', arguments: '{"order":7}' },
  },
  {
    type: 'guardrail-checked',
    position: 'tool_call',
    guardrail: 'pii',
    callId: 'c1',
    passed: false,
    blocks: false,
    errored: false,
    reason: 'a number',
  },
  {
    type: 'tool-call-started',
    runId: 'r1',
    callId: 'c1',
    turn: 1,
    toolName: 'look',
    replayClass: 'read_only',
    arguments: { order: 7 },
    repairs: [{ path: '/order', rule: 'text-to-number', from: '7', to: 7 }],
    idempotencyKey: 'k',
  },
  {
    type: 'tool-call-ended',
    runId: 'r1',
    callId: 'c1',
    toolName: 'look',
    observation: { content: [{ type: 'text', text: `shipped\n${'x'.repeat(5_000)}` }], isError: false },
    attempts: 2,
    durationMs: 12.3,
  },
  {
    type: 'policy-decided',
    callId: 'c2',
    toolName: 'refund',
    policy: 'confirmation',
    decision: 'ask',
    reason: 'money',
  },
  {
    type: 'approval-requested',
    callId: 'c2',
    toolName: 'refund',
    arguments: { order: 7 },
    argumentsHash: 'h',
    policy: 'confirmation',
  },
  { type: 'run-paused', callIds: ['c2'] },
  { type: 'approval-decided', callId: 'c2', argumentsHash: 'h', approved: true, by: 'ann' },
];

const begun: RunEvent = {
  type: 'tool-call-started',
  runId: 'r2',
  callId: 'c9',
  turn: 1,
  toolName: 'refund',
  replayClass: 'side_effecting',
  arguments: {},
  repairs: [],
  idempotencyKey: 'k',
};

async function record(store: RunStore, runId: string, what: readonly RunEvent[], day: number): Promise<void> {
  const writer = await store.write(runId);
  const at = (seq: number): string => new Date(Date.UTC(2026, 0, day) + seq * 500).toISOString();
  await writer.append(what.map((event, seq): JournalEvent => ({ ...event, v: 1, runId, seq, at: at(seq) })));
  await writer.close();
}

describe.each(['folder', 'database'])('toolwright runs, of a %s', kind => {
  let folder: string;
  let place: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolwright-runs-'));
    place = join(folder, kind === 'folder' ? 'runs' : 'runs.db');
    const store = kind === 'folder' ? new JsonlRunStore(place) : new LibsqlRunStore(place);
    await record(store, 'r1', events, 2);
    await record(store, 'r2', [events[0]!, begun], 1);
    await store.close();
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('lists them, the newest first', async () => {
    const { code, stdout } = await runCli(['runs', 'list', '--store', place]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'RUN  STATUS   AGENT    STARTED               TOOK    EVENTS  USAGE',
        'r1   paused   support  2026-01-02T00:00:00Z  5.50 s  12',
        'r2   running  support  2026-01-01T00:00:00Z  500 ms  2',
        '',
      ].join('\n'),
    );
  });

  it('lists those that are asked for, also for programs', async () => {
    const list = async (...options: string[]): Promise<unknown> => {
      const { stdout } = await runCli(['runs', 'list', '--store', place, '--json', ...options]);
      return (JSON.parse(stdout) as { runId: string }[]).map(({ runId }) => runId);
    };
    expect(await list('--status', 'running', '--agent', 'support')).toEqual(['r2']);
    expect(await list('--conversation', 'talk', '--limit', '1')).toEqual(['r1']);
    expect(await list('--agent', 'nobody')).toEqual([]);
  });

  it('shows one: calls, repairs, decisions, usage, durations, and what is open', async () => {
    const { code, stdout } = await runCli(['runs', 'show', 'r1', '--store', place]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'run r1  paused',
        'agent support, model scripted',
        'started 2026-01-02T00:00:00.000Z, took 5.50 s, 12 events',
        'conversation talk',
        'usage 120 in (20 cached), 30 out, $0.0123',
        '',
        '+0.000  input      Refund [2J order 7',
        '+1.000  turn 1     1.23 s, 120 in (20 cached), 30 out, $0.0123, tool-calls: I look first.',
        '+1.500  call       c1 look {"order":"7"}',
        '+2.000  call       c2 refund {"order":7}',
        '+2.500  guardrail  c1 pii at tool_call: noted: a number',
        '+3.000  start      c1 look (read_only) {"order":7}',
        '        repair     c1 /order: text-to-number, "7" → 7',
        `+3.500  end        ${`c1 look: ok, 12 ms, 2 attempts: shipped ${'x'.repeat(200)}`.slice(0, 160)}…`,
        '+4.000  policy     c2 refund: ask by confirmation: money',
        '+4.500  approval   c2 refund: asked for by confirmation',
        '+5.000  paused     waits for c2',
        '+5.500  approval   c2: approved by ann',
        '',
        'open calls:',
        'c2 refund is approved and has not begun',
        '',
      ].join('\n'),
    );
  });

  it('says which calls are in doubt', async () => {
    const { stdout } = await runCli(['runs', 'show', 'r2', '--store', place]);
    expect(stdout).toContain('c9 refund (side_effecting) began, and nobody knows whether it took place');
  });

  it('shows everything to programs', async () => {
    const { stdout } = await runCli(['runs', 'show', 'r1', '--store', place, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ runId: 'r1', events });
  });

  it('refuses what is not there, and makes nothing', async () => {
    expect(await runCli(['runs', 'show', 'r3', '--store', place])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `There is no run 'r3' in ${place}. List them: toolwright runs list --store ${place}\n`,
    });
    const none = join(folder, 'none');
    expect(await runCli(['runs', 'list', '--store', none])).toMatchObject({
      code: 2,
      stderr: `There is no store of runs '${none}'. Name its folder or database file with --store.\n`,
    });
    expect((await runCli(['runs', 'list', '--store', place, '--limit', '0'])).code).toBe(2);
    expect((await runCli(['runs', 'list'])).code).toBe(2);
  });
});

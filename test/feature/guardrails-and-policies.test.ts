import {
  type CallEvent,
  type CallJournal,
  type CallPolicy,
  createToolRuntime,
  defineTool,
  type Guardrail,
  GuardrailTrippedError,
  type Logger,
  NoExecutorError,
  Observation,
  Param,
  Returns,
  type RuntimeOptions,
  silentLogger,
  Tool,
  type ToolCallEnded,
  type ToolCallStarted,
  ToolSet,
  UnknownToolError,
} from 'toolwright';

const log: string[] = [];
beforeEach(() => void log.splice(0));

@ToolSet()
class Accounts {
  @Tool('Move money.')
  @Returns({ type: 'integer' })
  transfer(@Param({ type: 'integer' }) amount: number): unknown {
    log.push(`run ${amount}`);
    if (amount === 13) throw new Error('unlucky');
    if (amount === 14) return Observation.error('unlucky too');
    return amount === 99 ? 'not a number' : amount;
  }
}

const transfer = (options: RuntimeOptions, amount: unknown = 5) =>
  createToolRuntime([Accounts], options).call({ id: 'c1', name: 'transfer', arguments: { amount } });

const callGuardrail = (name: string, verdict: () => unknown): Guardrail => ({
  name,
  position: 'tool_call',
  check: () => {
    log.push(name);
    return verdict() as boolean;
  },
});

const resultGuardrail = (name: string, verdict: (observation: Observation) => unknown): Guardrail => ({
  name,
  position: 'tool_result',
  check: observation => {
    log.push(`${name} ${observation.text}`);
    return verdict(observation) as boolean;
  },
});

const policy = (name: string, decide: () => unknown): CallPolicy => ({
  name,
  decide: () => {
    log.push(name);
    return decide() as 'allow';
  },
});

/** Of what is recorded, how calls began and ended. */
class MemoryJournal implements CallJournal {
  readonly events: (ToolCallStarted | ToolCallEnded)[] = [];
  write(event: CallEvent) {
    if (event.type !== 'tool-call-started' && event.type !== 'tool-call-ended') return;
    log.push(event.type);
    this.events.push(event);
  }
}

const fail = () => {
  throw new Error('broken');
};

describe('the stages of a call', () => {
  const everything = () => ({
    guardrails: [resultGuardrail('result', () => true), callGuardrail('call', () => true)],
    policies: [policy('policy', () => 'allow')],
    journal: new MemoryJournal(),
    secrets: { PIN: '42' },
  });

  it('follow one another', async () => {
    const options = everything();
    const { text } = await transfer(options, 42);
    expect(log).toEqual(['call', 'policy', 'tool-call-started', 'run 42', 'result 42', 'tool-call-ended']);
    expect(text).toBe('[secret PIN]');
    expect(options.journal.events[1]).toMatchObject({
      observation: { content: [{ type: 'text', text: '[secret PIN]' }] },
    });
  });

  it('begin with validation', async () => {
    await transfer(everything(), 'much');
    expect(log).toEqual(['tool-call-ended']);
  });

  it('check the output before its guardrails see it', async () => {
    const { text } = await transfer(everything(), 99);
    expect(text).toMatch(/output failed schema validation/);
    expect(log).toEqual(['call', 'policy', 'tool-call-started', 'run 99', 'tool-call-ended']);
  });

  it.each([13, 14, 99])('show a failed call to result guardrails that check errors: %i', async amount => {
    const check = {
      name: 'no luck',
      position: 'tool_result',
      checksErrors: true,
      check: () => false,
    } as const;
    const { text, error } = await transfer({ guardrails: [check] }, amount);
    expect(text).toBe("Tool 'transfer' failed: blocked by the guardrail 'no luck'.");
    expect(error).toBeInstanceOf(GuardrailTrippedError);
  });

  it.each([13, 14])('spare result guardrails a failed call: %i', async amount => {
    expect((await transfer(everything(), amount)).isError).toBe(true);
    expect(log).toEqual(['call', 'policy', 'tool-call-started', `run ${amount}`, 'tool-call-ended']);
  });
});

describe('a tool_call guardrail', () => {
  it('sees call id, tool, accepted arguments and run', async () => {
    const seen: unknown[] = [];
    const guardrail: Guardrail = {
      name: 'look',
      position: 'tool_call',
      check: ({ callId, tool, action, run }) => {
        seen.push([callId, tool.name, action, run.state]);
        return true;
      },
    };
    await createToolRuntime([Accounts], { guardrails: [guardrail] }).call(
      { id: 'c1', name: 'transfer', arguments: { amount: '5' } },
      { state: 'acme' },
    );
    expect(seen).toEqual([['c1', 'transfer', { amount: 5 }, 'acme']]);
  });

  it.each<[string, () => unknown, string]>([
    ['gives false', () => false, "blocked by the guardrail 'limit'."],
    ['gives a reason', () => ({ pass: false, reason: 'too much' }), "guardrail 'limit': too much."],
    ['resolves to false', async () => false, "blocked by the guardrail 'limit'."],
    ['throws', fail, "guardrail 'limit': it could not be checked."],
    ['rejects', () => Promise.reject(new Error('broken')), "guardrail 'limit': it could not be checked."],
    ['gives nothing', () => undefined, "blocked by the guardrail 'limit'."],
    ['gives null', () => null, "blocked by the guardrail 'limit'."],
    ['gives something truthy', () => 'yes', "blocked by the guardrail 'limit'."],
    ['passes with something truthy', () => ({ pass: 'yes' }), "blocked by the guardrail 'limit'."],
  ])('that %s blocks the tool', async (_, verdict, part) => {
    const guardrails = [callGuardrail('limit', verdict), callGuardrail('second', () => true)];
    const { text, error, attempts } = await transfer({ guardrails, journal: new MemoryJournal() });
    expect(text).toMatch(/^Tool 'transfer' failed: /);
    expect(text).toContain(part);
    expect(error).toBeInstanceOf(GuardrailTrippedError);
    expect(attempts).toBe(0);
    expect(log).toEqual(['limit', 'tool-call-ended']);
  });

  it.each<[string, () => unknown]>([
    ['true', () => true],
    ['a passing verdict', () => ({ pass: true })],
    ['a promise of true', async () => true],
  ])('that gives %s lets the call go on', async (_, verdict) => {
    expect((await transfer({ guardrails: [callGuardrail('limit', verdict)] })).text).toBe('5');
  });
});

describe('runtime options', () => {
  it('are refused when a guardrail stands where no stage asks it', () => {
    const misplaced = { name: 'no drop', position: 'tool_cal', check: () => false } as unknown as Guardrail;
    expect(() => createToolRuntime([], { guardrails: [misplaced] })).toThrow(
      "guardrail 'no drop': its position is 'tool_cal'. Fix: write 'tool_call' or 'tool_result'.",
    );
  });

  it('are refused when one is misspelt', () => {
    expect(() => createToolRuntime([], { guardrail: [] } as object)).toThrow(
      "'guardrail' is not an option. Fix: write 'guardrails'.",
    );
  });
});

describe('a stage that never answers', () => {
  const never = () => new Promise<never>(() => undefined);
  it.each<[string, RuntimeOptions]>([
    ['a tool_call guardrail', { guardrails: [callGuardrail('slow', never)] }],
    ['a tool_result guardrail', { guardrails: [resultGuardrail('slow', never)] }],
    ['a policy', { policies: [policy('slow', never)] }],
    ['the journal', { journal: { write: never } }],
    ['a recall', { recall: { find: never } }],
  ])('holds neither the caller that cancels nor close(): %s', async (_, options) => {
    const runtime = createToolRuntime([Accounts], options);
    const { text } = await runtime.call(
      { name: 'transfer', arguments: { amount: 1 } },
      { signal: AbortSignal.timeout(10) },
    );
    expect(text).toMatch(/^Tool 'transfer' was cancelled\./);
    const open = runtime.openRun();
    const pending = open.call({ name: 'transfer', arguments: { amount: 1 } });
    await runtime.close();
    expect((await pending).isError).toBe(true);
  });
});

describe('a tool_result guardrail', () => {
  it('keeps a result from everybody', async () => {
    const journal = new MemoryJournal();
    const guardrails = [resultGuardrail('leak', ({ text }) => text !== '5')];
    const observation = await transfer({ guardrails, journal });
    expect(observation.text).toBe("Tool 'transfer' failed: blocked by the guardrail 'leak'.");
    expect(observation).not.toHaveProperty('structuredContent');
    expect(journal.events[1]).toMatchObject({ observation: { isError: true, content: observation.content } });
    expect((await transfer({ guardrails }, 6)).text).toBe('6');
  });

  it('that throws blocks', async () => {
    const { text } = await transfer({ guardrails: [resultGuardrail('leak', fail)] });
    expect(text).toBe("Tool 'transfer' failed: blocked by the guardrail 'leak': it could not be checked.");
  });
});

describe('policies', () => {
  it.each<[string, unknown[], string | undefined]>([
    ['all allow', ['allow', { decision: 'allow' }], undefined],
    [
      'one asks',
      ['allow', 'ask'],
      "policy '1' does not allow this call: it needs an approval, and nobody can be asked here.",
    ],
    [
      'one asks with a reason',
      [{ decision: 'ask', reason: 'above 100' }],
      "policy '0' does not allow this call: above 100.",
    ],
    ['one denies after another asked', ['ask', 'deny', 'allow'], "policy '1' does not allow this call."],
    [
      'one denies before another asks',
      [{ decision: 'deny', reason: 'closed' }, 'ask'],
      "policy '0' does not allow this call: closed.",
    ],
    ['a promise denies', [Promise.resolve('deny')], "policy '0' does not allow this call."],
    [
      'one says something else',
      ['maybe'],
      "policy '0' does not allow this call: its decision is not allow, ask or deny.",
    ],
    ['one says nothing', [undefined], "policy '0' does not allow this call: it could not be decided."],
  ])('let the strictest decide: %s', async (_, decisions, part) => {
    const policies = decisions.map((decision, index) => policy(String(index), () => decision));
    const { text, isError, attempts } = await transfer({ policies });
    expect(log.slice(0, policies.length)).toEqual(policies.map(({ name }) => name));
    expect({ isError, attempts }).toEqual(
      part === undefined ? { isError: false, attempts: 1 } : { isError: true, attempts: 0 },
    );
    expect(text).toContain(part ?? '5');
    if (part !== undefined)
      expect(text).toMatch(/^Tool 'transfer' failed: the policy .* Do not repeat it\.$/);
  });

  it('that throw deny', async () => {
    const { text, error } = await transfer({ policies: [policy('a', fail), policy('b', () => 'allow')] });
    expect(text).toContain("policy 'a' does not allow this call: it could not be decided.");
    expect(text).not.toContain('broken');
    expect(error).toMatchObject({ code: 'CALL_DENIED', cause: new Error('broken') });
    expect(log).toEqual(['a', 'b']);
  });
});

describe('the journal', () => {
  it('keeps what started and how it ended', async () => {
    const journal = new MemoryJournal();
    const runtime = createToolRuntime([Accounts], { journal });
    const observation = await runtime.call(
      { id: 'c1', name: 'transfer', arguments: '{"amount":"5"}' },
      { runId: 'r1', turn: 3 },
    );
    expect(journal.events).toEqual([
      {
        type: 'tool-call-started',
        runId: 'r1',
        callId: 'c1',
        turn: 3,
        toolName: 'transfer',
        replayClass: 'side_effecting',
        arguments: { amount: 5 },
        repairs: [{ path: '/amount', rule: 'text-to-number', from: '5', to: 5 }],
        idempotencyKey: expect.stringContaining('c1'),
      },
      {
        type: 'tool-call-ended',
        runId: 'r1',
        callId: 'c1',
        toolName: 'transfer',
        observation: { content: observation.content, isError: false, structuredContent: { result: 5 } },
        attempts: 1,
        durationMs: observation.durationMs,
      },
    ]);
  });

  it('is waited for; the tool does not run when the start cannot be written', async () => {
    const journal: CallJournal = { write: async () => fail() };
    const { text, attempts } = await transfer({ journal });
    expect(text).toBe("Tool 'transfer' failed: broken");
    expect(attempts).toBe(0);
    expect(log).toEqual([]);
  });

  it.each([
    [5, '5', false],
    [13, "Tool 'transfer' failed: unlucky", true],
  ])(
    'that cannot write the end of %i leaves the answer as it is, and is tried once',
    async (amount, text, isError) => {
      const written: string[] = [];
      const lines: unknown[] = [];
      const logger: Logger = { ...silentLogger, error: (...line) => void lines.push(line) };
      const journal: CallJournal = {
        write: async ({ type }) => {
          written.push(type);
          if (type === 'tool-call-ended') fail();
        },
      };
      expect(await transfer({ journal, logger }, amount)).toMatchObject({ text, isError, attempts: 1 });
      expect(written).toEqual(['tool-call-started', 'tool-call-ended']);
      const recording = lines.filter(line => !(line as string[])[0]!.endsWith('failed: unlucky'));
      expect(recording).toEqual([
        [
          expect.stringContaining('could not be recorded'),
          expect.objectContaining({ callId: 'c1', reason: 'broken' }),
        ],
      ]);
    },
  );
});

describe('recall', () => {
  const recorded = new Observation({ content: '7', structuredContent: { result: 7 } });
  const recall = { find: () => recorded };

  it('gives the recorded result without running or journalling', async () => {
    const journal = new MemoryJournal();
    expect(await transfer({ recall, journal })).toMatchObject({
      text: '7',
      structuredContent: { result: 7 },
      attempts: 0,
      isError: false,
    });
    expect(log).toEqual([]);
  });

  it('runs the tool where nothing is recorded', async () => {
    expect((await transfer({ recall: { find: async () => undefined } })).text).toBe('5');
  });

  it('does not go around guardrails, policies and masking', async () => {
    const guardrails = [resultGuardrail('leak', () => false)];
    expect((await transfer({ recall, guardrails })).text).toContain("guardrail 'leak'");
    expect((await transfer({ recall, policies: [policy('p', () => 'deny')] })).text).toContain("policy 'p'");
    expect((await transfer({ recall, secrets: { PIN: '7' } })).text).toBe('[secret PIN]');
  });

  it('serves a tool without an executor', async () => {
    const declared = defineTool({ name: 'declared', description: 'Only declared.' });
    const call = { name: 'declared' };
    expect((await createToolRuntime([declared], { recall }).call(call)).text).toBe('7');
    const unrecorded = await createToolRuntime([declared]).call(call);
    expect(unrecorded.error).toBeInstanceOf(NoExecutorError);
    expect(unrecorded.text).toMatch(/^Tool 'declared' failed: /);
  });

  it('that fails answers an error', async () => {
    expect((await transfer({ recall: { find: fail } })).text).toBe("Tool 'transfer' failed: broken");
    expect(log).toEqual([]);
  });
});

describe('an unknown tool', () => {
  const run = (name: unknown) => createToolRuntime([Accounts]).call({ name: name as string });

  it.each([
    ['transferr', "Unknown tool 'transferr'. Did you mean 'transfer'?"],
    ['Transfer', "Unknown tool 'Transfer'. Did you mean 'transfer'?"],
    ['weather', "Unknown tool 'weather'. Known tools: transfer."],
    ['toString', "Unknown tool 'toString'. Known tools: transfer."],
    [undefined, "Unknown tool 'undefined'. Known tools: transfer."],
  ])('%s is answered with near or known names', async (name, text) => {
    const observation = await run(name);
    expect(observation).toMatchObject({ isError: true, text, attempts: 0 });
    expect(observation.error).toBeInstanceOf(UnknownToolError);
  });

  it('of a long name is answered briefly', async () => {
    expect((await run('x'.repeat(10_000))).text.length).toBeLessThan(200);
  });
});

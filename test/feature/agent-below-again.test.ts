import { type AgentMiddleware, defineTool, MemoryRunStore, Observation, redaction } from 'toolwright';
import { FunctionModel, ScriptedModel } from 'toolwright/testing';
import { boss, clerk, paid, payCall, task } from '../support/paying-agents.js';

beforeEach(() => void (paid.length = 0));

describe('an agent below', () => {
  it('is asked again in a later turn under an id that comes again', async () => {
    const clerkModel = new ScriptedModel([[payCall('ann')], 'paid ann', 'nothing to do']);
    const agent = boss(new ScriptedModel([[task('clerk', 'call-1')], [task('clerk', 'call-1')], 'done']), [
      clerk(clerkModel),
    ]);
    const run = await agent.run('go');
    const decisions = run.pending.map(({ callId, runId }) => ({ callId, runId, approved: true }));
    const resumed = await agent.resume(run.id, decisions);
    expect(resumed.calls.map(({ observation }) => observation?.text)).toEqual(['paid ann', 'nothing to do']);
  });

  it('that waits in a further attempt goes on with that one', async () => {
    let asked = 0;
    const model = new FunctionModel(async ({ messages }) => {
      if (messages.some(({ role }) => role === 'assistant')) return 'it is paid';
      if (asked++ === 0) await new Promise(resolve => setTimeout(resolve, 400));
      return [payCall('ann')];
    });
    const agent = boss(
      new ScriptedModel([[task('clerk')], 'done']),
      [clerk(model).asTool({ replayClass: 'read_only', timeoutMs: 150 })],
      { defaults: { maxRetries: 2, retryDelayMs: 1 } },
    );
    const run = await agent.run('go');
    expect(run.pending).toMatchObject([{ runId: `${run.id}/1/clerk/2` }]);
    const resumed = await agent.resume(run.id, [{ callId: 'p', approved: true }]);
    expect(resumed).toMatchObject({ status: 'completed', text: 'done' });
    expect(paid).toHaveLength(1);
  });

  it.each<[string, AgentMiddleware]>([
    ['redacts', redaction({ patterns: [/approval|needed/g] })],
    [
      'gives something instead of failures',
      {
        name: 'fallback',
        aroundTool: async (_call, next) =>
          (await next()).isError ? new Observation({ content: 'cached' }) : new Observation({ content: 'x' }),
      },
    ],
  ])('pauses the run above whatever middleware makes of it: one that %s', async (_what, middleware) => {
    const agent = boss(
      new ScriptedModel([[task('clerk')], 'done']),
      [clerk(new ScriptedModel([[payCall('ann')], 'it is paid']))],
      { middleware: [middleware] },
    );
    const run = await agent.run('go');
    expect(run).toMatchObject({ status: 'paused', pending: [{ callId: 'p' }] });
    expect((await agent.resume(run.id, [{ callId: 'p', approved: true }])).status).toBe('completed');
    expect(paid).toHaveLength(1);
  });

  it('does nothing more for a run that has ended', async () => {
    const store = new MemoryRunStore();
    const stop = new AbortController();
    const hold = defineTool({
      name: 'hold',
      description: 'H.',
      replayClass: 'read_only',
      execute: (_args, run) => new Promise(resolve => run.call.signal.addEventListener('abort', resolve)),
    });
    const below = clerk(new ScriptedModel([[payCall('ann')], 'it is paid']), { store });
    const agent = boss(new ScriptedModel([[task('clerk'), { name: 'hold', callId: 'h' }]]), [below, hold], {
      store,
      parallelTools: true,
    });
    const stream = agent.stream('go', { signal: stop.signal });
    for await (const { type } of stream) if (type === 'approval-needed') setTimeout(() => stop.abort(), 30);
    const { id, status } = await stream.result;
    expect(status).toBe('cancelled');
    await expect(below.resume(`${id}/1/clerk`, [{ callId: 'p', approved: true }])).rejects.toMatchObject({
      code: 'RUN_NOT_RESUMABLE',
      message: expect.stringMatching(/the run that it works for, .* has ended/),
    });
    expect(paid).toEqual([]);
  });
});

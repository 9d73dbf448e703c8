import { setImmediate as turn } from 'node:timers/promises';
import { CallCancellation } from '../../../src/context/call-cancellation.js';
import { ActiveCall, type ActiveCallFacts, enterCall } from '../../../src/context/current-call.js';
import { createRunContext, type RunContext } from '../../../src/context/run-context.js';

const callOf = (run: RunContext, id: string, facts: Partial<ActiveCallFacts> = {}) =>
  new ActiveCall(run, {
    id,
    toolName: `tool_${id}`,
    turn: 1,
    attempt: 1,
    ...facts,
  });

const outsideCall = expect.objectContaining({ code: 'OUTSIDE_CALL' }) as Error;

describe('the current call', () => {
  it('is what the runtime entered, across awaits', async () => {
    const run = createRunContext();
    const call = callOf(run, 'a', { turn: 3, attempt: 2 });

    const seen = await enterCall(call, async () => {
      await turn();
      const { id, toolName, turn: turnNumber, attempt, idempotencyKey } = run.call;
      return { id, toolName, turnNumber, attempt, idempotencyKey };
    });

    expect(seen).toEqual({
      id: 'a',
      toolName: 'tool_a',
      turnNumber: 3,
      attempt: 2,
      idempotencyKey: `${run.runId}/3/a`,
    });
  });

  it('is refused outside a call', () => {
    const run = createRunContext();
    enterCall(callOf(run, 'a'), () => undefined);

    expect(() => run.call).toThrow(outsideCall);
  });

  it('is not visible through the context of another run', () => {
    const [run, stranger] = [createRunContext(), createRunContext()];

    enterCall(callOf(run, 'a'), () => {
      expect(run.call.id).toBe('a');
      expect(() => stranger.call).toThrow(outsideCall);
    });
  });

  it('stays visible to its own run inside a nested run', () => {
    const [parent, child] = [createRunContext(), createRunContext()];

    enterCall(callOf(parent, 'outer'), () =>
      enterCall(callOf(child, 'inner'), () => {
        expect([parent.call.id, child.call.id]).toEqual(['outer', 'inner']);
        enterCall(callOf(parent, 'innermost'), () => expect(parent.call.id).toBe('innermost'));
      }),
    );
  });

  it('does not keep ended calls of a chain that starts each call inside the previous one', () => {
    const run = createRunContext();
    const first = callOf(run, 'first');

    enterCall(first, () => {
      first.end();
      enterCall(callOf(createRunContext(), 'next'), () => expect(() => run.call).toThrow(outsideCall));
    });
  });

  it('reports progress, masked, until it ends', () => {
    const run = createRunContext({ secrets: { key: 'hunter2' } });
    const updates: unknown[] = [];
    const call = callOf(run, 'a', { onProgress: update => updates.push(update) });

    call.progress({ progress: 1, total: 2, message: 'using hunter2' });
    call.progress({ progress: 2 });
    call.end();
    call.progress({ progress: 3 });

    expect(updates).toEqual([{ progress: 1, total: 2, message: 'using [secret key]' }, { progress: 2 }]);
    expect(() => callOf(run, 'b').progress({ progress: 1 })).not.toThrow();
  });

  it('gives the signal of its cancellation and releases it at its end', () => {
    const outer = new AbortController();
    const cancelled = callOf(createRunContext(), 'a', { cancellation: new CallCancellation(outer.signal) });
    const ended = callOf(createRunContext(), 'b', { cancellation: new CallCancellation(outer.signal) });
    const signals = [cancelled.signal, ended.signal];
    ended.end();
    outer.abort();

    expect(signals.map(signal => signal.aborted)).toEqual([true, false]);
  });

  it('keeps 1,000 interleaved runs apart', async () => {
    const seen = await Promise.all(
      Array.from({ length: 1_000 }, async (_, index) => {
        const run = createRunContext({ state: index });
        return enterCall(callOf(run, String(index)), async () => {
          for (let step = 0; step < index % 5; step++) await turn();
          return [run.state, run.call.id];
        });
      }),
    );

    expect(seen).toEqual(seen.map((_, index) => [index, String(index)]));
  });
});

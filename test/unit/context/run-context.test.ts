import { inspect } from 'node:util';
import { createRunContext, isRunContextType, RunContext } from '../../../src/context/run-context.js';
import { Secrets } from '../../../src/context/secrets.js';
import { systemClock } from '../../../src/foundation/clock.js';

describe('RunContext', () => {
  it('carries what the run was opened with', () => {
    const lines: string[] = [];
    const logger = {
      debug: () => undefined,
      info: (message: string) => lines.push(message),
      warn: () => undefined,
      error: () => undefined,
    };
    const run = createRunContext({
      state: { tenant: 'acme' },
      runId: 'run-1',
      conversationId: 'conversation-1',
      secrets: { key: 'k-123' },
      logger,
      clock: { ...systemClock, now: () => 86_400_000 },
      entropy: { uuid: () => 'fixed', random: () => 0.25 },
      workspaceRoot: '/workspace',
    });
    run.logger.info('hello');

    expect(run.state.tenant).toBe('acme');
    expect(run.runId).toBe('run-1');
    expect(run.conversationId).toBe('conversation-1');
    expect(run.secrets.get('key')).toBe('k-123');
    expect(lines).toEqual(['hello']);
    expect(run.now().toISOString()).toBe('1970-01-02T00:00:00.000Z');
    expect(run.random()).toBe(0.25);
    expect(run.uuid()).toBe('fixed');
    expect(run.workspaceRoot).toBe('/workspace');
  });

  it('needs nothing to start', () => {
    const [one, other] = [createRunContext(), createRunContext()];

    expect(one.runId).toMatch(/^[0-9a-f-]{36}$/);
    expect(one.runId).not.toBe(other.runId);
    expect(one.state).toBeUndefined();
    expect(one.secrets.find('any')).toBeUndefined();
    expect(() => one.logger.error('dropped')).not.toThrow();
    expect(Math.abs(one.now().getTime() - systemClock.now())).toBeLessThan(5_000);
  });

  it('keeps a Secrets object it is given', () => {
    const secrets = new Secrets({ key: 'k-123' });

    expect(createRunContext({ secrets }).secrets).toBe(secrets);
  });

  it('shows its run id and nothing else when printed', () => {
    const run = createRunContext({ runId: 'run-1', state: { card: '4111' }, secrets: { key: 'hunter2' } });
    const printed = [
      JSON.stringify({ run }),
      inspect(run),
      inspect(run, { customInspect: false, showHidden: true, depth: 9 }),
      String(run),
    ].join('\n');

    expect(printed).toContain('run-1');
    expect(printed).not.toMatch(/hunter2|4111/);
    expect(JSON.parse(JSON.stringify(run))).toEqual({ runId: 'run-1' });
  });

  it('is recognised by brand: itself, a subclass, another copy', () => {
    class TenantContext extends RunContext {}
    class OtherCopy {}
    Object.assign(OtherCopy, { [Symbol.for('toolwright.run-context')]: true });

    expect([RunContext, TenantContext, OtherCopy].map(isRunContextType)).toEqual([true, true, true]);
    expect([Object, class {}, createRunContext(), undefined, 'RunContext'].map(isRunContextType)).toEqual(
      Array(5).fill(false),
    );
  });
});

import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { createToolRuntime, defineTool, Param, ReplayClass, RunContext, Tool, ToolSet } from 'toolwright';
import { injectable, Lifecycle, scoped, singleton } from 'tsyringe';

const RUNS = 1_000;

interface Tenant {
  readonly name: string;
}

/** Shared by all runs: it wakes everybody who waits out of the call of whoever came last. */
@singleton()
class Batch {
  private waiting: (() => void)[] = [];

  join(): Promise<void> {
    const woken = new Promise<void>(resolve => this.waiting.push(resolve));
    if (this.waiting.length % 50 === 0) this.flush();
    return woken;
  }

  flush(): void {
    for (const wake of this.waiting.splice(0)) wake();
  }
}

@scoped(Lifecycle.ContainerScoped)
class UnitOfWork {
  readonly tenants: string[] = [];
  constructor(readonly run: RunContext<Tenant>) {}
}

@injectable()
class Repository {
  constructor(
    readonly work: UnitOfWork,
    readonly run: RunContext<Tenant>,
  ) {}
}

/** What code that belongs to one call sees of its run, wherever it stands. */
const seenBy = (run: RunContext<Tenant>): string =>
  [run.state.name, run.runId, run.conversationId, run.call.id, run.call.toolName, run.call.turn].join(' ');

@ToolSet()
class Ledger {
  constructor(
    readonly batch: Batch,
    readonly repository: Repository,
    readonly work: UnitOfWork,
    readonly run: RunContext<Tenant>,
  ) {}

  @Tool({ description: 'Look from everywhere.', timeoutMs: 60_000 })
  @ReplayClass('read_only')
  async look(@Param({ type: 'integer' }) waitMs: number, run: RunContext<Tenant>): Promise<object> {
    const views = [seenBy(run)];
    const look = (): number => views.push(seenBy(this.run));
    await this.batch.join();
    look();
    await sleep(waitMs);
    look();
    await new Promise<void>(resolve => setTimeout(() => resolve(void look()), 1));
    await new Promise<void>(resolve => queueMicrotask(() => resolve(void look())));
    await turn();
    views.push(seenBy(this.repository.run), seenBy(this.work.run));
    this.work.tenants.push(run.state.name);
    return {
      views: [...new Set(views)],
      isOneUnit: this.work === this.repository.work,
      // What both calls of the run have left there.
      tenants: [...new Set(this.work.tenants)],
      secret: run.secrets.get(`key of ${run.state.name}`),
      key: run.call.idempotencyKey,
    };
  }

  @Tool({ description: 'Wait until cancelled.', timeoutMs: 60_000 })
  waitFor(run: RunContext<Tenant>): Promise<never> {
    return new Promise((_, reject) => {
      run.call.signal.addEventListener('abort', () => {
        aborted.push(seenBy(run));
        reject(new Error('aborted'));
      });
      arrived++;
    });
  }
}

const aborted: string[] = [];
let arrived = 0;

const nameOf = (index: number): string => `tenant-${index}`;
const indices = Array.from({ length: RUNS }, (_, index) => index);
const secrets = Object.fromEntries(indices.map(index => [`key of ${nameOf(index)}`, `<${nameOf(index)}>`]));
const runtime = createToolRuntime([Ledger], { secrets });
afterAll(() => runtime.close());

const optionsOf = (index: number) => ({
  state: { name: nameOf(index) },
  runId: `run-${index}`,
  conversationId: `talk-${index}`,
});

describe('1,000 interleaved runs of different tenants', () => {
  it('each see their own state, call and services only, in two calls at a time', async () => {
    const oneRun = async (index: number): Promise<unknown[]> => {
      const run = runtime.openRun(optionsOf(index));
      const answers = await Promise.all(
        ['a', 'b'].map((id, turnIndex) =>
          run.call({ id, name: 'look', arguments: { waitMs: (index * 7) % 5 } }, { turn: turnIndex + 1 }),
        ),
      );
      await run.close();
      return answers.map(({ text }) => JSON.parse(text) as unknown);
    };
    const answers = await Promise.all(indices.map(oneRun));

    const expected = indices.map(index =>
      ['a', 'b'].map((id, turnIndex) => ({
        views: [`${nameOf(index)} run-${index} talk-${index} ${id} look ${turnIndex + 1}`],
        isOneUnit: true,
        tenants: [nameOf(index)],
        secret: `[secret key of ${nameOf(index)}]`,
        key: `run-${index}/${turnIndex + 1}/${id}`,
      })),
    );
    expect(answers).toEqual(expected);
  });

  it('are cancelled one by one, and an abort listener still knows whose call it is', async () => {
    const controllers = indices.map(() => new AbortController());
    const calls = controllers.map(({ signal }, index) =>
      runtime.call({ id: 'w', name: 'wait_for' }, { ...optionsOf(index), signal }),
    );
    while (arrived < RUNS) await turn();
    const odd = controllers.filter((_, index) => index % 2 === 1);
    for (const controller of odd) controller.abort();
    const answered = await Promise.all(calls.filter((_, index) => index % 2 === 1));
    expect(answered.every(({ error }) => error?.code === 'CALL_CANCELLED')).toBe(true);

    const seen = (index: number): string => `${nameOf(index)} run-${index} talk-${index} w wait_for 1`;
    expect(aborted).toEqual(indices.filter(index => index % 2 === 1).map(seen));

    for (const controller of controllers.filter((_, index) => index % 2 === 0)) controller.abort();
    await Promise.all(calls);
    expect(aborted.slice(RUNS / 2)).toEqual(indices.filter(index => index % 2 === 0).map(seen));
  });

  it('each mask the secret that was made for them alone, whatever the others are given meanwhile', async () => {
    let made = 0;
    const asking = defineTool({
      name: 'ask',
      execute: async (_args, run) => {
        const token = run.secrets.get('token');
        await turn();
        return `Bearer ${token}`;
      },
    });
    const vault = createToolRuntime([asking], { secrets: () => `token-${++made}-of-a-run` });
    const answers = await Promise.all(indices.map(() => vault.call({ name: 'ask' })));
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['Bearer [secret token]']));
    expect(made).toBe(RUNS);
  });
});

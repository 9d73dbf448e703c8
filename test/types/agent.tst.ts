import {
  Agent,
  type AgentMiddleware,
  type AgentRun,
  type CallPolicy,
  confirmation,
  type Guardrail,
  logging,
  type RunContext,
} from 'toolwright';
import { ScriptedModel } from 'toolwright/testing';
import { describe, expect, test } from 'tstyche';

interface Tenant {
  readonly tenant: string;
}
interface Robot {
  readonly serial: number;
}
class Answer {
  readonly city!: string;
}

const model = new ScriptedModel([]);
const state: Tenant = { tenant: 'Acme' };

describe('the state of a run', () => {
  const agent = new Agent<Tenant>({ model });

  test('has to be given where the agent states one', () => {
    expect(agent.run).type.toBeCallableWith('?', { state });
    expect(agent.run).type.not.toBeCallableWith('?');
    expect(agent.run).type.not.toBeCallableWith('?', { maxSteps: 1 });
    expect(agent.run).type.not.toBeCallableWith('?', { state: { serial: 1 } });
    expect(agent.stream).type.toBeCallableWith('?', { state });
    expect(agent.stream).type.not.toBeCallableWith('?');
    expect(agent.resume).type.toBeCallableWith('id', [], { state });
    expect(agent.resume).type.not.toBeCallableWith('id');
    expect(agent.streamResumed).type.not.toBeCallableWith('id', []);
    expect(agent.conversation).type.toBeCallableWith({ state });
    expect(agent.conversation).type.not.toBeCallableWith();
  });

  test('may be left out elsewhere', () => {
    const free = new Agent({ model });
    expect(free).type.toBe<Agent>();
    expect(free.run).type.toBeCallableWith('?');
    expect(free.run).type.toBeCallableWith('?', { maxSteps: 1 });
    expect(free.resume).type.toBeCallableWith('id');
    expect(free.conversation).type.toBeCallableWith();
    expect(new Agent<Tenant | undefined>({ model }).run).type.toBeCallableWith('?');
  });

  test('is inferred from what wants one', () => {
    expect(new Agent({ model, instructions: (run: RunContext<Tenant>) => run.state.tenant })).type.toBe<
      Agent<Tenant>
    >();
    const mine: CallPolicy<Tenant> = {
      name: 'mine',
      decide: ({ run }) => (run.state.tenant === 'Acme' ? 'allow' : 'deny'),
    };
    expect(new Agent({ model, policies: [mine] })).type.toBe<Agent<Tenant>>();
  });

  test('is that of policies, guardrails, middleware, tools and instructions', () => {
    const policy: CallPolicy<Tenant> = { name: 'p', decide: () => 'allow' };
    const guardrail: Guardrail<Tenant> = {
      name: 'g',
      position: 'input',
      check: (_text, run) => run.state.tenant !== '',
    };
    const middleware: AgentMiddleware<Tenant> = {
      name: 'm',
      beforeModel: (request, run) => (run.state.tenant === '' ? request : undefined),
    };
    expect(Agent<Tenant>).type.toBeConstructableWith({
      model,
      policies: [policy, confirmation('never')],
      guardrails: [guardrail],
      middleware: [middleware, logging()],
      instructions: (run: RunContext<Tenant>) => run.state.tenant,
      tools: (run: RunContext<Tenant>) => (run.state.tenant === '' ? [] : []),
    });
    expect(Agent<Robot>).type.not.toBeConstructableWith({ model, policies: [policy] });
    expect(Agent<Robot>).type.not.toBeConstructableWith({ model, guardrails: [guardrail] });
    expect(Agent<Robot>).type.not.toBeConstructableWith({ model, middleware: [middleware] });
    expect(Agent<Robot>).type.not.toBeConstructableWith({
      model,
      instructions: (run: RunContext<Tenant>) => run.state.tenant,
    });
    expect(Agent<Robot>).type.not.toBeConstructableWith({
      model,
      tools: (run: RunContext<Tenant>) => [run.state].slice(1) as [],
    });
  });
});

describe('the output of a run', () => {
  test('is of its type', async () => {
    const agent = new Agent({ model, outputType: Answer });
    expect(agent).type.toBe<Agent<unknown, Answer>>();
    expect(await agent.run('?')).type.toBe<AgentRun<Answer>>();
    expect((await agent.run('?')).output).type.toBe<Answer | undefined>();
    for await (const event of agent.stream('?'))
      if (event.type === 'final') expect(event.run.output).type.toBe<Answer | undefined>();
    expect((await agent.conversation().send('?')).output).type.toBe<Answer | undefined>();
    expect((await agent.resume('id')).output).type.toBe<Answer | undefined>();
  });

  test('is inferred beside a state', () => {
    expect(Agent.for<Tenant>()({ model, outputType: Answer })).type.toBe<Agent<Tenant, Answer>>();
    expect(Agent.for<Tenant>()({ model })).type.toBe<Agent<Tenant>>();
  });

  test('is unknown without one, since tools may end runs with data', async () => {
    expect((await new Agent({ model }).run('?')).output).type.toBe<unknown>();
    const raw = new Agent({ model, outputType: { schema: { type: 'object' } } });
    expect((await raw.run('?')).output).type.toBe<unknown>();
  });
});

test('an agent with a state is a tool as well', () => {
  const tenantAgent = new Agent<Tenant>({ model, name: 'below' });
  expect(Agent).type.toBeConstructableWith({ model, tools: [tenantAgent] });
  expect(tenantAgent.asTool).type.toBeCallableWith({ input: { city: 'string' } });
  expect(tenantAgent.asTool).type.not.toBeCallableWith({ input: { city: 'text' } });
});

test('options that there are not do not compile', () => {
  expect(Agent).type.not.toBeConstructableWith({ model, maxStep: 3 });
  expect(Agent).type.not.toBeConstructableWith({});
  expect(Agent).type.not.toBeConstructableWith({ model: 'gpt-5' });
  expect(Agent).type.not.toBeConstructableWith({ model, toolChoice: 'look' });
  expect(Agent).type.toBeConstructableWith({ model, toolChoice: { tool: 'look' } });
});

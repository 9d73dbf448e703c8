import { Agent, type AgentOptions, defineTool } from 'toolwright';

export type Model = AgentOptions['model'];

/** Who was paid, and under which key. */
export const paid: unknown[] = [];

export const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  input: { to: 'string' },
  execute: ({ to }: { to: string }, run) => {
    paid.push([to, run.call.idempotencyKey]);
    return `paid ${to}`;
  },
});
export const look = defineTool({
  name: 'look',
  description: 'Looks.',
  replayClass: 'read_only',
  execute: () => 'seen',
});

export const payCall = (to: string, callId = 'p') => ({ name: 'pay', callId, arguments: { to } });
export const task = (name: string, callId = name) => ({ name, callId, arguments: { task: 't' } });

/** Pays for another agent, and has to be approved. */
export const clerk = (model: Model, options: Partial<AgentOptions> = {}): Agent =>
  new Agent({
    name: 'clerk',
    model,
    tools: [pay, look],
    policies: [{ name: 'ask', decide: ({ tool }) => (tool.name === 'pay' ? 'ask' : 'allow') }],
    ...options,
  });
export const boss = (
  model: Model,
  tools: AgentOptions['tools'],
  options: Partial<AgentOptions> = {},
): Agent => new Agent({ name: 'boss', model, tools, ...options } as AgentOptions);

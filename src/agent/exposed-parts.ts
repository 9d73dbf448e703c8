import type { RunContext } from '../context/run-context.js';
import type { Secrets } from '../context/secrets.js';
import { findRunApprover } from '../execution/run-approver.js';
import { DefinitionError } from '../foundation/definition-error.js';
import type { Plan } from '../schema/plan/plan.js';
import { definePrompt } from '../tool/library/define-library.js';
import type { PromptDefinition } from '../tool/library/prompt-definition.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import type { AgentOptions } from './agent-options.js';
import type { AgentToolOptions } from './as-tool.js';
import type { OpenAgent } from './open-agent.js';

/** What of an agent a server shows; the members of {@link AgentToolOptions} are for the agent as a tool. */
export interface ExposeOptions extends AgentToolOptions {
  /** Also each tool that it has, under its own policies, guardrails and middleware. @defaultValue false */
  readonly tools?: boolean;
  /** Also its instructions, as a prompt of the tool's name. @defaultValue false */
  readonly instructions?: boolean;
}

/** An agent whose parts are shown. */
export interface ExposedAgent {
  readonly options: AgentOptions;
  open(): Promise<OpenAgent>;
  /** Its own secrets and those of a run, masked together. */
  secretsWith(others: Secrets): Secrets;
}

/** Anything is for the runtime of the agent to accept or refuse. */
const PASSES: Plan = { run: value => ({ ok: true, value, repairs: [] }) };

/**
 * The tools of an agent, for whoever may call them without it.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) for tools that are made for each run.
 */
export async function exposeTools(agent: ExposedAgent): Promise<ToolDefinition[]> {
  if (typeof agent.options.tools === 'function') {
    const seen = 'its tools are a function, which makes them for each run.';
    const fix = 'leave `tools` out, and serve the tools that all may call beside the agent.';
    throw new DefinitionError([{ where: `agent '${agent.options.name ?? 'agent'}'`, seen, fix }]);
  }
  const { runtime, mcp } = await agent.open();
  const own = runtime.definitions();
  const names = new Set(own.map(({ name }) => name));
  const remote = mcp?.definitions().filter(({ name }) => !names.has(name)) ?? [];
  return [...own, ...remote].map(definition => lend(definition, agent));
}

/** The same tool to look at. Its calls are judged and run where the agent's own are. */
function lend(definition: ToolDefinition, agent: ExposedAgent): ToolDefinition {
  const { action, observation, policy } = definition;
  return definition.with({
    action: { ...action, plan: PASSES },
    observation: observation && { ...observation, plan: PASSES, isForeign: true },
    policy: { ...policy, maxRetries: 0 },
    binding: {
      lifetime: 'run',
      invoke: (_receiver, given, context) => call(definition, given, { agent, context }),
    },
  });
}

async function call(
  definition: ToolDefinition,
  given: unknown,
  { agent, context }: { readonly agent: ExposedAgent; readonly context: RunContext },
): Promise<unknown> {
  const { runtime } = await agent.open();
  const { state, conversationId, logger, secrets, answerer, call: current } = context;
  const approver = findRunApprover(context);
  const run = runtime.openRun({
    state,
    logger,
    secrets: agent.secretsWith(secrets),
    ...(conversationId === undefined ? {} : { conversationId }),
    ...(approver === undefined ? {} : { approver }),
    ...(answerer === undefined ? {} : { answerer }),
  });
  run.useTools([definition]);
  try {
    return await run.call(
      { id: current.id, name: definition.name, arguments: given },
      { signal: current.signal, onProgress: update => current.progress(update) },
    );
  } finally {
    await run.close();
  }
}

/**
 * The instructions of an agent, for clients whose own model is to work by them.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) for an agent that has none.
 */
export function exposeInstructions(agent: ExposedAgent, tool: ToolDefinition): PromptDefinition {
  const { instructions, name = 'agent' } = agent.options;
  if (instructions === undefined || instructions === '') {
    const fix = 'give it some, or leave `instructions` out.';
    throw new DefinitionError([{ where: `agent '${name}'`, seen: 'it has no instructions.', fix }]);
  }
  return definePrompt({
    name: tool.name,
    description: `Instructions of '${name}': ${tool.description}`,
    make: async (_args, run) => {
      const text = typeof instructions === 'string' ? instructions : await instructions(run);
      return agent.secretsWith(run.secrets).mask(text);
    },
  });
}

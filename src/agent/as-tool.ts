import type { RunContext } from '../context/run-context.js';
import { CallPausedError } from '../execution/errors.js';
import type { Constructor } from '../foundation/constructor.js';
import { toJsonText } from '../foundation/json-text.js';
import { defineTool } from '../tool/define-tool.js';
import { FailCall } from '../tool/errors.js';
import type { FieldMap } from '../tool/field-map.js';
import { Observation } from '../tool/observation.js';
import type { ReplayClass } from '../tool/replay-class.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import { defaultToolName } from '../tool/tool-name.js';
import { findLiveRun } from './live-run.js';
import { work, type WorkDone, type Worker } from './work.js';

/** How an agent shows as a tool. */
export interface AgentToolOptions {
  /** @defaultValue the agent's name in snake_case */
  readonly name?: string;
  /** @defaultValue the agent's description */
  readonly description?: string;
  /** What is asked: a DTO class or a field map; the agent reads it as JSON. @defaultValue `{ task: 'string' }`, which it reads as text */
  readonly input?: Constructor | FieldMap;
  /** What its calls promise together. @defaultValue `side_effecting` */
  readonly replayClass?: ReplayClass;
  /** Milliseconds that a run of it may take as a tool. @defaultValue 600,000 */
  readonly timeoutMs?: number;
}

/** What a tool needs of the agent behind it. */
export interface AgentBehindTool extends Worker {
  readonly description: string | undefined;
  readonly outputSchema: ToolDefinition['outputSchema'];
}

const DEFAULT_TIMEOUT_MS = 600_000;
/** Of agents that work for one another; more is one that calls itself without end. */
const MAX_DEPTH = 16;

/** The agent as a tool: what is asked is its input, its answer is the result. */
export function agentAsTool(agent: AgentBehindTool, options: AgentToolOptions = {}): ToolDefinition {
  const { input = { task: 'string' }, replayClass, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const isTask = options.input === undefined;
  const definition = defineTool({
    name: options.name ?? defaultToolName(agent.name),
    description: options.description ?? agent.description ?? `Asks the agent '${agent.name}'.`,
    input: input as Constructor,
    origin: 'agent',
    timeoutMs,
    ...(replayClass === undefined ? {} : { replayClass }),
    ...(agent.outputSchema === undefined ? {} : { outputSchema: agent.outputSchema }),
    execute: async (args: unknown, context: RunContext) => {
      const live = findLiveRun(context);
      if (live !== undefined && live.depth + 1 >= MAX_DEPTH) throw tooDeep(agent);
      const task = isTask ? String((args as { task: unknown }).task) : toJsonText(args);
      return toResult(agent, await work(agent, task, { context, live }), context);
    },
  });
  agentTools.add(definition);
  return definition;
}

const agentTools = new WeakSet<ToolDefinition>();

/** True for what {@link agentAsTool} made: called again, it goes on where it was. */
export const isAgentTool = (definition: ToolDefinition | undefined): boolean =>
  definition !== undefined && agentTools.has(definition);

function toResult(
  { name }: AgentBehindTool,
  { status, output, text, reason }: WorkDone,
  { call }: RunContext,
): unknown {
  if (status === 'paused') throw new CallPausedError(call.toolName, `an approval for '${name}' is needed`);
  if (status === 'completed') {
    return typeof output === 'object' && output !== null ? output : new Observation({ content: text });
  }
  throw new FailCall(`The agent '${name}' did not finish (${status}): ${reason ?? 'no reason is known'}`);
}

const tooDeep = ({ name }: AgentBehindTool): FailCall =>
  new FailCall(
    `The agent '${name}' was not asked: ${MAX_DEPTH} agents work for one another already. Answer without it.`,
  );

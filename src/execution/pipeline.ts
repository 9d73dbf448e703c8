import { nearestNames } from '../foundation/names.js';
import { chain } from '../foundation/thenable.js';
import { parseArguments } from '../schema/plan/parse-arguments.js';
import { type PlanResult } from '../schema/plan/plan.js';
import { type CheckedCall } from '../tool/call-policy.js';
import { UnknownToolError } from '../tool/errors.js';
import { type ToolDefinition } from '../tool/tool-definition.js';
import { authorise, checkCall, checkResult } from './authorise.js';
import { type CallObservation } from './call-observation.js';
import { InvalidArgumentsError, NoExecutorError } from './errors.js';
import { journalEnd, journalStart } from './journal-call.js';
import { type PendingCall } from './pending-call.js';
import { type RenderedResult, renderResult } from './render-result.js';
import { runAttempts } from './run-attempts.js';
import { asToolwrightError } from './thrown.js';

/**
 * Takes one call through every stage: parse, validate and hydrate, call guardrails, policies, journal start,
 * execute, check the output, result guardrails, mask and bound, journal end. Answers whatever happens.
 *
 * Stages that have nothing to do are passed without awaiting: each await costs as much as a stage.
 */
export async function runCall(pending: PendingCall): Promise<CallObservation> {
  const { run, settings, onAnswered } = pending.environment;
  let observation: CallObservation;
  try {
    observation = pending.answer(await perform(pending));
  } catch (thrown) {
    observation = pending.answerError(asToolwrightError(thrown, pending.toolName, run.secrets));
  }
  if (pending.isJournalled && settings.journal !== undefined) {
    await journalEnd(settings.journal, pending, observation);
  }
  onAnswered();
  return observation;
}

async function perform(pending: PendingCall): Promise<RenderedResult> {
  const { settings, run } = pending.environment;
  const definition = findTool(settings.tools, pending.toolName);
  let accepted = acceptArguments(definition, pending);
  if (accepted instanceof Promise) accepted = await accepted;
  pending.repairs = accepted.repairs;
  if (!accepted.ok) throw new InvalidArgumentsError(definition.name, accepted.issues);
  const call: CheckedCall = { callId: pending.callId, tool: definition, action: accepted.value, run };
  if (settings.guardrails.length > 0) await checkCall(settings.guardrails, call);
  if (settings.policies.length > 0) await authorise(settings.policies, call);
  // A recalled result passes the same checks: a guardrail may be newer than the recording.
  const recalled = settings.recall === undefined ? undefined : await settings.recall.find(call);
  let rendered = renderResult(definition, recalled ?? (await execute(pending, call)));
  if (rendered instanceof Promise) rendered = await rendered;
  if (settings.guardrails.length > 0 && !rendered.isError) {
    await checkResult(settings.guardrails, pending.observe(rendered), call);
  }
  return rendered;
}

async function execute(pending: PendingCall, call: CheckedCall): Promise<unknown> {
  const { tool: definition, action } = call;
  const { journal } = pending.environment.settings;
  if (definition.binding === undefined) throw new NoExecutorError(definition.name);
  if (journal !== undefined) await journalStart(journal, pending, call);
  return runAttempts(pending, {
    definition,
    binding: definition.binding,
    action,
    renewAction: () => acceptArguments(definition, pending),
  });
}

function findTool(tools: ReadonlyMap<string, ToolDefinition>, toolName: string): ToolDefinition {
  const definition = tools.get(toolName);
  if (definition !== undefined) return definition;
  const known = [...tools.keys()];
  throw new UnknownToolError({ toolName, known, nearest: nearestNames(toolName, known) });
}

function acceptArguments(
  definition: ToolDefinition,
  { call, environment }: PendingCall,
): PlanResult | Promise<PlanResult> {
  const { argumentDepth, argumentBytes } = environment.settings.limits;
  const parsed = parseArguments(call.arguments, { maxDepth: argumentDepth, maxBytes: argumentBytes });
  if (!parsed.ok) return { ...parsed, repairs: [] };
  const result = definition.action.plan.run(parsed.value);
  return parsed.repairs.length === 0
    ? result
    : chain(result, ({ repairs, ...rest }) => ({ ...rest, repairs: [...parsed.repairs, ...repairs] }));
}

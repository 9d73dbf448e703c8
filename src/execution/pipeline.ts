import type { RunContext } from '../context/run-context.js';
import { nearestNames } from '../foundation/names.js';
import type { ToolwrightError } from '../foundation/toolwright-error.js';
import { copyJson } from '../schema/plan/copy-json.js';
import { parseArguments } from '../schema/plan/parse-arguments.js';
import type { PlanResult } from '../schema/plan/plan.js';
import type { CheckedCall } from '../tool/call-policy.js';
import { UnknownToolError } from '../tool/errors.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import { authorise, checkCall, checkResult } from './authorise.js';
import { checkDataSize } from './bound-content.js';
import type { CallObservation } from './call-observation.js';
import { InvalidArgumentsError, NoExecutorError } from './errors.js';
import { journalEnd, journalStart } from './journal-call.js';
import type { PendingCall } from './pending-call.js';
import type { Recall } from './ports.js';
import { type RenderedResult, renderResult } from './render-result.js';
import { effectivePolicy } from './retry.js';
import { runAttempts } from './run-attempts.js';
import { asToolwrightError } from './thrown.js';
import { whileWanted } from './while-wanted.js';

/**
 * Takes one call through every stage: parse, validate and hydrate, call guardrails, policies, journal start,
 * execute, check the output, result guardrails, mask and bound, journal end. Answers whatever happens.
 *
 * Stages that have nothing to do are passed without awaiting: each await costs as much as a stage.
 */
export async function runCall(pending: PendingCall): Promise<CallObservation> {
  try {
    return await settle(pending);
  } catch {
    // Only code of others can fail here: secrets that cannot be masked with, an error that cannot be read.
    return pending.answerNothing();
  } finally {
    pending.environment.onAnswered();
  }
}

async function settle(pending: PendingCall): Promise<CallObservation> {
  const { run, settings } = pending.environment;
  let observation: CallObservation;
  try {
    observation = pending.answer(await perform(pending));
  } catch (thrown) {
    observation = await answerFailure(pending, asToolwrightError(thrown, pending.toolName, run.secrets));
  }
  if (pending.isJournalled && settings.journal !== undefined) {
    await journalEnd(settings.journal, pending, observation);
  }
  return observation;
}

async function perform(pending: PendingCall): Promise<RenderedResult> {
  const { settings, run } = pending.environment;
  const definition = findTool(pending);
  const { plan } = definition.action;
  const given = parseCall(pending);
  // Read again by a further attempt, and its sender may change it meanwhile.
  const spare = effectivePolicy(definition, settings.defaults).maxRetries > 0 ? copyJson(given) : undefined;
  const accept = (value: unknown): PlanResult | Promise<PlanResult> => {
    const result = plan.run(value);
    return result instanceof Promise ? whileWanted(pending, result) : result;
  };
  let accepted = accept(given);
  if (accepted instanceof Promise) accepted = await accepted;
  pending.repairs = [...pending.repairs, ...accepted.repairs];
  if (!accepted.ok) throw new InvalidArgumentsError(definition.name, accepted.issues, run.secrets);
  const call: CheckedCall = { callId: pending.callId, tool: definition, action: accepted.value, run };
  const admission = admit(pending, call);
  if (admission !== undefined) await admission;
  let rendered = renderResult(definition, await obtain(pending, call, () => accept(spare)), run.secrets);
  if (rendered instanceof Promise) rendered = await whileWanted(pending, rendered);
  checkDataSize(pending.toolName, rendered, settings.limits);
  if (settings.guardrails.length > 0) {
    await whileWanted(pending, checkResult(settings.guardrails, pending.observe(rendered), call));
  }
  return rendered;
}

/** What a tool says when it fails is a result too: guardrails that check errors see it before anybody else does. */
async function answerFailure(pending: PendingCall, error: ToolwrightError): Promise<CallObservation> {
  const { run, settings } = pending.environment;
  const observation = pending.answerError(error);
  logMistake(observation, run);
  if (pending.checked === undefined || pending.attempts === 0 || settings.guardrails.length === 0)
    return observation;
  if (error.code === 'GUARDRAIL_TRIPPED' || error.code === 'CALL_CANCELLED') return observation;
  try {
    await whileWanted(pending, checkResult(settings.guardrails, observation, pending.checked));
    return observation;
  } catch (blocked) {
    return pending.answerError(asToolwrightError(blocked, pending.toolName, run.secrets));
  }
}

/** The model is told nothing about a mistake in declaration or set-up, so the people who can mend it have to be. */
function logMistake({ toolName, callId, error }: CallObservation, { runId, logger }: RunContext): void {
  const isMistake = error?.fault === 'author' || error?.fault === 'caller' || error?.fault === 'internal';
  if (!isMistake || error.code === 'CALL_CANCELLED') return;
  logger.error(`A tool could not be used: ${error.message}`, { runId, callId, toolName, code: error.code });
}

function admit(pending: PendingCall, call: CheckedCall): Promise<void> | undefined {
  const { guardrails, policies } = pending.environment.settings;
  pending.checked = call;
  if (guardrails.length === 0 && policies.length === 0) return undefined;
  return whileWanted(
    pending,
    checkCall(guardrails, call).then(() => authorise(policies, call)),
  );
}

/** What the tool gives, or what is recorded: a recalled result passes the same checks, since a guardrail may be newer. */
async function obtain(
  pending: PendingCall,
  call: CheckedCall,
  renewAction: () => PlanResult | Promise<PlanResult>,
): Promise<unknown> {
  const { tool: definition, action } = call;
  const { journal, recall } = pending.environment.settings;
  const recalled = recall === undefined ? undefined : await whileWanted(pending, find(recall, call));
  if (recalled !== undefined) return recalled;
  const { binding } = definition;
  if (binding === undefined) throw new NoExecutorError(definition.name);
  if (journal !== undefined) await whileWanted(pending, journalStart(journal, pending, call));
  return runAttempts(pending, { definition, binding, action, renewAction });
}

/** Asynchronous whatever the recall is, so that one that throws rejects. */
async function find(recall: Recall, call: CheckedCall): Promise<unknown> {
  return recall.find(call);
}

function findTool({ environment, toolName }: PendingCall): ToolDefinition {
  const { settings, run } = environment;
  const definition = settings.tools.get(toolName);
  if (definition !== undefined) return definition;
  const known = [...settings.tools.keys()];
  throw new UnknownToolError({
    toolName: run.secrets.mask(toolName),
    known,
    nearest: nearestNames(toolName, known),
  });
}

/** @throws {@link InvalidArgumentsError} for what is no JSON object of acceptable size. */
function parseCall(pending: PendingCall): unknown {
  const { limits } = pending.environment.settings;
  const parsed = parseArguments(pending.call.arguments, {
    maxDepth: limits.argumentDepth,
    maxBytes: limits.argumentBytes,
  });
  if (!parsed.ok)
    throw new InvalidArgumentsError(pending.toolName, parsed.issues, pending.environment.run.secrets);
  pending.repairs = parsed.repairs;
  return parsed.value;
}

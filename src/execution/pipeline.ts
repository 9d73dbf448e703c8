import { nearestNames } from '../foundation/names.js';
import type { ToolwrightError } from '../foundation/toolwright-error.js';
import { copyJson } from '../schema/plan/copy-json.js';
import { findTooDeepRepair, parseArguments } from '../schema/plan/parse-arguments.js';
import type { PlanResult } from '../schema/plan/plan.js';
import type { CheckedCall } from '../tool/call-policy.js';
import { UnknownToolError } from '../tool/errors.js';
import type { ToolDefinition } from '../tool/tool-definition.js';
import { aroundTool } from './around-tool.js';
import { authorise } from './authorise.js';
import { checkDataSize } from './bound-content.js';
import type { CallObservation } from './call-observation.js';
import { checkCall, checkResult } from './check-guardrails.js';
import { InvalidArgumentsError, isWaiting } from './errors.js';
import { journalEnd, journalPause } from './journal-call.js';
import { logMistake } from './log-mistake.js';
import { obtainResult } from './obtain-result.js';
import type { PendingCall } from './pending-call.js';
import { renderResult } from './render-result.js';
import { maxRetriesOf } from './retry.js';
import { retryWhileAllowed } from './run-attempts.js';
import { asToolwrightError } from './thrown.js';
import { visibleTools } from './visible-tools.js';
import { whileWanted } from './while-wanted.js';

/**
 * Takes one call through every stage: parse, validate and hydrate, call guardrails, policies, middleware, journal start,
 * execute, check the output, result guardrails, mask and bound, journal end. Answers whatever happens.
 *
 * Stages that have nothing to wait for are passed without awaiting: each await costs as much as a stage.
 */
export async function runCall(pending: PendingCall): Promise<CallObservation> {
  const { run, settings, onAnswered } = pending.environment;
  let observation: CallObservation;
  try {
    try {
      let call = accept(pending);
      if (call instanceof Promise) call = await call;
      const admission = admit(pending, call);
      if (admission !== undefined) await admission;
      let end = settings.middleware.length > 0 ? aroundTool(pending, call) : obtainResult(pending, call);
      if (end instanceof Promise) end = await end;
      const returned = end.kind === 'returned' ? end.value : await retryWhileAllowed(pending, call, end);
      let rendered = renderResult(call.tool, returned, run.secrets);
      if (rendered instanceof Promise) rendered = await whileWanted(pending, rendered);
      checkDataSize(pending.toolName, rendered, settings.limits);
      if (settings.guardrails.length > 0) {
        await whileWanted(pending, checkResult(pending, pending.observe(rendered), call));
      }
      observation = pending.answer(rendered);
    } catch (thrown) {
      observation = await answerFailure(pending, asToolwrightError(thrown, pending.toolName, run.secrets));
    }
    if (settings.journal !== undefined && !pending.isRecordedElsewhere)
      await journalEnd(pending, observation);
  } catch {
    // Only code of others can fail here: secrets that cannot be masked with, an error that cannot be read.
    observation = pending.answerNothing();
  }
  onAnswered();
  return observation;
}

function accept(pending: PendingCall): CheckedCall | Promise<CheckedCall> {
  const { settings } = pending.environment;
  const tool = findTool(pending);
  const sent = parseCall(pending);
  pending.sent = sent;
  if (maxRetriesOf(tool, settings.defaults) > 0) pending.spareArguments = copyJson(sent);
  const result = tool.action.plan.run(sent);
  return result instanceof Promise
    ? whileWanted(pending, result).then(checked => check(pending, tool, checked))
    : check(pending, tool, result);
}

function check(pending: PendingCall, tool: ToolDefinition, result: PlanResult): CheckedCall {
  const { run, settings } = pending.environment;
  if (result.repairs.length > 0) pending.repairs = [...pending.repairs, ...result.repairs];
  if (!result.ok) throw new InvalidArgumentsError(tool.name, result.issues, run.secrets);
  const tooDeep =
    result.repairs.length > 0 ? findTooDeepRepair(result.repairs, settings.limits.argumentDepth) : undefined;
  if (tooDeep !== undefined) throw new InvalidArgumentsError(tool.name, [tooDeep], run.secrets);
  return (pending.checked = {
    callId: pending.callId,
    tool,
    action: result.value,
    run,
    claims: pending.options.claims,
  });
}

/** What a tool says when it fails is a result too: guardrails that check errors see it before anybody else does. */
async function answerFailure(pending: PendingCall, error: ToolwrightError): Promise<CallObservation> {
  const { run, settings } = pending.environment;
  const observation = pending.answerError(error);
  if (isWaiting(error)) {
    pending.isRecordedElsewhere = true;
    if (error.code === 'CALL_PAUSED') await journalPause(pending);
    return observation;
  }
  logMistake(observation, run);
  if (pending.checked === undefined || pending.attempts === 0 || settings.guardrails.length === 0)
    return observation;
  if (error.code === 'GUARDRAIL_TRIPPED' || error.code === 'CALL_CANCELLED') return observation;
  try {
    await whileWanted(pending, checkResult(pending, observation, pending.checked));
    return observation;
  } catch (blocked) {
    return pending.answerError(asToolwrightError(blocked, pending.toolName, run.secrets));
  }
}

function admit(pending: PendingCall, call: CheckedCall): Promise<void> | undefined {
  const { settings, approver } = pending.environment;
  const { guardrails, policies } = settings;
  if (guardrails.length === 0 && policies.length === 0 && approver?.findAsked?.(call) === undefined)
    return undefined;
  return whileWanted(
    pending,
    checkCall(pending, call).then(() => authorise(pending, call)),
  );
}

function findTool({ environment, toolName }: PendingCall): ToolDefinition {
  const { settings, run } = environment;
  const definition = settings.tools.get(toolName);
  if (definition !== undefined) return definition;
  const known = visibleTools([...settings.tools.values()], settings.policies, run).map(({ name }) => name);
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

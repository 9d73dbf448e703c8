import type { RunContext } from '../../context/run-context.js';
import { describeThrown } from '../../execution/thrown.js';
import { toJson } from '../../foundation/codecs.js';
import type { JsonObject } from '../../foundation/json.js';
import { type Logger, tolerant } from '../../foundation/logger.js';
import { ToolwrightError } from '../../foundation/toolwright-error.js';
import { checkOptions, FLAG } from '../../security/option-check.js';
import type { CheckedCall } from '../../tool/call-policy.js';
import type { Observation } from '../../tool/observation.js';
import type { AgentMiddleware } from '../agent-middleware.js';
import { clockOf } from './clock-of.js';

/** What {@link logging} takes. */
export interface LoggingOptions {
  /** @defaultValue the run's */
  readonly logger?: Logger;
  /** Also the arguments of calls, and what a failed one says; secrets are masked. @defaultValue false */
  readonly withValues?: boolean;
}

/** Tells a logger what models and tools do: names, ids, tokens and durations, at level info; failures at warn. */
export function logging(options: LoggingOptions = {}): AgentMiddleware {
  checkOptions('logging', options, { logger: LOGGER, withValues: FLAG });
  const { logger, withValues = false } = options;
  const loggerOf = (run: RunContext): Logger => tolerant(logger ?? run.logger);
  const askedAtMs = new WeakMap<RunContext, number>();
  return {
    name: 'logging',
    beforeModel(request, run) {
      askedAtMs.set(run, clockOf(run).monotonicMs());
      loggerOf(run).info('The model is asked.', { runId: run.runId, messages: request.messages.length });
      return undefined;
    },
    afterModel({ finishReason, usage }, _request, run) {
      const { inputTokens, outputTokens } = usage;
      const fields = { runId: run.runId, finishReason, inputTokens, outputTokens };
      loggerOf(run).info('The model answered.', { ...fields, durationMs: since(run, askedAtMs.get(run)) });
      return undefined;
    },
    onModelError(error, _request, run) {
      const code = ToolwrightError.is(error) ? error.code : 'UNKNOWN';
      const fields = { runId: run.runId, code, durationMs: since(run, askedAtMs.get(run)) };
      const reason = withValues ? { reason: describeThrown(error, run.secrets) } : {};
      loggerOf(run).warn('The model gave no answer.', { ...fields, ...reason });
      return undefined;
    },
    async aroundTool(call, next) {
      const to = loggerOf(call.run);
      const facts = { runId: call.run.runId, callId: call.callId, toolName: call.tool.name };
      const startedAtMs = clockOf(call.run).monotonicMs();
      to.info('A tool is called.', withValues ? { ...facts, ...argumentsOf(call) } : facts);
      const observation = await next();
      const ended = { ...facts, durationMs: since(call.run, startedAtMs) };
      const { code } = (observation as { readonly error?: ToolwrightError }).error ?? {};
      if (!observation.isError) to.info('A tool answered.', ended);
      else if (code === 'CALL_PAUSED') to.info('A tool waits for an approval.', ended);
      else to.warn('A tool failed.', { ...ended, ...describeFailure(observation, call.run, withValues) });
      return observation;
    },
  };
}

const LOGGER = {
  wanted: 'debug, info, warn and error',
  admits: (value: unknown) =>
    ['debug', 'info', 'warn', 'error'].every(
      level => typeof (value as Record<string, unknown> | null)?.[level] === 'function',
    ),
};

const since = (run: RunContext, startedAtMs: number | undefined): number => {
  const nowMs = clockOf(run).monotonicMs();
  return nowMs - (startedAtMs ?? nowMs);
};

const argumentsOf = ({ action, run }: CheckedCall): JsonObject => ({
  arguments: run.secrets.maskJson(toJson(action)),
});

/** What a tool says when it fails may quote what it was given. */
function describeFailure(observation: Observation, run: RunContext, withValues: boolean): JsonObject {
  const { code } = (observation as { readonly error?: { readonly code?: unknown } }).error ?? {};
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(withValues ? { reason: run.secrets.mask(observation.text) } : {}),
  };
}

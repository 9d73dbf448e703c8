import { isInCall } from '../../context/current-call.js';
import type { Secrets } from '../../context/secrets.js';
import type { RunOptions } from '../../execution/runtime-options.js';
import type { JsonObject } from '../../foundation/json.js';
import type { Logger } from '../../foundation/logger.js';
import type { CallingClient, LogLevel } from '../protocol/calling-client.js';
import type { McpCaller } from '../protocol/mcp-caller.js';
import { findApprover } from './elicitation-approver.js';

/** What a call's run is given, from who called. */
export type ContextOfCaller = (caller: McpCaller) => McpRunContext | Promise<McpRunContext>;

/** What the run of one call is given. */
export type McpRunContext = Pick<RunOptions, 'state' | 'conversationId' | 'container'>;

/** Who is asked about callers, and where a failure to answer is reported. */
export interface CallerContext {
  readonly contextOf: ContextOfCaller | undefined;
  readonly logger: Logger;
  /** Of the runtime: what a client is told is masked with them. */
  readonly secrets: Secrets;
}

/** The run of one request; undefined when the author's function failed, which is reported to people. */
export async function findRunOf(
  caller: McpCaller,
  name: string,
  { contextOf, logger, secrets }: CallerContext,
): Promise<RunOptions | undefined> {
  try {
    const given = (await contextOf?.(caller)) ?? {};
    const ofRun = secrets.forRun();
    const approver = findApprover(caller.client);
    return {
      ...given,
      ...(approver === undefined ? {} : { approver }),
      secrets: ofRun,
      logger: withClient(logger, caller.client, { name, secrets: ofRun }),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.error('The context function failed, so a call was refused.', {
      transport: caller.transport,
      reason,
    });
    return undefined;
  }
}

/** What a tool logs goes to its client as well; what is logged about it, stacks and all, does not. */
function withClient(
  logger: Logger,
  client: CallingClient,
  { name, secrets }: { readonly name: string; readonly secrets: Secrets },
): Logger {
  const both =
    (method: keyof Logger, level: LogLevel) =>
    (message: string, fields?: JsonObject): void => {
      logger[method](message, fields);
      if (isInCall())
        client.log(level, secrets.maskJson(fields === undefined ? message : { message, ...fields }), name);
    };
  return {
    debug: both('debug', 'debug'),
    info: both('info', 'info'),
    warn: both('warn', 'warning'),
    error: both('error', 'error'),
  };
}

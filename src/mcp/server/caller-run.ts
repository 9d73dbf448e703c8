import type { Secrets } from '../../context/secrets.js';
import type { RunOptions } from '../../execution/runtime-options.js';
import type { Logger } from '../../foundation/logger.js';
import type { McpCaller } from '../protocol/mcp-caller.js';
import { ClientLogger } from './client-logger.js';
import { findAnswerer } from './elicitation-answerer.js';
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
export function findRunOf(
  caller: McpCaller,
  name: string,
  context: CallerContext,
): RunOptions | undefined | Promise<RunOptions | undefined> {
  const { contextOf } = context;
  return contextOf === undefined
    ? runOf(caller, name, context)
    : askContext(contextOf, caller, context).then(
        given => given && { ...given, ...runOf(caller, name, context) },
      );
}

async function askContext(
  contextOf: ContextOfCaller,
  caller: McpCaller,
  { logger }: CallerContext,
): Promise<McpRunContext | undefined> {
  try {
    // Functions in JavaScript may give nothing.
    return { ...(await contextOf(caller)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.error('The context function failed, so a call was refused.', {
      transport: caller.transport,
      reason,
    });
    return undefined;
  }
}

function runOf({ client }: McpCaller, name: string, { logger, secrets }: CallerContext): RunOptions {
  const [approver, answerer] = [findApprover(client), findAnswerer(client)];
  const ofRun = secrets.forRun();
  const told = new ClientLogger(logger, { client, name, secrets: ofRun });
  return approver === undefined || answerer === undefined
    ? { secrets: ofRun, logger: told }
    : { secrets: ofRun, logger: told, approver, answerer };
}

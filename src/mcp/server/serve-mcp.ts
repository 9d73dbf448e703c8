import type { RuntimeOptions } from '../../execution/runtime-options.js';
import { createToolRuntime, ToolRuntime } from '../../execution/tool-runtime.js';
import { systemClock } from '../../foundation/clock.js';
import { DefinitionError, type DefinitionProblem } from '../../foundation/definition-error.js';
import { systemEntropy } from '../../foundation/entropy.js';
import { silentLogger } from '../../foundation/logger.js';
import { describeKind } from '../../foundation/value-kind.js';
import type { ToolSource } from '../../tool/tool-source.js';
import { checkHttpOptions } from '../protocol/http-options.js';
import { type HttpServerOptions, serveHttp } from '../protocol/http-server.js';
import type { RunningServer } from '../protocol/running-server.js';
import { serveStdio, type StdioStreams } from '../protocol/stdio-server.js';
import type { ServerInfo } from '../protocol/tool-catalogue.js';
import { maxMessageBytes } from './message-size.js';
import { catalogueOf, type ContextOfCaller } from './runtime-catalogue.js';

/** Where to serve: exactly one of the two. */
export type McpTransport =
  /** On stdin and stdout, or on the given streams. */
  | { readonly stdio: true | StdioStreams; readonly http?: undefined }
  /** Over Streamable HTTP. */
  | { readonly http: HttpServerOptions; readonly stdio?: undefined };

/** Options of {@link serveMcp}. */
export type ServeMcpOptions = McpTransport & ServeOptions;

/** What {@link serveMcp} takes besides the transport. */
export interface ServeOptions extends RuntimeOptions, Partial<ServerInfo> {
  /** Gives each call's run its state, from who called. @defaultValue a run without state */
  readonly context?: ContextOfCaller;
}

/**
 * Serves tools to MCP clients. Resolves once clients can connect.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) for mistakes in tools or options; `DEPENDENCY_MISSING` and
 * `CAPTIVE_DEPENDENCY` when a tool cannot be built; an error with the system's `code` when the port cannot be had.
 * @see MCP 2025-11-25
 */
export async function serveMcp(
  tools: readonly ToolSource[],
  options: ServeMcpOptions,
): Promise<RunningServer> {
  const problems = findServeProblems(tools, options);
  if (problems.length > 0) throw new DefinitionError(problems);
  const { stdio, http, context, name, version, title, instructions, ...runtimeOptions } = options;
  if (http !== undefined) checkHttpOptions(http);
  const runtime = createToolRuntime(tools, runtimeOptions);
  runtime.checkDependencies();
  const info: ServerInfo = {
    name: name ?? 'toolwright',
    version: version ?? '0.0.0',
    ...(title === undefined ? {} : { title }),
    ...(instructions === undefined ? {} : { instructions }),
  };
  const catalogue = catalogueOf(runtime, info, {
    contextOf: context,
    logger: options.logger ?? silentLogger,
  });
  const messageLimit = { maxMessageBytes: maxMessageBytes(options.limits) };
  const sources = { clock: options.clock ?? systemClock, entropy: options.entropy ?? systemEntropy };
  const starting =
    http === undefined
      ? serveStdio(catalogue, stdio === true ? undefined : stdio, {
          answerAll: () => runtime.close(),
          ...messageLimit,
        })
      : serveHttp(catalogue, http, { ...sources, ...messageLimit });
  const server = await starting.catch(async (error: unknown) => {
    await runtime.close();
    throw error;
  });
  // A stdio client that leaves ends the server, so the runtime has to follow either way.
  const closed = server.closed.then(() => runtime.close());
  return {
    ...server,
    closed,
    async close() {
      await runtime.close();
      await server.close();
      await closed;
    },
  };
}

/** Callers in JavaScript may send anything, and a runtime is what others expect to be served. */
function findServeProblems(
  tools: unknown,
  options: Partial<Record<'stdio' | 'http' | 'context', unknown>> | undefined,
): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const report = (seen: string, fix: string): number => problems.push({ where: 'serveMcp', seen, fix });
  if (tools instanceof ToolRuntime) {
    report(
      'it got a runtime.',
      'give it the list of tools, and the options of the runtime beside the transport.',
    );
  } else if (!Array.isArray(tools)) {
    report(
      `it got ${describeKind(tools)} instead of a list of tools.`,
      'write serveMcp([Orders], { stdio: true }).',
    );
  }
  const { stdio, http, context } = options ?? {};
  if ((stdio === undefined) === (http === undefined))
    report('it needs one transport.', 'state either stdio: true or http: { port }.');
  if (context !== undefined && typeof context !== 'function')
    report(
      `context is ${describeKind(context)}.`,
      'give a function: ({ principal }) => ({ state: principal }).',
    );
  return problems;
}

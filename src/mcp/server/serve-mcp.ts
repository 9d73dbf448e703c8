import { systemClock } from '../../foundation/clock.js';
import { DefinitionError, type DefinitionProblem } from '../../foundation/definition-error.js';
import { systemEntropy } from '../../foundation/entropy.js';
import { silentLogger } from '../../foundation/logger.js';
import { checkHttpOptions } from '../protocol/http-options.js';
import { type HttpServerOptions, serveHttp } from '../protocol/http-server.js';
import { serveStdio, type StdioStreams } from '../protocol/stdio-server.js';
import { buildServed } from './build-served.js';
import { maxMessageBytes } from './message-size.js';
import type { RunningServer } from './running-server.js';
import type { ServeOptions } from './serve-options.js';
import { findSourceProblems } from './serve-problems.js';
import type { ServedSource } from './served-source.js';

/** Where to serve: exactly one of the two. */
export type McpTransport =
  /** On stdin and stdout, or on the given streams. */
  | { readonly stdio: true | StdioStreams; readonly http?: undefined }
  /** Over Streamable HTTP. */
  | { readonly http: HttpServerOptions; readonly stdio?: undefined };

/** Options of {@link serveMcp}. */
export type ServeMcpOptions = McpTransport & ServeOptions;

/**
 * Serves tools, resources and prompts to MCP clients. Resolves once clients can connect.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) for mistakes in tools or options; `DEPENDENCY_MISSING` and
 * `CAPTIVE_DEPENDENCY` when a tool cannot be built; an error with the system's `code` when the port cannot be had.
 * @see MCP 2025-11-25
 */
export function serveMcp(
  tools: readonly ServedSource[],
  options: ServeMcpOptions & { readonly http: HttpServerOptions },
): Promise<RunningServer & { readonly url: string }>;
/** Serves on streams, or where the options say. */
export function serveMcp(tools: readonly ServedSource[], options: ServeMcpOptions): Promise<RunningServer>;
export async function serveMcp(
  tools: readonly ServedSource[],
  options: ServeMcpOptions,
): Promise<RunningServer> {
  const problems = findServeProblems(tools, options);
  if (problems.length > 0) throw new DefinitionError(problems);
  const { stdio, http, ...serveOptions } = options;
  if (http !== undefined) checkHttpOptions(http);
  const served = buildServed(tools, serveOptions);
  const { catalogue } = served;
  const messageLimit = { maxMessageBytes: maxMessageBytes(options.limits) };
  const sources = {
    clock: options.clock ?? systemClock,
    entropy: options.entropy ?? systemEntropy,
    logger: options.logger ?? silentLogger,
  };
  const starting =
    http === undefined
      ? serveStdio(catalogue, stdio === true ? undefined : stdio, {
          answerAll: () => served.close(),
          ...messageLimit,
        })
      : serveHttp(catalogue, http, { ...sources, ...messageLimit });
  const server = await starting.catch(async (error: unknown) => {
    await served.close();
    throw error;
  });
  // A stdio client that leaves ends the server, so the runtime has to follow either way.
  const closed = server.closed.then(() => served.close());
  return {
    ...server,
    closed,
    replace: sources => served.replace(sources),
    resourceUpdated: uri => catalogue.changes.tell({ kind: 'resource', uri }),
    async close() {
      await served.close();
      await server.close();
      await closed;
    },
  };
}

function findServeProblems(
  tools: unknown,
  options: Partial<Record<'stdio' | 'http' | 'context' | 'pageSize' | 'icons', unknown>> | undefined,
): DefinitionProblem[] {
  const where = 'serveMcp';
  const { stdio, http } = options ?? {};
  const isOne = (stdio === undefined) !== (http === undefined);
  return [
    ...findSourceProblems(tools, options, where),
    ...(isOne
      ? []
      : [{ where, seen: 'it needs one transport.', fix: 'state either stdio: true or http: { port }.' }]),
  ];
}

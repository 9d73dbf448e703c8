import { systemClock } from '../../foundation/clock.js';
import { DefinitionError } from '../../foundation/definition-error.js';
import { systemEntropy } from '../../foundation/entropy.js';
import { definedMembers } from '../../foundation/json.js';
import { silentLogger } from '../../foundation/logger.js';
import { type EndpointOptions, HttpEndpoint, LOOPBACK_HOSTS } from '../protocol/http-endpoint.js';
import { findHandlerProblems } from '../protocol/http-options.js';
import { jsonRpcError } from '../protocol/json-rpc-error.js';
import { type NodeHandler, nodeHandler } from '../protocol/node-handler.js';
import { buildServed } from './build-served.js';
import { maxMessageBytes } from './message-size.js';
import type { RunningServer } from './running-server.js';
import type { ServeOptions } from './serve-options.js';
import { findSourceProblems } from './serve-problems.js';
import type { ServedSource } from './served-source.js';

/** Options of {@link createMcpHandler}. */
export interface McpHandlerOptions extends ServeOptions {
  /** For whom, as in `serveMcp`; the program around it says where. @defaultValue sessions for callers of this machine */
  readonly http?: EndpointOptions;
}

/** An MCP endpoint for an HTTP server that exists. */
export interface McpHandler extends Pick<RunningServer, 'replace' | 'resourceUpdated'> {
  /**
   * Answers a web request: `app.all('/mcp', context => handler.fetch(context.req.raw))` in Hono.
   *
   * @param address - Of the caller, for `rateLimit` without `auth`.
   */
  readonly fetch: (request: Request, address?: string) => Promise<Response>;
  /** Answers a request of `node:http`: `app.all('/mcp', handler.node)` in Express, with or without a body parser. */
  readonly node: NodeHandler;
  /** Cancels calls in flight and ends all sessions; then requests are answered with 503. */
  close(): Promise<void>;
}

/**
 * Makes an MCP endpoint to mount in an existing app. With `auth: { issuer, resource }` mount it under
 * `/.well-known/oauth-protected-resource` as well, and the path of `resource` below it.
 *
 * @throws {@link DefinitionError} (`DEFINITION`) for mistakes in tools or options; `DEPENDENCY_MISSING` and
 * `CAPTIVE_DEPENDENCY` when a tool cannot be built.
 * @see MCP 2025-11-25, Streamable HTTP
 */
export function createMcpHandler(
  sources: readonly ServedSource[],
  options: McpHandlerOptions = {},
): McpHandler {
  const { http = {}, ...serveOptions } = options;
  const where = 'createMcpHandler';
  const problems = [
    ...findSourceProblems(sources, serveOptions, where),
    ...findHandlerProblems(http, `${where}, http`),
  ];
  if (problems.length > 0) throw new DefinitionError(problems);
  const served = buildServed(sources, serveOptions);
  const endpoint = openEndpoint(served, http, options);
  const answer = (request: Request, address?: string): Promise<Response> =>
    endpoint
      .handle(request, address)
      .catch(() => jsonRpcError(500, -32603, 'The request could not be handled.'));
  return {
    fetch: answer,
    node: nodeHandler(answer),
    replace: given => served.replace(given),
    resourceUpdated: uri => served.catalogue.changes.tell({ kind: 'resource', uri }),
    async close() {
      await served.close();
      await endpoint.close();
    },
  };
}

function openEndpoint(
  served: ReturnType<typeof buildServed>,
  http: EndpointOptions,
  { clock, entropy, logger, limits }: McpHandlerOptions,
): HttpEndpoint {
  const guarded = http.auth === undefined ? { allowedHosts: LOOPBACK_HOSTS } : {};
  try {
    return new HttpEndpoint(
      served.catalogue,
      { ...guarded, ...definedMembers(http) },
      {
        clock: clock ?? systemClock,
        entropy: entropy ?? systemEntropy,
        logger: logger ?? silentLogger,
        maxMessageBytes: maxMessageBytes(limits),
      },
    );
  } catch (error) {
    void served.close();
    throw error;
  }
}

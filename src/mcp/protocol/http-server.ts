import { createServer, type Server as NodeServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Clock } from '../../foundation/clock.js';
import type { Entropy } from '../../foundation/entropy.js';
import { authenticate, type HttpAuthenticator } from './http-auth.js';
import { HttpConnections } from './http-connections.js';
import { HttpSessions, jsonRpcError, type SessionLimits } from './http-sessions.js';
import { explainListening } from './listening-error.js';
import type { RunningServer } from './running-server.js';
import type { ToolCatalogue } from './tool-catalogue.js';

/** Where and for whom to serve over Streamable HTTP. */
export interface HttpServerOptions extends Partial<SessionLimits> {
  /** 0 takes a free one; the server's `url` says which. */
  readonly port: number;
  /** The address to listen on. @defaultValue 127.0.0.1: this machine only */
  readonly host?: string;
  /** @defaultValue /mcp */
  readonly path?: string;
  /**
   * Host names that requests may be addressed to, and come from when they carry an Origin: what stops a web page
   * from reaching a local server by DNS rebinding.
   * @defaultValue the loopback names when listening on a loopback address, else any
   */
  readonly allowedHosts?: readonly string[];
  /** Asked for every request. @defaultValue none: whoever reaches the port may call */
  readonly auth?: HttpAuthenticator;
}

const LAST_ANSWERS_MS = 1_000;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Serves over Streamable HTTP, with a session for each client. Rejects when the port cannot be had. */
export async function serveHttp(
  catalogue: ToolCatalogue,
  options: HttpServerOptions,
  { maxMessageBytes, ...sources }: { clock: Clock; entropy: Entropy; maxMessageBytes: number },
): Promise<RunningServer> {
  const { host = '127.0.0.1', path = '/mcp', maxSessions = 1_000, idleMs = 30 * 60_000 } = options;
  const sessions = new HttpSessions(catalogue, sources, { maxSessions, idleMs, maxMessageBytes });
  const isLoopback = LOOPBACK.includes(host) || host === '::1';
  const app = buildApp(
    { path, auth: options.auth, allowedHosts: options.allowedHosts ?? (isLoopback ? LOOPBACK : undefined) },
    sessions,
  );
  const listener = getRequestListener(app.fetch);
  const server = createServer((request, response) => void listener(request, response));
  const connections = new HttpConnections(server);
  await listen(server, options.port, host);
  const closed = new Promise<void>(resolve => server.once('close', resolve));
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${path}`,
    closed,
    async close() {
      await sessions.close();
      server.close();
      // What was answered last may still be on its way to a slow client; it gets a moment, not forever.
      const cancel = sources.clock.schedule(LAST_ANSWERS_MS, () => server.closeAllConnections());
      connections.closeWhenAnswered();
      await closed;
      cancel();
    },
  };
}

interface Endpoint {
  readonly path: string;
  readonly allowedHosts: readonly string[] | undefined;
  readonly auth: HttpAuthenticator | undefined;
}

function buildApp({ path, allowedHosts, auth }: Endpoint, sessions: HttpSessions): Hono {
  const app = new Hono();
  app.use(path, async (context, next) => {
    const origin = context.req.header('origin');
    if (allowedHosts !== undefined && !isAllowed(context.req.header('host'), origin, allowedHosts)) {
      return jsonRpcError(403, -32000, 'This host or origin is not allowed.');
    }
    await next();
    return undefined;
  });
  app.all(path, async context => {
    const request = context.req.raw;
    if (auth === undefined) return sessions.handle(request, undefined);
    const principal = await authenticate(auth, request);
    if (principal !== undefined) return sessions.handle(request, principal);
    const refusal = jsonRpcError(401, -32001, 'Who you are is not known. Send valid credentials.');
    refusal.headers.set('www-authenticate', 'Bearer');
    return refusal;
  });
  app.notFound(() => jsonRpcError(404, -32000, `Not found. The endpoint is ${path}.`));
  app.onError(() => jsonRpcError(500, -32603, 'The request could not be handled.'));
  return app;
}

function isAllowed(
  host: string | undefined,
  origin: string | undefined,
  allowed: readonly string[],
): boolean {
  const names = [hostName(`http://${host ?? ''}`), ...(origin === undefined ? [] : [hostName(origin)])];
  return names.every(name => name !== undefined && allowed.includes(name));
}

function hostName(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function listen(server: NodeServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void => reject(explainListening(error, port, host));
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

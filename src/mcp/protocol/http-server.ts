import { createServer, type Server as NodeServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { definedMembers } from '../../foundation/json.js';
import { HttpConnections } from './http-connections.js';
import { type EndpointOptions, type EndpointParts, HttpEndpoint, LOOPBACK_HOSTS } from './http-endpoint.js';
import { jsonRpcError } from './json-rpc-error.js';
import { explainListening } from './listening-error.js';
import type { RunningTransport } from './running-transport.js';
import type { ToolCatalogue } from './tool-catalogue.js';

/** Where and for whom to serve over Streamable HTTP. */
export interface HttpServerOptions extends EndpointOptions {
  /** 0 takes a free one; the server's `url` says which. */
  readonly port: number;
  /** The address to listen on. @defaultValue 127.0.0.1: this machine only */
  readonly host?: string;
  /** @defaultValue /mcp */
  readonly path?: string;
}

const LAST_ANSWERS_MS = 1_000;

/** Serves over Streamable HTTP. Rejects when the port cannot be had. */
export async function serveHttp(
  catalogue: ToolCatalogue,
  options: HttpServerOptions,
  parts: EndpointParts,
): Promise<RunningTransport> {
  const { host = '127.0.0.1', path = '/mcp' } = options;
  const isLoopback = LOOPBACK_HOSTS.includes(host) || host === '::1';
  const endpoint = new HttpEndpoint(
    catalogue,
    { ...(isLoopback ? { allowedHosts: LOOPBACK_HOSTS } : {}), ...definedMembers(options) },
    parts,
  );
  const app = buildApp(path, endpoint);
  const listener = getRequestListener(app.fetch);
  const server = createServer((request, response) => void listener(request, response));
  const connections = new HttpConnections(server);
  await listen(server, options.port, host);
  const closed = new Promise<void>(resolve => server.once('close', resolve));
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${path}`,
    closed,
    async close() {
      await endpoint.close();
      server.close();
      // What was answered last may still be on its way to a slow client; it gets a moment, not forever.
      const cancel = parts.clock.schedule(LAST_ANSWERS_MS, () => server.closeAllConnections());
      connections.closeWhenAnswered();
      await closed;
      cancel();
    },
  };
}

function buildApp(path: string, endpoint: HttpEndpoint): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all('*', (context, next) => {
    const { pathname } = new URL(context.req.url);
    if (context.req.path !== path && !endpoint.isMetadataPath(pathname)) return next();
    return endpoint.handle(context.req.raw, context.env.incoming.socket.remoteAddress);
  });
  app.notFound(() => jsonRpcError(404, -32000, `Not found. The endpoint is ${path}.`));
  app.onError(() => jsonRpcError(500, -32603, 'The request could not be handled.'));
  return app;
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

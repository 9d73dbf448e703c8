import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A browser that is on its way back. */
export interface Returning {
  /** With which it came back. */
  readonly url: Promise<string>;
  /** For whoever knows otherwise. */
  readonly found: (url: string) => void;
  readonly fail: (reason: Error) => void;
  readonly stop: () => void;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const DONE = 'You are signed in, and can close this page.';
const REFUSED = 'Signing in was refused. You can close this page.';

/** A port of this machine that is free by now. */
export async function freeRedirectUrl(): Promise<string> {
  const server = createServer();
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return `http://127.0.0.1:${port}/callback`;
}

/**
 * Listens where the browser comes back to, if that is this machine; else somebody has to tell.
 *
 * @param state - Of our request: anybody on this machine may send others.
 * @throws when the port is taken.
 */
export async function listenForReturn(redirectUrl: string, state: string): Promise<Returning> {
  const { protocol, hostname, port, pathname } = new URL(redirectUrl);
  let settle: { resolve: (url: string) => void; reject: (reason: Error) => void } | undefined;
  const url = new Promise<string>((resolve, reject) => (settle = { resolve, reject }));
  // Whoever waits for it may have left.
  url.catch(() => undefined);
  const isHere = protocol === 'http:' && LOOPBACK.includes(hostname);
  const server = createServer((request, response) => {
    const came = parseUrl(request.url, redirectUrl);
    if (came?.pathname !== pathname || came.searchParams.get('state') !== state) {
      response.writeHead(404).end();
      return;
    }
    const text = came.searchParams.has('error') ? REFUSED : DONE;
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(text);
    settle?.resolve(came.href);
  });
  if (isHere) await listen(server, Number(port === '' ? 80 : port), hostname.replace(/[[\]]/g, ''));
  server.unref();
  return {
    url,
    found: back => settle?.resolve(back),
    fail: reason => settle?.reject(reason),
    stop() {
      settle?.reject(new Error('nobody signed in in time'));
      server.close();
      server.closeAllConnections();
    },
  };
}

function parseUrl(url: string | undefined, base: string): URL | undefined {
  try {
    return new URL(url ?? '/', base);
  } catch {
    return undefined;
  }
}

function listen(server: Server, port: number, host = '127.0.0.1'): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', error =>
      reject(new Error(`the browser cannot come back to port ${port}: ${error.message}`)),
    );
    server.listen(port, host, resolve);
  });
}

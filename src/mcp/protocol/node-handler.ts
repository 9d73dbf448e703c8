import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';

/** Answers a request of `node:http`; frameworks over it (Express, Connect, Fastify's raw objects) hand theirs over. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What frameworks put on a request. */
interface FrameworkRequest extends IncomingMessage {
  /** What a body parser has read. */
  body?: unknown;
  /** Before the path under which something is mounted was cut off. */
  originalUrl?: string;
  rawBody?: Buffer;
}

/** The node form of a function over web requests. */
export function nodeHandler(handle: (request: Request, address?: string) => Promise<Response>): NodeHandler {
  const listener = getRequestListener(
    (request, { incoming }) => handle(request, (incoming as HttpBindings['incoming']).socket.remoteAddress),
    // The program around it has its own Request and Response.
    { overrideGlobalObjects: false },
  );
  return async (request: FrameworkRequest, response) => {
    if (request.originalUrl !== undefined) request.url = request.originalUrl;
    if (request.readableEnded && request.body !== undefined && request.rawBody === undefined)
      request.rawBody = bytesOf(request.body);
    await listener(request, response);
  };
}

const bytesOf = (body: unknown): Buffer => {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
};

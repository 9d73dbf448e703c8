import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type ClientCapabilities,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ErrorCode,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  McpError,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { systemClock, within } from '../../foundation/clock.js';
import type { JsonObject } from '../../foundation/json.js';
import { ChildTransport } from './child-transport.js';
import { SdkConnection } from './sdk-connection.js';
import type { ConnectionListener, ServerConnection, ServerTarget } from './server-connection.js';
import { watchedFetch } from './watched-fetch.js';

/** Who connects, and for how long that is tried. */
export interface ConnectOptions {
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly timeoutMs: number;
  /** Bytes of one message over stdio. */
  readonly maxMessageBytes: number;
}

/** A server could not be connected to. */
export class ConnectFailure extends Error {
  /** @param needsAuth - It wants tokens that are not there, or are not good. */
  constructor(
    message: string,
    readonly needsAuth = false,
  ) {
    super(message);
  }
}

/** @throws {@link ConnectFailure} that says what the server did, the end of its stderr included. */
export async function connectServer(
  target: ServerTarget,
  listener: ConnectionListener,
  options: ConnectOptions,
): Promise<ServerConnection> {
  if (target.kind === 'stdio') return connectChild(target, listener, options);
  if (target.kind === 'sse') return connectHttp(target, listener, options);
  try {
    return await connectHttp(target, listener, options);
  } catch (error) {
    // What does not know the newer transport refuses the first message; the older one then begins with a GET.
    if (!(error instanceof ConnectFailure) || !/\b(400|404|405)\b/.test(error.message)) throw error;
    return await connectHttp({ ...target, kind: 'sse' }, listener, options).catch(() => {
      throw error;
    });
  }
}

async function connectChild(
  target: Extract<ServerTarget, { kind: 'stdio' }>,
  listener: ConnectionListener,
  options: ConnectOptions,
): Promise<ServerConnection> {
  const transport = new ChildTransport(target, options.maxMessageBytes);
  const told = (): string => (transport.tail === '' ? '' : ` Its stderr ends: ${transport.tail}`);
  const client = newClient(listener, options);
  try {
    await within(systemClock, options.timeoutMs, client.connect(transport));
  } catch (error) {
    const how =
      transport.ended === undefined
        ? `it did not answer: ${messageOf(error, options)}`
        : `it ended with ${transport.ended}`;
    const noise = transport.garbled === 0 ? '' : ` ${transport.garbled} lines on its stdout are no messages.`;
    await transport.close();
    throw new ConnectFailure(`${how}.${noise}${told()}`);
  }
  return new SdkConnection(client, listener, {
    describeEnd: () => `the server ended (${transport.ended ?? 'its output closed'}).${told()}`,
    close: () => transport.close(),
  });
}

async function connectHttp(
  target: Extract<ServerTarget, { kind: 'http' | 'sse' }>,
  listener: ConnectionListener,
  options: ConnectOptions,
): Promise<ServerConnection> {
  const client = newClient(listener, options);
  const transport = httpTransport(target, (id, message) =>
    transport.onmessage?.({ jsonrpc: '2.0', id, error: { code: ErrorCode.ConnectionClosed, message } }),
  );
  try {
    await within(systemClock, options.timeoutMs, client.connect(transport as Transport));
  } catch (error) {
    await client.close().catch(() => undefined);
    throw new ConnectFailure(messageOf(error, options), error instanceof UnauthorizedError);
  }
  return new SdkConnection(client, listener, {
    describeEnd: () => 'the connection closed',
    async close() {
      // A server that keeps sessions is told that this one is over.
      if (transport instanceof StreamableHTTPClientTransport)
        await within(systemClock, CLOSING_MS, transport.terminateSession()).catch(() => undefined);
      await client.close();
    },
  });
}

const CLOSING_MS = 1_000;

type HttpTransport = StreamableHTTPClientTransport | SSEClientTransport;

function httpTransport(
  { kind, url, headers, auth }: Extract<ServerTarget, { kind: 'http' | 'sse' }>,
  onUnanswered: (id: string | number, message: string) => void,
): HttpTransport {
  const fetch = watchedFetch(onUnanswered, status => status !== 401 || auth === undefined);
  const options = {
    fetch,
    requestInit: { headers: { ...headers } },
    ...(auth === undefined ? {} : { authProvider: auth.provider as never }),
  };
  return kind === 'sse'
    ? new SSEClientTransport(new URL(url), options)
    : new StreamableHTTPClientTransport(new URL(url), options);
}

function newClient(listener: ConnectionListener, { clientInfo }: ConnectOptions): Client {
  const { elicit, sample, roots } = listener;
  const capabilities: ClientCapabilities = {
    ...(elicit === undefined ? {} : { elicitation: { form: { applyDefaults: true }, url: {} } }),
    ...(sample === undefined ? {} : { sampling: { tools: {} } }),
    ...(roots === undefined ? {} : { roots: { listChanged: false } }),
  };
  const client = new Client({ ...clientInfo }, { capabilities });
  if (elicit !== undefined)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      const { message } = params;
      const answer = await elicit(
        params.mode === 'url'
          ? { mode: 'url', message, url: params.url }
          : { mode: 'form', message, requestedSchema: params.requestedSchema as JsonObject },
      );
      return answer as never;
    });
  if (sample !== undefined)
    client.setRequestHandler(
      CreateMessageRequestSchema,
      async ({ params }) => (await sample(params as unknown as JsonObject)) as never,
    );
  if (roots !== undefined)
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots().map(root => ({ ...root })) }));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => listener.onToolsChanged());
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    const { level, logger, data } = params;
    listener.onLog({ level, data: data as never, ...(logger === undefined ? {} : { logger }) });
  });
  return client;
}

function messageOf(error: unknown, { timeoutMs }: ConnectOptions): string {
  if (error instanceof UnauthorizedError) return 'it wants a person to sign in, or better tokens';
  if (error instanceof McpError && error.code === (ErrorCode.RequestTimeout as number))
    return `no answer in ${timeoutMs} ms`;
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { cause?: { code?: unknown } };
  const why = cause?.code === undefined ? '' : ` (${String(cause.code)})`;
  return `${error.message}${why}`;
}

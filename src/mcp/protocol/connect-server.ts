import { existsSync } from 'node:fs';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
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
import { systemClock, TooLateError, within } from '../../foundation/clock.js';
import type { JsonObject } from '../../foundation/json.js';
import { unlessAborted } from '../../foundation/unless-aborted.js';
import { ChildTransport } from './child-transport.js';
import { OAuthProvider } from './oauth-provider.js';
import { SdkConnection } from './sdk-connection.js';
import type { ConnectionListener, ServerConnection, ServerTarget } from './server-connection.js';
import { describeNetworkError, watchedFetch } from './watched-fetch.js';

/** Who connects, and for how long that is tried. */
export interface ConnectOptions {
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly timeoutMs: number;
  /** Nobody wants it any more. */
  readonly signal: AbortSignal;
  /** Bytes of one message over stdio. */
  readonly maxMessageBytes: number;
}

/** A server could not be connected to. */
class ConnectFailure extends Error {
  /** @param status - Of the response that said so. */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

/** @throws an error that says what the server did, the end of its stderr included. */
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
    if (!(error instanceof ConnectFailure) || ![400, 404, 405].includes(error.status ?? 0)) throw error;
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
  const transport = new ChildTransport(target, options.maxMessageBytes, line => listener.onNoise(line));
  const told = (): string => (transport.tail === '' ? '' : ` Its stderr ends: ${transport.tail}`);
  const client = newClient(listener, options);
  try {
    await unlessAborted(within(systemClock, options.timeoutMs, client.connect(transport)), options.signal);
  } catch (error) {
    const { code, syscall = '' } = error as NodeJS.ErrnoException;
    const how = syscall.startsWith('spawn')
      ? `${unstartable(target)} (${code ?? '?'})`
      : transport.ended === undefined
        ? messageOf(error, options)
        : `it ended with ${transport.ended}`;
    const noise = transport.garbled === 0 ? '' : ` ${transport.garbled} lines on its stdout are no messages.`;
    await transport.close();
    throw new ConnectFailure(`${how}.${noise}${told()}`);
  }
  return new SdkConnection(client, listener, {
    isDuplex: true,
    describeEnd: () => `the server ended (${transport.ended ?? 'its output closed'}).${told()}`,
    close: () => transport.close(),
  });
}

/** The system gives one code for a program and for a folder that are not there. */
function unstartable({ command, cwd }: Extract<ServerTarget, { kind: 'stdio' }>): string {
  if (cwd !== undefined && !existsSync(cwd)) return `its folder '${cwd}' is not there`;
  const hint = /\s/.test(command) ? ', and what follows a command goes into args' : '';
  return `its command '${command}' cannot be started${hint}`;
}

type HttpTarget = Extract<ServerTarget, { kind: 'http' | 'sse' }>;

async function connectHttp(
  target: HttpTarget,
  listener: ConnectionListener,
  options: ConnectOptions,
): Promise<ServerConnection> {
  const provider = target.auth === undefined ? undefined : new OAuthProvider(target.url, target.auth);
  try {
    await provider?.prepare();
    return await connectAs(target, provider, { listener, options });
  } catch (error) {
    if (!(error instanceof SignInNeeded) || provider === undefined)
      throw error instanceof ConnectFailure ? error : new ConnectFailure(messageOf(error, options));
    try {
      await unlessAborted(signIn(provider, error.transport), options.signal);
      return await connectAs(target, provider, { listener, options });
    } catch (failure) {
      const why = failure instanceof SignInNeeded ? 'it wants a person to sign in again' : undefined;
      provider.stop();
      throw new ConnectFailure(why ?? messageOf(failure, options));
    }
  }
}

/** A person was sent to a page, and is to come back from there. */
class SignInNeeded extends Error {
  constructor(readonly transport: HttpTransport) {
    super('it wants a person to sign in');
  }
}

interface Connecting {
  readonly listener: ConnectionListener;
  readonly options: ConnectOptions;
}

async function connectAs(
  target: HttpTarget,
  provider: OAuthProvider | undefined,
  { listener, options }: Connecting,
): Promise<ServerConnection> {
  const client = newClient(listener, options);
  const transport = httpTransport(target, provider, (id, message) =>
    transport.onmessage?.({ jsonrpc: '2.0', id, error: { code: ErrorCode.ConnectionClosed, message } }),
  );
  try {
    const connecting = client.connect(transport);
    await unlessAborted(within(systemClock, options.timeoutMs, connecting), options.signal);
  } catch (error) {
    await client.close().catch(() => undefined);
    if (error instanceof UnauthorizedError && target.auth?.signIn !== undefined)
      throw new SignInNeeded(transport);
    throw new ConnectFailure(messageOf(error, options), statusOf(error));
  }
  return new SdkConnection(client, listener, {
    // Its stream of notifications may be refused, or end.
    isDuplex: false,
    describeEnd: () => 'the connection closed',
    ...(provider?.redirectUrl === undefined ? {} : { signIn: () => signIn(provider, transport) }),
    async close() {
      provider?.stop();
      // A server that keeps sessions is told that this one is over.
      if (transport instanceof StreamableHTTPClientTransport)
        await within(systemClock, CLOSING_MS, transport.terminateSession()).catch(() => undefined);
      await client.close();
    },
  });
}

/** A person needs time to find a password. */
const SIGN_IN_MS = 300_000;
const CLOSING_MS = 1_000;

async function signIn(provider: OAuthProvider, transport: HttpTransport): Promise<void> {
  try {
    const code = await within(systemClock, SIGN_IN_MS, provider.takeCode());
    await transport.finishAuth(code);
  } finally {
    provider.stop();
  }
}

// eslint-disable-next-line @typescript-eslint/no-deprecated -- servers that know only this one are still there
type HttpTransport = StreamableHTTPClientTransport | SSEClientTransport;

function httpTransport(
  { kind, url, headers }: HttpTarget,
  provider: OAuthProvider | undefined,
  onUnanswered: (id: string | number, message: string) => void,
): HttpTransport {
  const options = {
    fetch: watchedFetch({
      ...{ url, headers, onUnanswered, answersRequests: kind === 'http' },
      token: () => provider?.tokens()?.access_token,
      leaves: status => provider !== undefined && (status === 401 || status === 403),
    }),
    ...(provider === undefined ? {} : { authProvider: provider }),
  };
  return kind === 'sse'
    ? // eslint-disable-next-line @typescript-eslint/no-deprecated -- as above
      new SSEClientTransport(new URL(url), options)
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
          : { mode: 'form', message, requestedSchema: params.requestedSchema },
      );
      return answer;
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

/** The SDK has it as code, and a page for people in the message. */
function statusOf(error: unknown): number | undefined {
  const { code } = error as { code?: unknown };
  return error instanceof McpError || typeof code !== 'number' || code < 100 ? undefined : code;
}

function messageOf(error: unknown, { timeoutMs }: ConnectOptions): string {
  const status = statusOf(error);
  if (status !== undefined)
    return `the server answered ${status}${status === 404 ? ': nothing is at this address' : ''}`;
  if (error instanceof UnauthorizedError) return 'it wants tokens, or better ones';
  const isTooLate =
    error instanceof TooLateError ||
    (error instanceof McpError && error.code === (ErrorCode.RequestTimeout as number));
  if (isTooLate) return `no answer in ${timeoutMs} ms`;
  return describeNetworkError(error);
}

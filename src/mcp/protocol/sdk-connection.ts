import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { McpError, ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { CallCancellation } from '../../context/call-cancellation.js';
import type { JsonObject } from '../../foundation/json.js';
import { unlessAborted } from '../../foundation/unless-aborted.js';
import { failureOfAnswer } from './answer-failure.js';
import { CallSender, readUpdate } from './call-sender.js';
import {
  type ConnectionListener,
  type FailureKind,
  type RemoteCall,
  RemoteFailure,
  type RemoteServerInfo,
  type ServerConnection,
  type ToolPage,
} from './server-connection.js';

/** What only the transport knows. */
interface OfTransport {
  /** Whether what the server tells surely arrives. */
  readonly isDuplex: boolean;
  readonly describeEnd: () => string;
  /** Waits for the person who was sent to a page. */
  readonly signIn?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How long a list may take. */
const LIST_MS = 30_000;
/** No deadline of the SDK's: ours is the signal. */
const NO_DEADLINE_MS = 2_147_483_647;

/** A connection through the SDK's client. Results are taken as they come: its own schemas refuse a whole list over one tool. */
export class SdkConnection implements ServerConnection {
  readonly info: RemoteServerInfo;
  readonly #calls: CallSender;
  #closedBecause: string | undefined;

  constructor(
    private readonly client: Client,
    listener: ConnectionListener,
    private readonly transport: OfTransport,
  ) {
    const { name = '', version = '' } = client.getServerVersion() ?? {};
    const instructions = client.getInstructions();
    const { tools } = client.getServerCapabilities() ?? {};
    this.info = {
      name,
      version,
      hasTools: tools !== undefined,
      tellsChanges: transport.isDuplex && tools?.listChanged === true,
      ...(instructions === undefined ? {} : { instructions }),
    };
    const wire = client.transport as Transport;
    this.#calls = new CallSender(wire);
    const receive = wire.onmessage;
    wire.onmessage = (message, info) => {
      if (!this.#calls.take(message)) receive?.(message, info);
    };
    client.onclose = () => {
      const isNews = this.#closedBecause === undefined;
      this.#closedBecause ??= transport.describeEnd();
      this.#calls.close(this.#closedBecause);
      if (isNews) listener.onClosed(this.#closedBecause);
    };
  }

  get closedBecause(): string | undefined {
    return this.#closedBecause;
  }

  async listTools(cursor: string | undefined): Promise<ToolPage> {
    const params = cursor === undefined ? {} : { cursor };
    const request = { method: 'tools/list' as const, params };
    const send = (): Promise<Record<string, unknown>> =>
      this.client.request(request, ResultSchema, { timeout: LIST_MS });
    const result = await this.#signedIn(send).catch((error: unknown) => {
      throw this.#failureOf(error, false);
    });
    const { tools, nextCursor } = result;
    return {
      tools: Array.isArray(tools) ? (tools as readonly unknown[]).map(ofThisRealm) : [],
      ...(typeof nextCursor === 'string' && nextCursor !== '' ? { nextCursor } : {}),
    };
  }

  callTool(call: RemoteCall): Promise<JsonObject> {
    if (this.#closedBecause !== undefined)
      return Promise.reject(new RemoteFailure('not-taken', this.#closedBecause));
    const send = call.isTask ? () => this.#runTask(call) : () => this.#calls.send(call);
    return this.#signedIn(send, call.cancellation).then(readMembers, (error: unknown) => {
      throw this.#failureOf(error, call.cancellation.isCancelled);
    });
  }

  close(): Promise<void> {
    this.#closedBecause ??= 'the connection was closed here';
    return this.transport.close();
  }

  /** Once more after the person has signed in, where one was sent to a page. */
  #signedIn<T>(send: () => Promise<T>, cancellation?: CallCancellation): Promise<T> {
    const { signIn } = this.transport;
    if (signIn === undefined) return send();
    return send().catch(async (error: unknown) => {
      if (!(error instanceof UnauthorizedError)) throw error;
      await unlessAborted(signIn(), cancellation?.signal);
      return send();
    });
  }

  async #runTask({
    name,
    arguments: given,
    meta,
    cancellation,
    idleMs,
    onProgress,
  }: RemoteCall): Promise<JsonObject> {
    const { tasks } = this.client.experimental;
    const { signal } = cancellation;
    const params = { name, arguments: given, ...(meta === undefined ? {} : { _meta: meta }) };
    const options: RequestOptions = {
      signal,
      timeout: Math.min(idleMs, NO_DEADLINE_MS),
      resetTimeoutOnProgress: true,
      // Without a listener the SDK asks for no progress.
      onprogress: update => onProgress(readUpdate({ ...update })),
    };
    const request = { method: 'tools/call' as const, params };
    let taskId: string | undefined;
    try {
      for await (const message of tasks.requestStream(request, ResultSchema, { ...options, task: {} })) {
        if (message.type === 'taskCreated') taskId = message.task.taskId;
        if (message.type === 'taskStatus' && message.task.statusMessage !== undefined)
          onProgress({ progress: 0, message: message.task.statusMessage });
        if (message.type === 'result') return message.result as JsonObject;
        if (message.type === 'error') throw message.error;
      }
    } finally {
      if (taskId !== undefined && signal.aborted) void tasks.cancelTask(taskId).catch(() => undefined);
    }
    throw new Error('its task ended without a result');
  }

  /** @param isCancelled - Looked at first: the SDK tells an abort and a timeout alike. */
  #failureOf(error: unknown, isCancelled: boolean): RemoteFailure {
    if (isCancelled) return new RemoteFailure('cancelled', 'the call was cancelled');
    if (error instanceof RemoteFailure) return error;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof McpError) return failureOfAnswer(error.code, message);
    if (error instanceof UnauthorizedError) return new RemoteFailure('unauthorised', message);
    const { code } = error as { code?: unknown };
    const kind = typeof code === 'number' ? KIND_OF_STATUS.get(code) : undefined;
    if (kind !== undefined) return new RemoteFailure(kind, message);
    return this.client.transport === undefined || /not connected|server is gone/i.test(message)
      ? new RemoteFailure('not-taken', this.#closedBecause ?? message)
      : new RemoteFailure('refused', message);
  }
}

/** Those that the SDK was left to handle, and did not. */
const KIND_OF_STATUS: ReadonlyMap<number, FailureKind> = new Map([
  [401, 'unauthorised'],
  [403, 'forbidden'],
  [404, 'not-taken'],
]);

/** `fetch` reads JSON with the objects of its own realm, which are no plain ones in test runners and sandboxes. */
function ofThisRealm(value: unknown): unknown {
  const isOurs =
    typeof value !== 'object' || value === null || Object.getPrototypeOf(value) === Object.prototype;
  return isOurs ? value : (JSON.parse(JSON.stringify(value)) as unknown);
}

function readMembers({ content, structuredContent, ...rest }: Readonly<Record<string, unknown>>): JsonObject {
  return {
    ...rest,
    ...(Array.isArray(content) ? { content: (content as readonly unknown[]).map(ofThisRealm) } : {}),
    ...(structuredContent === undefined ? {} : { structuredContent: ofThisRealm(structuredContent) }),
  } as JsonObject;
}

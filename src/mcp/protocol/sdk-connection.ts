import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { ErrorCode, McpError, ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ProgressUpdate } from '../../context/current-call.js';
import type { JsonObject } from '../../foundation/json.js';
import { unlessAborted } from '../../model/unless-aborted.js';
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
    client.onclose = () => {
      if (this.#closedBecause !== undefined) return;
      this.#closedBecause = transport.describeEnd();
      listener.onClosed(this.#closedBecause);
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

  async callTool(call: RemoteCall): Promise<JsonObject> {
    const { name, arguments: given, meta, signal, isTask, onSign, onProgress } = call;
    if (this.#closedBecause !== undefined) throw new RemoteFailure('not-taken', this.#closedBecause);
    const params = { name, arguments: given, ...(meta === undefined ? {} : { _meta: meta }) };
    const options: RequestOptions = {
      signal,
      timeout: NO_DEADLINE_MS,
      // Without a listener the SDK asks for no progress.
      onprogress: update => {
        onSign();
        onProgress(soundUpdate(update));
      },
    };
    const send = async (): Promise<JsonObject> => {
      const request = { method: 'tools/call' as const, params };
      const result = isTask
        ? await this.#runTask(request, options, onSign)
        : await this.client.request(request, ResultSchema, options);
      return readMembers(result as Record<string, unknown>);
    };
    try {
      return await this.#signedIn(send, call);
    } catch (error) {
      throw this.#failureOf(error, signal.aborted);
    }
  }

  close(): Promise<void> {
    this.#closedBecause ??= 'the connection was closed here';
    return this.transport.close();
  }

  /** Once more after the person has signed in, where one was sent to a page. */
  async #signedIn<T>(send: () => Promise<T>, call?: RemoteCall): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || this.transport.signIn === undefined) throw error;
    }
    const signingIn = unlessAborted(this.transport.signIn(), call?.signal);
    await (call === undefined ? signingIn : call.waitHere(signingIn));
    return send();
  }

  async #runTask(
    request: { method: 'tools/call'; params: Record<string, unknown> },
    options: RequestOptions,
    onSign: () => void,
  ): Promise<unknown> {
    const { tasks } = this.client.experimental;
    let taskId: string | undefined;
    try {
      for await (const message of tasks.requestStream(request, ResultSchema, {
        ...options,
        task: {},
      })) {
        onSign();
        if (message.type === 'taskCreated') taskId = message.task.taskId;
        if (message.type === 'taskStatus' && message.task.statusMessage !== undefined)
          options.onprogress?.({ progress: 0, message: message.task.statusMessage });
        if (message.type === 'result') return message.result;
        if (message.type === 'error') throw message.error;
      }
    } finally {
      if (taskId !== undefined && options.signal?.aborted === true)
        void tasks.cancelTask(taskId).catch(() => undefined);
    }
    throw new Error('its task ended without a result');
  }

  /** @param isCancelled - Looked at first: the SDK tells an abort and a timeout alike. */
  #failureOf(error: unknown, isCancelled: boolean): RemoteFailure {
    if (isCancelled) return new RemoteFailure('cancelled', 'the call was cancelled');
    if (error instanceof RemoteFailure) return error;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof McpError) return this.#failureOfAnswer(error.code, withoutCode(message));
    if (error instanceof UnauthorizedError) return new RemoteFailure('unauthorised', message);
    const { code } = error as { code?: unknown };
    const kind = typeof code === 'number' ? KIND_OF_STATUS.get(code) : undefined;
    if (kind !== undefined) return new RemoteFailure(kind, message);
    return this.client.transport === undefined || /not connected|server is gone/i.test(message)
      ? new RemoteFailure('not-taken', this.#closedBecause ?? message)
      : new RemoteFailure('refused', message);
  }

  #failureOfAnswer(code: number, message: string): RemoteFailure {
    if (code === (ErrorCode.ConnectionClosed as number))
      return new RemoteFailure('lost', this.#closedBecause ?? message);
    return new RemoteFailure('refused', message);
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

function readMembers({ content, structuredContent, ...rest }: Record<string, unknown>): JsonObject {
  return {
    ...rest,
    ...(Array.isArray(content) ? { content: (content as readonly unknown[]).map(ofThisRealm) } : {}),
    ...(structuredContent === undefined ? {} : { structuredContent: ofThisRealm(structuredContent) }),
  } as JsonObject;
}

/** The SDK puts the code before what the server said. */
const withoutCode = (message: string): string => message.replace(/^(MCP error -?\d+: )+/, '');

interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

function soundUpdate({ progress, total, message }: Progress): ProgressUpdate {
  return {
    progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
  };
}

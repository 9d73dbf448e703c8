import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { ProgressUpdate } from '../../context/current-call.js';
import { delay, systemClock, within } from '../../foundation/clock.js';
import { ToolwrightError } from '../../foundation/toolwright-error.js';
import { makeAcceptable, readSent } from './sent-arguments.js';
import type { CatalogueCall, McpCaller, ToolCatalogue } from './tool-catalogue.js';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** One connection. A server of the SDK serves one connection only, so each gets its own. */
export interface Connection {
  /** Sends the answers that are ready, then closes. */
  close(): Promise<void>;
}

/** Serves a catalogue on one transport of the SDK. */
export async function connectCatalogue(
  catalogue: ToolCatalogue,
  transport: Transport,
  kind: McpCaller['transport'],
): Promise<Connection> {
  const { instructions, ...info } = catalogue.serverInfo;
  // The low-level server takes JSON Schema as it is; the high-level one insists on building it from Zod.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above: its deprecation points to the high-level one.
  const server = new Server(info, {
    capabilities: { tools: {} },
    ...(instructions === undefined ? {} : { instructions }),
  });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: catalogue.list() }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const progress = new ProgressSender(extra);
    try {
      const result = await catalogue.call({
        name: params.name,
        arguments: readSent(params.arguments),
        caller: callerOf(extra, kind),
        signal: extra.signal,
        ...progress.option(),
      });
      // The result ends the progress token's life, so what was reported has to be out before it.
      await progress.flushed();
      return result;
    } catch (error) {
      throw toProtocolError(error);
    }
  });
  const outgoing = watchSending(transport, kind);
  await server.connect(transport);
  const receive = transport.onmessage;
  transport.onmessage = (message, extra) => receive?.(makeAcceptable(message), extra);
  return {
    async close() {
      await outgoing();
      await server.close();
    },
  };
}

/** How long answers that are ready may take to a client that reads slowly, or not at all. */
const LAST_ANSWERS_MS = 1_000;

/**
 * Gives a function that waits, for a moment at most, until everything handed to the transport, or about to be, is out.
 * On stdio messages go one after another: the SDK would wait for each of them at once.
 */
function watchSending(transport: Transport, kind: McpCaller['transport']): () => Promise<void> {
  const sending = new Set<Promise<void>>();
  const send = transport.send.bind(transport);
  let previous: Promise<unknown> = Promise.resolve();
  transport.send = (message, options) => {
    const sent = kind === 'stdio' ? previous.then(() => send(message, options)) : send(message, options);
    previous = sent.catch(() => undefined);
    sending.add(sent);
    void previous.then(() => sending.delete(sent));
    return sent;
  };
  return async () => {
    // The SDK hands an answer over a few microtasks after its handler settled.
    await delay(systemClock, 0);
    await within(systemClock, LAST_ANSWERS_MS, Promise.allSettled(sending)).catch(() => undefined);
  };
}

/** Sends progress in order. */
class ProgressSender {
  readonly #extra: Extra;
  #last = -Infinity;
  #sending: Promise<void> = Promise.resolve();

  constructor(extra: Extra) {
    this.#extra = extra;
  }

  option(): Pick<CatalogueCall, 'onProgress'> {
    const progressToken = this.#extra._meta?.progressToken;
    if (progressToken === undefined) return {};
    return {
      onProgress: update => {
        // JSON has no NaN and no infinity, and MCP wants the value to grow.
        if (!Number.isFinite(update.progress) || update.progress <= this.#last) return;
        this.#last = update.progress;
        const notification = {
          method: 'notifications/progress' as const,
          params: { ...soundUpdate(update), progressToken },
        };
        this.#sending = this.#sending
          .then(() => this.#extra.sendNotification(notification))
          // A client that is gone cannot be told; the call itself is answered or cancelled all the same.
          .catch(() => undefined);
      },
    };
  }

  flushed(): Promise<void> {
    return this.#sending;
  }
}

function soundUpdate({ total, ...update }: ProgressUpdate): ProgressUpdate {
  return total !== undefined && Number.isFinite(total) ? { ...update, total } : update;
}

function callerOf(extra: Extra, transport: McpCaller['transport']): McpCaller {
  const headers = extra.requestInfo?.headers;
  const principal = extra.authInfo?.extra?.['principal'];
  return {
    transport,
    ...(principal === undefined ? {} : { principal }),
    ...(extra.sessionId === undefined ? {} : { sessionId: extra.sessionId }),
    ...(headers === undefined ? {} : { headers: flatHeaders(headers) }),
  };
}

function flatHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

/** The SDK sends `code` and `message` of what is thrown; its own error class would put the code into the message too. */
function toProtocolError(error: unknown): Error {
  if (ToolwrightError.is(error) && error.code === 'UNKNOWN_TOOL') {
    return Object.assign(new Error(error.message), { code: ErrorCode.InvalidParams });
  }
  return Object.assign(new Error('The call could not be answered.'), { code: ErrorCode.InternalError });
}

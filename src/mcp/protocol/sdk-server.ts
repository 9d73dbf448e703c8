import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ListToolsRequestSchema,
  type ServerCapabilities,
  SetLevelRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { delay, systemClock, within } from '../../foundation/clock.js';
import { CallDispatcher } from './call-dispatcher.js';
import type { Change } from './changes.js';
import type { CallerRequest } from './library.js';
import { AT_ONCE } from './line-writer.js';
import { LogThreshold } from './log-threshold.js';
import type { McpCaller } from './mcp-caller.js';
import { newSdkServer, type SdkServer } from './new-sdk-server.js';
import { OrderedNotices } from './ordered-notices.js';
import { pageOf } from './pages.js';
import { progressSender } from './progress-sender.js';
import { callerOf } from './sdk-caller.js';
import { SdkCallingClient } from './sdk-calling-client.js';
import { protocolError } from './sdk-error.js';
import { serveLibrary } from './sdk-library.js';
import { readCall, readProgressToken, type SentCall } from './sent-call.js';
import { type SentRequest, sentRequest } from './sent-request.js';
import type { CatalogueResult, ToolCatalogue } from './tool-catalogue.js';

/** One connection. A server of the SDK serves one connection only, so each gets its own. */
export interface Connection {
  /** True while a call waits for its answer. */
  readonly isAtWork: boolean;
  /** Sends the answers that are ready, then closes. */
  close(): Promise<void>;
}

/** Serves a catalogue on one transport of the SDK. */
export async function connectCatalogue(
  catalogue: ToolCatalogue,
  transport: Transport,
  kind: McpCaller['transport'],
): Promise<Connection> {
  const server = newSdkServer(catalogue.serverInfo, capabilitiesOf(catalogue));
  const connection = new OpenConnection(server, kind);
  connection.serveTools(catalogue);
  if (catalogue.hasLibrary) {
    const { pageSize, library } = catalogue;
    const { subscriptions } = connection;
    serveLibrary(server, library, {
      pageSize,
      subscriptions,
      serve: (extra, work) => connection.serve(sentRequest(extra), work),
    });
  }
  const calls = new CallDispatcher(transport, (request, call) => connection.call(catalogue, request, call));
  const unwatch = catalogue.changes.watch(change => connection.tell(change));
  const outgoing = watchSending(transport);
  await server.connect(transport);
  const receive = transport.onmessage;
  transport.onmessage = (message, info) => {
    if (!calls.take(message, info)) receive?.(message, info);
  };
  server.onclose = () => {
    unwatch();
    calls.close();
  };
  return {
    get isAtWork() {
      return calls.isAtWork;
    },
    async close() {
      await outgoing();
      await server.close();
    },
  };
}

function capabilitiesOf({ hasLibrary }: ToolCatalogue): ServerCapabilities {
  return {
    tools: { listChanged: true },
    logging: {},
    ...(hasLibrary
      ? {
          resources: { listChanged: true, subscribe: true },
          prompts: { listChanged: true },
          completions: {},
        }
      : {}),
  };
}

/** What is known of one connection while it is open. */
class OpenConnection {
  readonly subscriptions = new Set<string>();
  readonly #server: SdkServer;
  readonly #kind: McpCaller['transport'];
  readonly #threshold = new LogThreshold();

  constructor(server: SdkServer, kind: McpCaller['transport']) {
    this.#server = server;
    this.#kind = kind;
    server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
      this.#threshold.set(params.level);
      return {};
    });
  }

  serveTools(catalogue: ToolCatalogue): void {
    const { pageSize } = catalogue;
    this.#server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
      try {
        const at = { list: 'tools', cursor: params?.cursor, size: pageSize };
        const { items, ...rest } = pageOf(catalogue.list(), at);
        return { tools: items as never, ...rest };
      } catch (error) {
        throw protocolError(error);
      }
    });
  }

  /** Answers one call. */
  async call(catalogue: ToolCatalogue, sent: SentRequest, call: SentCall): Promise<CatalogueResult> {
    try {
      return await this.serve(sent, (request, notices) => {
        const token = readProgressToken(call);
        const onProgress = token === undefined ? undefined : progressSender(token, notices);
        return catalogue.call({ ...request, ...readCall(call), onProgress });
      });
    } catch (error) {
      throw protocolError(error);
    }
  }

  /** The answer ends the life of its request, so what is told about it has to be out before. */
  async serve<T>(
    sent: SentRequest,
    work: (request: CallerRequest, notices: OrderedNotices) => Promise<T>,
  ): Promise<T> {
    const [server, threshold] = [this.#server, this.#threshold];
    const notices = new OrderedNotices(server, sent);
    const client = new SdkCallingClient({ server, request: sent, notices, threshold });
    const { cancellation } = sent;
    try {
      return await work({ caller: callerOf(sent, this.#kind, client), cancellation }, notices);
    } finally {
      const flushing = notices.flushed();
      if (flushing !== undefined) await flushing;
    }
  }

  /** A client that is gone, or has no stream open for it, cannot be told. */
  tell(change: Change): void {
    const ignore = (): void => undefined;
    if (change.kind === 'resource') {
      if (this.subscriptions.has(change.uri))
        this.#server.sendResourceUpdated({ uri: change.uri }).catch(ignore);
    } else if (change.list === 'tools') this.#server.sendToolListChanged().catch(ignore);
    else if (change.list === 'resources') this.#server.sendResourceListChanged().catch(ignore);
    else this.#server.sendPromptListChanged().catch(ignore);
  }
}

/** How long answers that are ready may take to a client that reads slowly, or not at all. */
const LAST_ANSWERS_MS = 1_000;

/** Gives a function that waits, for a moment at most, until everything handed to the transport, or about to be, is out. */
function watchSending(transport: Transport): () => Promise<void> {
  const sending = new Set<Promise<void>>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const sent = send(message, options);
    if (sent === AT_ONCE) return sent;
    sending.add(sent);
    const end = (): void => void sending.delete(sent);
    sent.then(end, end);
    return sent;
  };
  return async () => {
    // The SDK hands an answer over a few microtasks after its handler settled.
    await delay(systemClock, 0);
    await within(systemClock, LAST_ANSWERS_MS, Promise.allSettled(sending)).catch(() => undefined);
  };
}

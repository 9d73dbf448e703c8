import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type ServerCapabilities,
  SetLevelRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { delay, systemClock, within } from '../../foundation/clock.js';
import type { Change } from './changes.js';
import type { CallerRequest } from './library.js';
import { LogThreshold } from './log-threshold.js';
import type { McpCaller } from './mcp-caller.js';
import { newSdkServer, type SdkServer } from './new-sdk-server.js';
import { OrderedNotices } from './ordered-notices.js';
import { pageOf } from './pages.js';
import { watchProgress } from './progress-sender.js';
import { callerOf, type SdkExtra, signalOf } from './sdk-caller.js';
import { SdkCallingClient } from './sdk-calling-client.js';
import { protocolError } from './sdk-error.js';
import { serveLibrary } from './sdk-library.js';
import { makeAcceptable, readSent } from './sent-arguments.js';
import type { ToolCatalogue } from './tool-catalogue.js';

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
  const server = newSdkServer(catalogue.serverInfo, capabilitiesOf(catalogue));
  const connection = new OpenConnection(server, kind);
  connection.serveTools(catalogue);
  if (catalogue.hasLibrary) {
    const { pageSize, library } = catalogue;
    const { subscriptions } = connection;
    serveLibrary(server, library, {
      pageSize,
      subscriptions,
      serve: (extra, work) => connection.serve(extra, work),
    });
  }
  const unwatch = catalogue.changes.watch(change => connection.tell(change));
  const outgoing = watchSending(transport, kind);
  await server.connect(transport);
  const receive = transport.onmessage;
  transport.onmessage = (message, extra) => receive?.(makeAcceptable(message), extra);
  server.onclose = unwatch;
  return {
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
    this.#server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
      this.serve<never>(
        extra,
        (request, notices) =>
          catalogue.call({
            ...request,
            name: params.name,
            arguments: readSent(params.arguments),
            ...watchProgress(extra, notices),
          }) as Promise<never>,
      ).catch((error: unknown) => {
        throw protocolError(error);
      }),
    );
  }

  /** The answer ends the life of its request, so what is told about it has to be out before. */
  async serve<T>(
    extra: SdkExtra,
    work: (request: CallerRequest, notices: OrderedNotices) => Promise<T>,
  ): Promise<T> {
    const notices = new OrderedNotices(extra);
    const [server, threshold] = [this.#server, this.#threshold];
    const signal = signalOf(extra);
    const client = new SdkCallingClient({ server, extra, signal, notices, threshold });
    const caller = callerOf(extra, this.#kind, client);
    try {
      return await work({ caller, signal }, notices);
    } finally {
      await notices.flushed();
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

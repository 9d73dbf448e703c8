import { Client, type ClientOptions } from '@modelcontextprotocol/sdk/client/index.js';
import {
  StreamableHTTPClientTransport,
  type StreamableHTTPReconnectionOptions,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  type HttpServerOptions,
  type RunningServer,
  type ServedSource,
  serveMcp,
  type ServeOptions,
} from 'toolwright/mcp';

/** A server on a free port, and how clients get to it. */
export interface Desk {
  readonly server: RunningServer;
  connect(options?: ClientOptions, headers?: Record<string, string>): Promise<Client>;
  /** Closes clients and server. */
  close(): Promise<void>;
}

type DeskOptions = ServeOptions & { readonly http?: Omit<HttpServerOptions, 'port'> };

/** Goes back to a stream that ended at once. */
const AT_ONCE: StreamableHTTPReconnectionOptions = {
  initialReconnectionDelay: 50,
  maxReconnectionDelay: 50,
  reconnectionDelayGrowFactor: 1,
  maxRetries: 3,
};

/** Serves over HTTP for a test. */
export async function openDesk(
  sources: readonly ServedSource[],
  { http, ...options }: DeskOptions = {},
): Promise<Desk> {
  const server = await serveMcp(sources, { ...options, http: { ...http, port: 0 } });
  const clients: Client[] = [];
  return {
    server,
    async connect(clientOptions, headers = {}) {
      const client = new Client({ name: 'test', version: '1.0.0' }, clientOptions);
      const transport = new StreamableHTTPClientTransport(new URL(server.url), {
        requestInit: { headers },
        reconnectionOptions: AT_ONCE,
      });
      await client.connect(transport);
      clients.push(client);
      return client;
    },
    async close() {
      await Promise.all(clients.map(client => client.close()));
      await server.close();
    },
  };
}

/** The code and text of a JSON-RPC error. */
export async function errorOf(answer: Promise<unknown>): Promise<{ code: unknown; message: string }> {
  try {
    await answer;
  } catch (error) {
    const { code, message } = error as { code: unknown; message: string };
    return { code, message: message.replace(/^MCP error -?\d+: /, '') };
  }
  throw new Error('it was answered');
}

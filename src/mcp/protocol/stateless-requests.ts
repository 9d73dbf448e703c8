import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Visitor } from './gate.js';
import { jsonRpcError } from './json-rpc-error.js';
import { saidOf } from './said-of.js';
import { connectCatalogue, type Connection } from './sdk-server.js';
import type { ToolCatalogue } from './tool-catalogue.js';

/** Answers each request by itself: nothing is known of a client from one to the next. */
export class StatelessRequests {
  readonly #open = new Set<Connection>();
  #isClosed = false;

  constructor(
    private readonly catalogue: ToolCatalogue,
    private readonly maxMessageBytes: number,
  ) {}

  async handle(request: Request, { principal }: Visitor): Promise<Response> {
    if (this.#isClosed) return jsonRpcError(503, -32000, 'The server is closing.');
    if (request.method !== 'POST') {
      const response = jsonRpcError(405, -32000, 'There are no sessions here. Send requests by POST.');
      response.headers.set('allow', 'POST');
      return response;
    }
    const transport = new WebStandardStreamableHTTPServerTransport({
      maxRequestBodySize: this.maxMessageBytes,
    });
    const connection = await connectCatalogue(this.catalogue, transport, 'http');
    this.#open.add(connection);
    const end = (): void => {
      if (this.#open.delete(connection)) void connection.close();
    };
    request.signal.addEventListener('abort', end, { once: true });
    const response = await transport.handleRequest(request, saidOf(principal, request.signal));
    const isStream = response.headers.get('content-type') === 'text/event-stream';
    if (response.body === null || !isStream) {
      end();
      return response;
    }
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(new TransformStream({ flush: end })), { status, headers });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#open].map(connection => connection.close()));
  }
}

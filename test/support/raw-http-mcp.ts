import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}
/** Answers a call in place of the server. */
export type OnCall = (message: Message, response: ServerResponse, count: number) => void;

const json = (response: ServerResponse, body: object, headers = {}): void =>
  void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
export const refuse =
  (status: number, headers = {}, body = 'no'): OnCall =>
  (_message, response) =>
    void response.writeHead(status, headers).end(body);
export const answer: OnCall = ({ id }, response, count) =>
  json(response, { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: `call ${count}` }] } });

export const toolOf = (name: string, more: object = {}): object => ({
  name,
  description: name,
  inputSchema: { type: 'object' },
  ...more,
});

/** A server over HTTP, written by hand, that does with calls what it is told. */
export class RawServer {
  readonly posts: { readonly method: string; readonly headers: IncomingMessage['headers'] }[] = [];
  tools: readonly object[] = ['act', 'look'].map(name => toolOf(name));
  sessions = 0;
  calls = 0;
  onCall: OnCall = answer;
  /** Waited for before tools are listed. */
  onList: () => Promise<void> | void = () => undefined;
  /** Asked before anything else; true when it has answered. */
  gate: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async start(port = 0): Promise<RawServer> {
    const server = new RawServer();
    await new Promise<void>(ready => server.#server.listen(port, '127.0.0.1', ready));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(done => this.#server.close(done));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.gate(request, response)) return;
    if (request.method !== 'POST') return void response.writeHead(405).end();
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const message = JSON.parse(body) as Message;
    this.posts.push({ method: message.method ?? '', headers: request.headers });
    const { id, method, params } = message;
    if (method === 'initialize') {
      const { protocolVersion } = params ?? {};
      const serverInfo = { name: 'raw', version: '1' };
      const result = { protocolVersion, serverInfo, capabilities: { tools: {} } };
      json(response, { jsonrpc: '2.0', id, result }, { 'mcp-session-id': `s${++this.sessions}` });
      return;
    }
    if (id === undefined) return void response.writeHead(202).end();
    if (method === 'tools/list') {
      await this.onList();
      json(response, { jsonrpc: '2.0', id, result: { tools: this.tools } });
      return;
    }
    this.onCall(message, response, ++this.calls);
  }
}

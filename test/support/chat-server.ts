import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A tool call as the protocol has it. */
export interface ChatCall {
  readonly id?: string;
  readonly name: string;
  readonly arguments: string;
}

/** An answer of the model, whether it is asked to stream or not. */
export interface ChatAnswer {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly ChatCall[];
  readonly finishReason?: string;
  readonly usage?: object;
}

/** What the server does with one request. */
export type ChatStep =
  | ChatAnswer
  /** A refusal. */
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: string }
  /** Closes the connection, after so many chunks of a stream or bytes of a body where it is given. */
  | { readonly dropAfter: number; readonly answer: ChatAnswer }
  /** Streams chunks as they are, then ends. */
  | { readonly chunks: readonly (object | string)[] }
  /** Sends what is given and then nothing, until the client goes away. */
  | { readonly stallAfter: number; readonly answer: ChatAnswer };

/** The body of a request. */
export interface ChatBody {
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly strict?: boolean } }[];
  readonly [member: string]: unknown;
}

export interface ChatMessage {
  readonly role: string;
  readonly content: string | null | readonly { readonly image_url?: { readonly url: string } }[];
  readonly tool_calls?: readonly { readonly function: { readonly arguments: string } }[];
}

/** A request as the server saw it. */
export interface ChatRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: ChatBody;
}

/** A real HTTP server that speaks chat completions; it answers with one step after another, the last one for ever. */
export class ChatServer {
  readonly requests: ChatRequest[] = [];
  /** Clients that went away before their answer was complete. */
  hungUp = 0;
  readonly #server: Server;
  readonly #steps: ChatStep[];

  private constructor(steps: readonly ChatStep[]) {
    this.#steps = [...steps];
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async open(...steps: ChatStep[]): Promise<ChatServer> {
    const server = new ChatServer(steps);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get baseURL(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => {
      if (!response.writableEnded) this.hungUp++;
    });
    const body = JSON.parse(await text(request)) as ChatBody;
    this.requests.push({ path: request.url ?? '', headers: request.headers, body });
    const step = (this.#steps.length > 1 ? this.#steps.shift() : this.#steps[0]) ?? {};
    if ('status' in step) {
      response.writeHead(step.status, { 'content-type': 'application/json', ...step.headers }).end(step.body);
      return;
    }
    if (body.stream === true) await this.#stream(step, body, response);
    else this.#answer(step, response);
  }

  #answer(step: ChatStep, response: ServerResponse): void {
    const whole = JSON.stringify(completionOf('answer' in step ? step.answer : (step as ChatAnswer)));
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(whole),
    });
    if ('dropAfter' in step) response.write(whole.slice(0, step.dropAfter), () => response.socket?.destroy());
    else if ('stallAfter' in step) response.write(whole.slice(0, step.stallAfter));
    else response.end(whole);
  }

  async #stream(step: ChatStep, body: ChatBody, response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    if ('chunks' in step) {
      response.end(step.chunks.map(eventOf).join(''));
      return;
    }
    const wantsUsage = body.stream_options?.include_usage === true;
    const events = [...chunksOf('answer' in step ? step.answer : (step as ChatAnswer), wantsUsage), '[DONE]'];
    const limit = 'dropAfter' in step ? step.dropAfter : 'stallAfter' in step ? step.stallAfter : Infinity;
    for (const event of events.slice(0, limit))
      await new Promise<void>(resolve => response.write(eventOf(event), () => resolve()));
    if ('dropAfter' in step) response.socket?.destroy();
    else if (!('stallAfter' in step)) response.end();
  }
}

const eventOf = (event: object | string): string =>
  `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;

const HEAD = { id: 'chat-1', created: 1_900_000_000, model: 'served-model' };

const USAGE = {
  prompt_tokens: 100,
  completion_tokens: 20,
  total_tokens: 120,
  prompt_tokens_details: { cached_tokens: 40 },
  completion_tokens_details: { reasoning_tokens: 5 },
};

const finishOf = ({ finishReason, calls }: ChatAnswer): string =>
  finishReason ?? (calls === undefined ? 'stop' : 'tool_calls');

function completionOf(answer: ChatAnswer): object {
  const message = {
    role: 'assistant',
    content: answer.text ?? null,
    ...(answer.reasoning !== undefined && { reasoning_content: answer.reasoning }),
    ...(answer.calls && {
      tool_calls: answer.calls.map(({ id, name, arguments: args }) => ({
        id,
        type: 'function',
        function: { name, arguments: args },
      })),
    }),
  };
  return {
    ...HEAD,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finishOf(answer) }],
    usage: answer.usage ?? USAGE,
  };
}

/** Texts word by word, arguments in pieces of three characters, as servers do it. */
function chunksOf(answer: ChatAnswer, wantsUsage: boolean): object[] {
  const chunk = (delta: object, finish: string | null = null) => ({
    ...HEAD,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const words = (text = '') => text.match(/\S+\s*/g) ?? [];
  const calls = (answer.calls ?? []).flatMap(({ id, name, arguments: args }, index) => [
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...(args.match(/[^]{1,3}/g) ?? []).map(piece =>
      chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
    ),
  ]);
  return [
    chunk({ role: 'assistant' }),
    ...words(answer.reasoning).map(word => chunk({ reasoning_content: word })),
    ...words(answer.text).map(word => chunk({ content: word })),
    ...calls,
    chunk({}, finishOf(answer)),
    ...(wantsUsage ? [{ ...HEAD, choices: [], usage: answer.usage ?? USAGE }] : []),
  ];
}

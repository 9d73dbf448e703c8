import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The connections of a server, and what is being answered on each. Node takes a connection for idle only once it has
 * carried a request, but clients open some in advance, and a server that is closing would wait for them.
 */
export class HttpConnections {
  readonly #answering = new Map<Socket, number>();
  #isClosing = false;

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#answering.set(socket, 0);
      socket.once('close', () => this.#answering.delete(socket));
    });
    server.on('request', ({ socket }: { socket: Socket }, response: ServerResponse) => {
      this.#count(socket, 1);
      response.once('close', () => this.#count(socket, -1));
    });
  }

  /** Ends every connection as soon as nothing is being answered on it. */
  closeWhenAnswered(): void {
    this.#isClosing = true;
    for (const [socket, answering] of this.#answering) if (answering === 0) socket.destroy();
  }

  #count(socket: Socket, change: number): void {
    const answering = this.#answering.get(socket);
    // Closed before its answer was.
    if (answering === undefined) return;
    this.#answering.set(socket, answering + change);
    if (this.#isClosing && answering + change === 0) socket.destroy();
  }
}

import type { Readable, Writable } from 'node:stream';
import { delay, systemClock } from '../../foundation/clock.js';
import { reserveStdout } from '../../foundation/reserved-stdout.js';
import type { RunningTransport } from './running-transport.js';
import { connectCatalogue } from './sdk-server.js';
import { StdioTransport } from './stdio-transport.js';
import type { ToolCatalogue } from './tool-catalogue.js';

/** Other streams than the process's own, e.g. of a socket or a test. */
export interface StdioStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Serves on the process's stdin and stdout. Until it is closed, whatever else writes to `process.stdout` goes to
 * stderr, so that stdout stays pure JSON-RPC. Ends by itself when the client closes its side.
 *
 * @param lifecycle.answerAll - Makes every call that is in flight be answered: a client that sends no more may still read.
 * @param lifecycle.maxMessageBytes - Longer messages are refused, and the next ones read.
 */
export async function serveStdio(
  catalogue: ToolCatalogue,
  streams: StdioStreams | undefined,
  { answerAll, maxMessageBytes }: { answerAll: () => Promise<void>; maxMessageBytes: number },
): Promise<RunningTransport> {
  const reserved = streams === undefined ? reserveStdout() : undefined;
  const input = streams?.input ?? process.stdin;
  const output = streams?.output ?? reserved?.output ?? process.stdout;
  const transport = new StdioTransport(input, output, maxMessageBytes);
  const connection = await connectCatalogue(catalogue, transport, 'stdio');
  const closed = new Promise<void>(resolve => {
    const end = (): void => {
      // What was sent last reaches its tool a few microtasks later.
      void delay(systemClock, 0)
        .then(answerAll)
        .finally(() => connection.close());
    };
    input.once('end', end).once('close', end);
    // A client that no longer reads has left as well.
    output.once('error', end);
    const onclose = transport.onclose;
    transport.onclose = () => {
      onclose?.();
      input.off('end', end).off('close', end);
      output.off('error', end);
      reserved?.release();
      resolve();
    };
  });
  return { closed, close: () => connection.close().then(() => closed) };
}

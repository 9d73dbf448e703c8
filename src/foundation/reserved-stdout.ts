import { Writable } from 'node:stream';

/** stdout for one writer alone. */
export interface ReservedStdout {
  /** The one way that still reaches the real stdout; its errors (nobody reads any more) are this stream's. */
  readonly output: Writable;
  /** Gives stdout back to everybody. */
  release(): void;
}

/**
 * Points everything that writes to `process.stdout` to stderr, so that a result or a protocol has stdout for itself. Who
 * ends or destroys `process.stdout` ends nothing.
 */
export function reserveStdout(): ReservedStdout {
  const { stdout, stderr } = process;
  // Kept unbound: release() has to put back the very functions it found.
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with their receiver below.
  const { write, end, destroy } = stdout;
  // An error without a listener would end the process; the output reports it.
  const ignore = (): void => undefined;
  stdout.on('error', ignore);
  stdout.write = stderr.write.bind(stderr);
  stdout.destroy = () => stdout;
  stdout.end = (...args: unknown[]) => {
    const [chunk] = args;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) stdout.write(chunk);
    const done = args.at(-1);
    if (typeof done === 'function') queueMicrotask(done as () => void);
    return stdout;
  };
  return {
    output: new Writable({
      write: (chunk: Buffer, encoding, done) => void write.call(stdout, chunk, encoding, done),
    }),
    release: () => {
      stdout.off('error', ignore);
      Object.assign(stdout, { write, end, destroy });
    },
  };
}

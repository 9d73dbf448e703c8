import { Writable } from 'node:stream';

export interface ReservedStdout {
  /** The one way that still reaches the real stdout. */
  readonly output: Writable;
  /** Gives stdout back to everybody. */
  release(): void;
}

/** Points everything that writes to `process.stdout` to stderr, so that a result or a protocol has stdout for itself. */
export function reserveStdout(): ReservedStdout {
  // Kept unbound: release() has to put back the very function it found.
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its receiver below.
  const write = process.stdout.write;
  const output = new Writable({
    write: (chunk: Buffer, encoding, done) => void write.call(process.stdout, chunk, encoding, done),
  });
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return {
    output,
    release: () => {
      process.stdout.write = write;
    },
  };
}

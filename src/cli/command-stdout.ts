import { Writable } from 'node:stream';
import { reserveStdout } from '../index.js';

/**
 * stdout for the command's result alone. It never fails, so that what waits for it can end in order: whoever reads it
 * may leave at any time, and `onLost` is told once.
 */
export function openStdout(onLost: (error: NodeJS.ErrnoException) => void): Writable {
  const { output } = reserveStdout();
  keepOpen(process.stdout);
  output.once('error', onLost);
  // When nobody reads stderr there is nobody to tell.
  process.stderr.on('error', () => undefined);
  return new Writable({
    write: (chunk: Buffer, encoding, done) => void output.write(chunk, encoding, () => done()),
  });
}

/** MODULE may end its output, which is not the command's; errors reach the command through its own stream alone. */
function keepOpen(stdout: NodeJS.WriteStream): void {
  stdout.end = (...args: unknown[]) => {
    const [chunk] = args;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) stdout.write(chunk);
    const done = args.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return stdout;
  };
  stdout.destroy = () => stdout;
}

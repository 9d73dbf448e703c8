import { Writable } from 'node:stream';
import { reserveStdout } from '../index.js';

/**
 * stdout for the command's result alone. It never fails, so that what waits for it can end in order: whoever reads it
 * may leave at any time, and `onLost` is told once.
 */
export function openStdout(onLost: (error: NodeJS.ErrnoException) => void): Writable {
  const { output } = reserveStdout();
  output.once('error', onLost);
  // When nobody reads stderr there is nobody to tell.
  process.stderr.on('error', () => undefined);
  return new Writable({
    write: (chunk: Buffer, encoding, done) => void output.write(chunk, encoding, () => done()),
  });
}

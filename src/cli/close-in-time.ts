import { systemClock } from '../index.js';
import { type CommandIo, EXIT } from './command-io.js';

const CLOSING_MS = 10_000;

/** Waits until `closing` is over, ten seconds at most: whoever ended the command must not wait for tools that never close. */
export async function closeInTime(closing: Promise<void>, what: string, io: CommandIo): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const cancel = systemClock.schedule(CLOSING_MS, () => {
      process.stderr.write(`The ${what} did not close within ${CLOSING_MS / 1_000} s.\n`);
      io.setExitCode(EXIT.failed);
      resolve();
    });
    closing.then(resolve, reject).finally(cancel);
  });
}

import { systemClock } from '../index.js';
import { EXIT } from './command-io.js';
import { endProcess } from './ending.js';

const SAME_SIGNAL_MS = 250;

/** Calls `stop` on the first SIGINT or SIGTERM; a second one ends the process at once. Gives how to undo it. */
export function stopOnSignal(stop: () => void): () => void {
  let stoppedAtMs: number | undefined;
  const receive = (): void => {
    const now = systemClock.monotonicMs();
    if (stoppedAtMs === undefined) {
      stoppedAtMs = now;
      stop();
      // npx passes on what the terminal has sent to the whole group: one Ctrl-C arrives twice.
    } else if (now - stoppedAtMs > SAME_SIGNAL_MS) endProcess(EXIT.failed);
  };
  process.on('SIGINT', receive).on('SIGTERM', receive);
  return () => void process.off('SIGINT', receive).off('SIGTERM', receive);
}

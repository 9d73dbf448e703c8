import { AsyncResource } from 'node:async_hooks';
import { setImmediate, setTimeout as nodeSetTimeout } from 'node:timers';

interface Waiting {
  readonly delayMs: number;
  readonly callback: () => void;
  timer: NodeJS.Timeout | undefined;
}

/** Asked for in this turn of the event loop. */
const waiting = new Set<Waiting>();
let isStarting = false;
/** Where no run is current, since the timers of one turn belong to many. */
const outside = new AsyncResource('toolwright.timers');
/** What Node counts up to; beyond it a timer would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * A timer that starts when this turn of the event loop ends, which is when Node begins to count anyway. Most tool calls
 * have ended by then, and a timer that is set and cleared costs as much as all their checks.
 *
 * @returns a function that takes the timer back.
 */
export function startTimer(delayMs: number, callback: () => void): () => void {
  if (delayMs > LONGEST_MS) {
    let cancel = startTimer(LONGEST_MS, () => (cancel = startTimer(delayMs - LONGEST_MS, callback)));
    return () => cancel();
  }
  // Somebody who advances a fake clock expects the timer to be there.
  if (setTimeout !== nodeSetTimeout) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  }
  const entry: Waiting = { delayMs, callback, timer: undefined };
  waiting.add(entry);
  if (!isStarting) {
    isStarting = true;
    outside.runInAsyncScope(() => setImmediate(startWaiting));
  }
  return () => {
    if (entry.timer === undefined) waiting.delete(entry);
    else clearTimeout(entry.timer);
  };
}

function startWaiting(): void {
  isStarting = false;
  for (const entry of waiting) entry.timer = setTimeout(entry.callback, entry.delayMs);
  waiting.clear();
}

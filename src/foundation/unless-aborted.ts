/**
 * What `work` gives, or the signal's reason as soon as it aborts: providers and functions of others may not listen to
 * the signal they are given.
 */
export function unlessAborted<T>(work: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return Promise.resolve(work);
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    const settle = (): void => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    Promise.resolve(work).finally(settle).then(resolve, reject);
    if (signal.aborted) stop();
  });
}

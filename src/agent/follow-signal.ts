const followers = new WeakMap<AbortSignal, Set<AbortController>>();

/** Passes an abort on until it is released. Many runs of one signal share a listener: Node warns of more than ten. */
export function followSignal(signal: AbortSignal | undefined, stop: AbortController): () => void {
  if (signal === undefined) return () => undefined;
  if (signal.aborted) {
    stop.abort(signal.reason);
    return () => undefined;
  }
  const following = followers.get(signal) ?? listen(signal);
  following.add(stop);
  return () => following.delete(stop);
}

function listen(signal: AbortSignal): Set<AbortController> {
  const following = new Set<AbortController>();
  followers.set(signal, following);
  const cancel = (): void => {
    for (const stop of following) stop.abort(signal.reason);
  };
  signal.addEventListener('abort', cancel, { once: true });
  return following;
}

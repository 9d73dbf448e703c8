/** What may change in a server while clients are connected. */
export type ListName = 'tools' | 'resources' | 'prompts';

export type Change =
  { readonly kind: 'list'; readonly list: ListName } | { readonly kind: 'resource'; readonly uri: string };

/** Tells every connection what has changed. */
export class Changes {
  readonly #watchers = new Set<(change: Change) => void>();

  /** @returns what ends the watching. */
  watch(watcher: (change: Change) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  tell(change: Change): void {
    for (const watcher of this.#watchers) watcher(change);
  }
}

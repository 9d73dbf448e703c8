import { type JournalEvent, MemoryRunStore, type RunStore } from 'toolwright';

/**
 * A store in memory that waits for `before` with what it is given: that may hold events back, or refuse them.
 *
 * @returns the store, and what it keeps.
 */
export function heldStore(before: (events: readonly JournalEvent[]) => Promise<void>): {
  readonly store: RunStore;
  readonly kept: MemoryRunStore;
} {
  const kept = new MemoryRunStore();
  const store: RunStore = {
    read: runId => kept.read(runId),
    list: filter => kept.list(filter),
    close: () => kept.close(),
    async write(runId) {
      const writer = await kept.write(runId);
      return {
        runId,
        get nextSeq() {
          return writer.nextSeq;
        },
        close: () => writer.close(),
        delete: () => writer.delete(),
        async append(events) {
          await before(events);
          await writer.append(events);
        },
      };
    },
  };
  return { store, kept };
}

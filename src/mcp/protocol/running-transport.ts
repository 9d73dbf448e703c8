/** A transport that accepts connections until it is closed. */
export interface RunningTransport {
  /** Where clients connect; missing for stdio. */
  readonly url?: string;
  /** Resolves when it has ended: by `close()`, or because its only client left (stdio). */
  readonly closed: Promise<void>;
  /** Cancels calls in flight, then ends connections. Resolves when all is over. */
  close(): Promise<void>;
}

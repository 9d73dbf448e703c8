import type { RunningTransport } from '../protocol/running-transport.js';
import type { ServedSource } from './served-source.js';

/** A server that accepts connections until it is closed. */
export interface RunningServer extends RunningTransport {
  /**
   * Serves these instead. Clients are told which lists have changed; calls at work are answered by what they began with.
   *
   * @throws what `serveMcp` throws for mistakes; then everything stays as it is.
   */
  replace(sources: readonly ServedSource[]): void;
  /** Tells the clients that have subscribed to a resource to read it again. */
  resourceUpdated(uri: string): void;
}

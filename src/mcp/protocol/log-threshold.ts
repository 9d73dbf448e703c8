import { LOG_LEVELS, type LogLevel } from './calling-client.js';

/** From which level on a client wants to hear of messages. */
export class LogThreshold {
  #least = LOG_LEVELS.indexOf('info');

  set(level: LogLevel): void {
    this.#least = LOG_LEVELS.indexOf(level);
  }

  lets(level: LogLevel): boolean {
    return LOG_LEVELS.indexOf(level) >= this.#least;
  }
}

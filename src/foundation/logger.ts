import type { JsonObject } from './json.js';

/** Where toolwright and tools report what they do. Any logger with these four methods fits (pino, winston, console). */
export interface Logger {
  debug(message: string, fields?: JsonObject): void;
  info(message: string, fields?: JsonObject): void;
  warn(message: string, fields?: JsonObject): void;
  error(message: string, fields?: JsonObject): void;
}

const ignore = (): void => undefined;

/** Drops everything. */
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The same logger, except that nothing it throws reaches whoever logs. */
export const tolerant = (logger: Logger): Logger => new TolerantLogger(logger);

/** Its methods are made when they are first asked for: most runs log nothing. They may be taken off it. */
class TolerantLogger implements Logger {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get debug(): Logger['debug'] {
    return this.#quietly('debug');
  }

  get info(): Logger['info'] {
    return this.#quietly('info');
  }

  get warn(): Logger['warn'] {
    return this.#quietly('warn');
  }

  get error(): Logger['error'] {
    return this.#quietly('error');
  }

  #quietly(method: keyof Logger): Logger['debug'] {
    return (message, fields) => {
      try {
        this.#logger[method](message, fields);
      } catch {
        // There is nobody left to tell.
      }
    };
  }
}

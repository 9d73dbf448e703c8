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
export function tolerant(logger: Logger): Logger {
  const quietly =
    (method: keyof Logger) =>
    (message: string, fields?: JsonObject): void => {
      try {
        logger[method](message, fields);
      } catch {
        // There is nobody left to tell.
      }
    };
  return { debug: quietly('debug'), info: quietly('info'), warn: quietly('warn'), error: quietly('error') };
}

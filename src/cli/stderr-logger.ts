import { inspect } from 'node:util';
import type { Logger } from '../index.js';

/** One line for each entry on stderr: level, message, fields as JSON. */
export const stderrLogger: Logger = {
  debug: (message, fields) => log('debug', message, fields),
  info: (message, fields) => log('info', message, fields),
  warn: (message, fields) => log('warn', message, fields),
  error: (message, fields) => log('error', message, fields),
};

function log(level: keyof Logger, message: string, fields: unknown): void {
  const flat = message.replace(/\s*[\r\n]+\s*/g, ' ');
  process.stderr.write(`${level} ${flat}${fields === undefined ? '' : ` ${toText(fields)}`}\n`);
}

/** Tools hand over what they have; a log line must not fail on it. */
function toText(fields: unknown): string {
  try {
    return JSON.stringify(fields);
  } catch {
    return inspect(fields, { breakLength: Number.POSITIVE_INFINITY }).replace(/\s*[\r\n]+\s*/g, ' ');
  }
}

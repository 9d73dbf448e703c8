import type { Writable } from 'node:stream';
import { locateModule } from './load-module.js';
import { findOtherCopy, handOver } from './package-copy.js';

/** What a command may do to the outside besides its work. */
export interface CommandIo {
  /** The real stdout; only the command's result goes there. */
  readonly stdout: Writable;
  /** Aborts when nobody reads stdout any more. */
  readonly stdoutLost: AbortSignal;
  setExitCode(code: number): void;
}

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/**
 * Locates MODULE and runs `action` with its path, or hands the command line over to the copy of this package that
 * MODULE imports, when that is another one.
 */
export async function withModule(
  module: string,
  io: CommandIo,
  action: (modulePath: string) => Promise<void>,
): Promise<void> {
  const modulePath = locateModule(module);
  const otherCopy = findOtherCopy(modulePath);
  if (otherCopy === undefined) await action(modulePath);
  else io.setExitCode(await handOver(otherCopy, process.argv.slice(2)));
}

export const MODULE_HELP = 'JavaScript or TypeScript file that exports tools';

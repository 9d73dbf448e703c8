import { spawn } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HANDED_OVER = 'TOOLWRIGHT_HANDED_OVER';

const ownRoot = realpathSync(fileURLToPath(new URL('../..', import.meta.url)));

export const ownVersion = (readManifest(ownRoot) as { version: string }).version;

/**
 * The executable of another copy of this package, when that is the one MODULE would import: its decorators and its
 * runtime must come from one copy.
 */
export function findOtherCopy(modulePath: string): string | undefined {
  if (process.env[HANDED_OVER] !== undefined) return undefined;
  let manifestPath: string;
  try {
    manifestPath = createRequire(modulePath).resolve('toolwright/package.json');
  } catch {
    return undefined;
  }
  const root = realpathSync(dirname(manifestPath));
  if (root === ownRoot) return undefined;
  const { bin } = readManifest(root) as { bin: { toolwright: string } };
  return join(root, bin.toolwright);
}

/** Runs the same command line with another copy; resolves with its exit code. */
export function handOver(executable: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [executable, ...args], {
    stdio: 'inherit',
    env: { ...process.env, [HANDED_OVER]: '1' },
  });
  // The terminal signals the whole group; a signal sent to this process alone has to be passed on.
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGTERM', forward).on('SIGINT', forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', code => resolve(code ?? 1));
  });
}

function readManifest(root: string): unknown {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Clock, delay } from '../../foundation/clock.js';
import { buildClaim, isAlive, parseClaim, type ProcessClaim } from './process-claim.js';

/** A file that one process has for itself until it releases it or ends. */
export class ProcessLock {
  constructor(
    private readonly path: string,
    private readonly token: string,
  ) {}

  /** False when somebody has removed or replaced the file. */
  isHeld(): boolean {
    return readClaim(this.path)?.token === this.token;
  }

  release(): void {
    if (this.isHeld()) rmSync(this.path, { force: true });
  }
}

/**
 * Takes the lock, also from a process that is gone.
 *
 * @returns the claim of the one who has it, when it cannot be had.
 */
export function takeLock(path: string): ProcessLock | ProcessClaim {
  const claim = buildClaim();
  // Whole before it is in place: a link is made at once, a file is written bit by bit.
  const draft = `${path}.${claim.token}.new`;
  writeFileSync(draft, JSON.stringify(claim), { flag: 'wx' });
  try {
    for (;;) {
      const holder = linkOrFindHolder(draft, path) ?? takeOver(draft, path);
      if (holder === 'placed') return new ProcessLock(path, claim.token);
      if (holder !== 'released') return holder;
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

const RETRY_MS = 20;

/** As {@link takeLock}, and waits for whoever has it. */
export async function takeLockInTime(
  path: string,
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs: number },
): Promise<ProcessLock | ProcessClaim> {
  const endMs = clock.monotonicMs() + timeoutMs;
  for (;;) {
    const lock = takeLock(path);
    if (lock instanceof ProcessLock || clock.monotonicMs() >= endMs) return lock;
    await delay(clock, RETRY_MS);
  }
}

function linkOrFindHolder(draft: string, path: string): ProcessClaim | 'placed' | 'released' | undefined {
  try {
    linkSync(draft, path);
    return 'placed';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = readClaim(path);
  if (holder === undefined) return 'released';
  return isAlive(holder) ? holder : undefined;
}

/**
 * Puts the draft in the place of a dead process's claim. Only who has the lock on just that claim may, and it looks again
 * once it has it: otherwise two could follow the dead one, the second in the place of the first.
 */
function takeOver(draft: string, path: string): ProcessClaim | 'placed' | 'released' {
  const dead = readClaim(path);
  if (dead === undefined) return 'released';
  if (isAlive(dead)) return dead;
  const successor = takeLock(`${path}.${dead.token}`);
  if (!(successor instanceof ProcessLock)) return successor;
  try {
    if (readClaim(path)?.token !== dead.token) return 'released';
    renameSync(draft, path);
    return 'placed';
  } finally {
    successor.release();
  }
}

/** A claim that cannot be read was cut off together with its machine. */
const UNREADABLE: ProcessClaim = { pid: 0, host: hostname(), token: 'unreadable' };

function readClaim(path: string): ProcessClaim | undefined {
  try {
    return parseClaim(readFileSync(path, 'utf8')) ?? UNREADABLE;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

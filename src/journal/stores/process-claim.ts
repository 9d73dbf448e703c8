import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemEntropy } from '../../foundation/entropy.js';

/** Which process has something for itself. Plain JSON. */
export interface ProcessClaim {
  readonly pid: number;
  readonly host: string;
  /** When the process began, as its system counts; missing where that cannot be known. Process ids are used again. */
  readonly began?: string;
  /** Of this claim alone. */
  readonly token: string;
}

/** A new claim of this process. */
export function buildClaim(): ProcessClaim {
  const began = findProcess(process.pid)?.began;
  return {
    pid: process.pid,
    host: hostname(),
    ...(began === undefined ? {} : { began }),
    token: systemEntropy.uuid(),
  };
}

/** Undefined when the text is no claim. */
export function parseClaim(text: string): ProcessClaim | undefined {
  try {
    const claim = JSON.parse(text) as Partial<ProcessClaim> | null;
    const isWhole =
      Number.isSafeInteger(claim?.pid) &&
      typeof claim?.host === 'string' &&
      /^[\w-]+$/.test(claim.token ?? '');
    return isWhole ? (claim as ProcessClaim) : undefined;
  } catch {
    return undefined;
  }
}

/** False when the process is surely gone; what runs on another host counts as alive. */
export function isAlive({ pid, host, began }: ProcessClaim): boolean {
  if (host !== hostname()) return true;
  if (pid <= 0 || !exists(pid)) return false;
  const found = findProcess(pid);
  return found === undefined || (!found.isZombie && (began === undefined || began === found.began));
}

/**
 * Who it is, for people.
 *
 * @param remedy - What to do where we cannot see whether the process lives.
 */
export function describeClaim({ pid, host }: ProcessClaim, remedy: string): string {
  if (host !== hostname()) return `process ${pid} of host '${host}'; should that be gone, ${remedy}`;
  return pid === process.pid ? 'of this process' : `process ${pid}`;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** As Linux tells it; undefined elsewhere. */
function findProcess(pid: number): { readonly isZombie: boolean; readonly began: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program stands in parentheses, and may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const began = fields[19];
    return began === undefined ? undefined : { isZombie: fields[0] === 'Z', began };
  } catch {
    return undefined;
  }
}

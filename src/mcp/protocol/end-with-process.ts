const groups = new Set<number>();

/**
 * Ends a group of processes with this one, however it ends but by SIGKILL: they would go on for nobody.
 *
 * @returns what forgets the group, once it is gone.
 */
export function endWithProcess(pid: number | undefined): () => void {
  if (pid === undefined) return () => undefined;
  if (groups.size === 0) process.on('exit', endAll);
  groups.add(pid);
  return () => {
    groups.delete(pid);
    if (groups.size === 0) process.off('exit', endAll);
  };
}

function endAll(): void {
  for (const pid of groups) killGroup(pid, 'SIGKILL');
}

/** Where there are no groups, the process alone. */
export function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // All of them are gone.
  }
}

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file so that others see all of it or none, whenever the process ends. @throws what the system reports. */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.${String(process.pid)}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(draft, text);
  renameSync(draft, path);
}

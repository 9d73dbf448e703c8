import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const names = new Map<string, string | undefined>();

/** The name in the nearest package.json above a file; undefined when there is none, or it has no name. */
export function packageOf(fileName: string): string | undefined {
  return packageOfFolder(dirname(fileName));
}

function packageOfFolder(folder: string): string | undefined {
  if (!names.has(folder)) names.set(folder, read(folder));
  return names.get(folder);
}

function read(folder: string): string | undefined {
  const path = join(folder, 'package.json');
  if (existsSync(path)) {
    try {
      const { name } = JSON.parse(readFileSync(path, 'utf8')) as { readonly name?: unknown };
      if (typeof name === 'string') return name;
    } catch {
      return undefined;
    }
  }
  const parent = dirname(folder);
  return parent === folder ? undefined : packageOfFolder(parent);
}

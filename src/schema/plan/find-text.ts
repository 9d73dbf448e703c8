import { childPath } from './pointer.js';

/** The JSON Pointer of the first place that holds `text`, or has it for a name. Works without recursion, and never reads anything twice. */
export function findText(value: unknown, text: string): string | undefined {
  const seen = new Set<object>();
  const open: [value: unknown, path: string][] = [[value, '']];
  for (const [held, path] of open) {
    if (held === text) return path;
    if (typeof held !== 'object' || held === null || seen.has(held)) continue;
    seen.add(held);
    for (const [key, member] of Object.entries(held)) {
      if (key === text) return childPath(path, key);
      open.push([member, childPath(path, key)]);
    }
  }
  return undefined;
}

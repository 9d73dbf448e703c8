import type { Node } from './node.js';
import { sourcesOf } from './node.js';
import type { Loss } from './rendered-tool.js';

/** What the passes have to say about a schema. */
export class Report {
  private readonly found = new Map<string, Loss>();
  private readonly reasons = new Set<string>();

  get losses(): readonly Loss[] {
    return [...this.found.values()];
  }

  /** Why the schema cannot be expressed in the dialect as it is. */
  get blockers(): readonly string[] {
    return [...this.reasons];
  }

  lose(node: Node, keyword: string, reason: string, kept: Loss['kept']): void {
    for (const path of sourcesOf(node, keyword)) {
      const key = `${path} ${keyword}`;
      if (!this.found.has(key)) this.found.set(key, Object.freeze({ path, keyword, reason, kept }));
    }
  }

  block(reason: string): void {
    this.reasons.add(reason);
  }
}

/** Where something is, in words. */
export const placeOf = (node: Node): string => {
  const [path = ''] = sourcesOf(node, '');
  return path === '' ? 'the root' : path;
};

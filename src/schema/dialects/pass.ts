import type { Definitions, Draft, Node } from './node.js';
import { mapDraft } from './node.js';
import type { SchemaRules } from './profile.js';
import type { Report } from './report.js';

export interface PassContext {
  readonly rules: SchemaRules;
  readonly report: Report;
}

/** One step from the canonical schema to a dialect. Pure, apart from what it reports. */
export type Pass = (draft: Draft, context: PassContext) => Draft;

/** A step that needs to see one node at a time; its parts have been through it before. */
export type NodePass = (node: Node, context: NodeContext) => Node;

export interface NodeContext extends PassContext {
  /** As they were before the step. */
  readonly definitions: Definitions;
}

/** Several steps in one walk through the schema: walking costs more than most steps. No walk for no steps. */
export function together(...steps: readonly NodePass[]): readonly Pass[] {
  if (steps.length === 0) return [];
  return [
    (draft, context) => {
      const nodeContext = { ...context, definitions: draft.definitions };
      return mapDraft(draft, node => {
        let changed = node;
        for (const step of steps) changed = step(changed, nodeContext);
        return changed;
      });
    },
  ];
}

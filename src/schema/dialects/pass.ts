import type { Definitions, Draft, Node } from './node.js';
import { mapNamed, mapParts } from './node.js';
import type { SchemaRules } from './profile.js';
import type { Report } from './report.js';

export interface PassContext {
  readonly rules: SchemaRules;
  readonly report: Report;
}

/** One step from the canonical schema to a dialect. Pure, apart from what it reports. */
export type Pass = (draft: Draft, context: PassContext) => Draft;

/** A step that needs to see one node at a time. */
export type NodePass = (node: Node, context: NodeContext) => Node;

export interface NodeContext extends PassContext {
  /** As they were before the step. */
  readonly definitions: Definitions;
}

/** Steps that share one walk through the schema: walking costs more than most steps. */
export interface Walk {
  /** Taken before those of the parts. */
  readonly down?: readonly NodePass[];
  /** Taken when the parts are through the whole walk. */
  readonly up?: readonly NodePass[];
}

/** One walk with all steps, and none for no steps. */
export function together({ down = [], up = [] }: Walk): readonly Pass[] {
  if (down.length + up.length === 0) return [];
  return [
    ({ root, definitions, keywords }, { rules, report }) => {
      const context = { rules, report, definitions };
      const change = (node: Node): Node =>
        takeAll(up, mapParts(takeAll(down, node, context), change), context);
      return { definitions: mapNamed(definitions, change), root: change(root), keywords };
    },
  ];
}

function takeAll(steps: readonly NodePass[], node: Node, context: NodeContext): Node {
  let changed = node;
  // Not `of`: an iterator for every node is a good part of what a walk costs.
  for (let index = 0; index < steps.length; index++) changed = (steps[index] as NodePass)(changed, context);
  return changed;
}

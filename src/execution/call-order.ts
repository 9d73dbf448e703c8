import type { ToolDefinition } from '../tool/tool-definition.js';

/**
 * For each call of a turn the earlier ones that it waits for. Calls that only read may overlap; the others keep order
 * among themselves, as do calls that share a resource; nothing overtakes a call that may end the run.
 *
 * @param tools - Of the calls, in their order; undefined for a call of a tool that does not exist, which waits for none.
 */
export function findPredecessors(
  tools: readonly (ToolDefinition | undefined)[],
): readonly (readonly number[])[] {
  const latest = new Map<string, number>();
  return tools.map((tool, index) => {
    const queues = tool === undefined ? [] : queuesOf(tool);
    const predecessors = new Set<number>();
    for (const queue of [...queues, ENDS_RUN]) {
      const before = latest.get(queue);
      if (before !== undefined) predecessors.add(before);
    }
    if (tool?.policy.endsRun === true) {
      for (let before = 0; before < index; before++) predecessors.add(before);
      latest.set(ENDS_RUN, index);
    }
    for (const queue of queues) latest.set(queue, index);
    return [...predecessors];
  });
}

const ENDS_RUN = 'ends run';
const WRITES = 'writes';

const queuesOf = ({ replayClass, policy }: ToolDefinition): string[] => [
  ...(replayClass === 'read_only' ? [] : [WRITES]),
  ...(policy.resources ?? []).map(name => `resource ${name}`),
];

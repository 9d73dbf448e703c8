import { checkOptions, FLAG, oneOf, POSITIVE, TEXT } from '../../security/option-check.js';
import type { ToolCallGuardrail } from '../../tool/guardrail.js';
import { findLiveRun } from '../live-run.js';

/** What {@link costGuardrail} takes. */
export interface CostGuardrailOptions {
  /** US dollars of one run, sub-agents included. */
  readonly maxCostUsd: number;
  /** @defaultValue `cost` */
  readonly name?: string;
  /** @defaultValue true */
  readonly blocks?: boolean;
  /** Let the model conclude without tools, or end the run. @defaultValue 'tell' */
  readonly onTrip?: 'tell' | 'end';
}

/**
 * Blocks tool calls of a run that has cost more, so that its model concludes with what it has; `maxCostUsd` of an agent is the
 * limit that no answer passes. Needs a model with a price, and an agent: without one there is no cost, which counts as an error.
 */
export function costGuardrail(options: CostGuardrailOptions): ToolCallGuardrail {
  const rules = { maxCostUsd: POSITIVE, name: TEXT, blocks: FLAG, onTrip: oneOf(['tell', 'end']) };
  checkOptions('costGuardrail', options, rules, ['maxCostUsd']);
  const { maxCostUsd, name = 'cost', blocks = true, onTrip = 'tell' } = options;
  return {
    ...{ name, blocks, onTrip, position: 'tool_call' },
    check({ run }) {
      const live = findLiveRun(run);
      if (live === undefined) throw new Error('there is no agent, so nobody knows the cost');
      if (live.parts.model.hasPrice === false) throw new Error('the model has no price');
      if (live.usage.costUsd < maxCostUsd) return true;
      const reason = `the run has cost ${live.usage.costUsd.toFixed(4)} of ${maxCostUsd} US dollars. Answer with what you have`;
      return { pass: false, reason };
    },
  };
}

import type { RunContext } from '../../context/run-context.js';
import { checkOptions, COUNT, oneOf, TEXTS } from '../../security/option-check.js';
import { compileGlob } from '../../security/policies/glob.js';
import type { AgentMiddleware } from '../agent-middleware.js';
import { findLiveRun } from '../live-run.js';
import { refuse } from './refuse.js';

/** What {@link toolBudget} takes. */
export interface ToolBudgetOptions {
  /** Calls of one run that may reach their tool, failed ones included. */
  readonly max: number;
  /** All counted tools together, or each by itself. @defaultValue 'run' */
  readonly per?: 'run' | 'tool';
  /** Patterns for names of the tools that count; others are free. @defaultValue all of them */
  readonly tools?: readonly string[];
}

/** Lets a run call tools so many times, and answers further calls with an error. A resumed run goes on counting. */
export function toolBudget(options: ToolBudgetOptions): AgentMiddleware {
  const rules = { max: COUNT, per: oneOf(['run', 'tool']), tools: TEXTS };
  checkOptions('toolBudget', options, rules, ['max']);
  const { max, per = 'run', tools = ['*'] } = options;
  const globs = tools.map(compileGlob);
  const counts = (toolName: string): boolean => globs.some(matches => matches(toolName));
  const keyOf = (toolName: string): string => (per === 'tool' ? toolName : '');
  const usedBy = new WeakMap<RunContext, Map<string, number>>();
  return {
    name: 'tool budget',
    aroundTool(call, next) {
      const toolName = call.tool.name;
      if (!counts(toolName)) return next();
      const used = usedBy.get(call.run) ?? usedBefore(call.run, counts, keyOf);
      usedBy.set(call.run, used);
      const count = used.get(keyOf(toolName)) ?? 0;
      if (count >= max) {
        const whose = per === 'tool' ? 'its budget' : 'the budget for tools';
        return refuse(
          call,
          `${whose} of ${max} ${max === 1 ? 'call' : 'calls'} is used up. Answer with what you have.`,
        );
      }
      used.set(keyOf(toolName), count + 1);
      return next();
    },
  };
}

/** Of a run that was resumed, the calls before that. */
function usedBefore(
  run: RunContext,
  counts: (toolName: string) => boolean,
  keyOf: (toolName: string) => string,
): Map<string, number> {
  const used = new Map<string, number>();
  for (const { toolName, observation } of findLiveRun(run)?.calls ?? []) {
    if (observation === undefined || observation.attempts === 0 || !counts(toolName)) continue;
    used.set(keyOf(toolName), (used.get(keyOf(toolName)) ?? 0) + 1);
  }
  return used;
}

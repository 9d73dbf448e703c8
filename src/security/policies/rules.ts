import type { RunContext } from '../../context/run-context.js';
import { DefinitionError, type DefinitionProblem } from '../../foundation/definition-error.js';
import { isPlainObject } from '../../foundation/json.js';
import type { CallPolicy, PolicyDecision, PolicyVerdict } from '../../tool/call-policy.js';
import { findRuleProblems, type OptionRules } from '../../tool/option-rules.js';
import { checkOptions, FUNCTION, oneOf, TEXT } from '../option-check.js';
import { type CompiledRule, compileRule, type Rule } from './rule.js';

/** What {@link rules} take besides the rules. */
export interface RulesOptions {
  /** @defaultValue `rules` */
  readonly name?: string;
  /** When no rule fits. @defaultValue 'allow' */
  readonly otherwise?: PolicyDecision;
  /** Who a run is for, as text for the patterns of `subject`. */
  readonly subjectOf?: (run: RunContext) => string | undefined;
}

const EFFECTS = oneOf(['allow', 'ask', 'deny']);
const STRICTNESS: Readonly<Record<PolicyDecision, number>> = { allow: 0, ask: 1, deny: 2 };
const RULE_OF_RULES: OptionRules<keyof Rule> = {
  subject: {
    wanted: 'a pattern or a function',
    admits: value => TEXT.admits(value) || FUNCTION.admits(value),
  },
  tool: TEXT,
  arguments: {
    wanted: "patterns by path: { 'order.id': 'ORD-*' }",
    admits: value => isPlainObject(value) && Object.values(value).every(each => typeof each === 'string'),
  },
  effect: EFFECTS,
  priority: { wanted: 'a number', admits: Number.isFinite },
  reason: TEXT,
};

/**
 * Decides by rules: of those that fit a call the ones with the highest priority, and of these the strictest. A tool that can
 * only be denied is not offered to models.
 *
 * @throws DEFINITION with every mistake in the rules.
 */
export function rules(list: readonly Rule[], options: RulesOptions = {}): CallPolicy {
  checkOptions('rules', options, { name: TEXT, otherwise: EFFECTS, subjectOf: FUNCTION });
  const problems = findProblems(list, options);
  if (problems.length > 0) throw new DefinitionError(problems);
  const { name = 'rules', otherwise = 'allow', subjectOf } = options;
  const compiled = list.map(compileRule);
  return {
    name,
    isVisible: tool =>
      !isAlwaysDenied(
        compiled.filter(rule => rule.fitsTool(tool.name)),
        otherwise,
      ),
    async decide(call) {
      const subject = subjectOf?.(call.run);
      const fitting: CompiledRule[] = [];
      for (const rule of compiled) if (await rule.fitsCall(call, subject)) fitting.push(rule);
      return (
        findHolding(fitting) ?? {
          decision: otherwise,
          ...(otherwise === 'allow' ? {} : { reason: 'no rule allows it' }),
        }
      );
    },
  };
}

function findHolding(fitting: readonly CompiledRule[]): PolicyVerdict | undefined {
  const [holding] = [...fitting].sort(
    (a, b) => b.priority - a.priority || STRICTNESS[b.effect] - STRICTNESS[a.effect],
  );
  if (holding === undefined) return undefined;
  const { effect: decision, reason } = holding;
  return reason === undefined ? { decision } : { decision, reason };
}

/** Whatever the arguments and whoever it is for. */
function isAlwaysDenied(fitting: readonly CompiledRule[], otherwise: PolicyDecision): boolean {
  const certain = fitting.filter(({ isConditional }) => !isConditional);
  const least = findHolding(certain)?.decision ?? otherwise;
  if (least !== 'deny') return false;
  const floor = Math.max(-Infinity, ...certain.map(({ priority }) => priority));
  return !fitting.some(
    ({ isConditional, effect, priority }) => isConditional && effect !== 'deny' && priority > floor,
  );
}

function findProblems(list: unknown, { subjectOf }: RulesOptions): DefinitionProblem[] {
  if (!Array.isArray(list) || !list.every(isPlainObject)) {
    const fix = "write rules([{ tool: 'delete_*', effect: 'deny' }]).";
    return [{ where: 'rules', seen: 'it got no list of rules.', fix }];
  }
  return list.flatMap((rule, index) => {
    const where = `rules, rule ${index + 1}`;
    const problems = findRuleProblems(rule, RULE_OF_RULES, where);
    if (rule['effect'] === undefined)
      problems.push({ where, seen: 'effect is missing.', fix: `give ${EFFECTS.wanted}.` });
    if (typeof rule['subject'] === 'string' && subjectOf === undefined) {
      const fix =
        'say whom runs are for: rules([…], { subjectOf: run => run.state.user }), or give subject as a function.';
      problems.push({ where, seen: 'subject is a pattern, and nothing says what it is for.', fix });
    }
    return problems;
  });
}

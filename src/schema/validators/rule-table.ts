import { arrayRules } from './array-rules.js';
import { dateRules } from './date-rules.js';
import { formatRules } from './format-rules.js';
import { numberRules } from './number-rules.js';
import { patternRules } from './pattern-rules.js';
import type { RuleTable } from './validator-rule.js';
import { valueRules } from './value-rules.js';

/** Every validator that runs without class-validator's executor, by the name it has in class-validator's metadata. */
export const ruleTable: RuleTable = {
  ...valueRules,
  ...numberRules,
  ...arrayRules,
  ...dateRules,
  ...patternRules,
  ...formatRules,
};

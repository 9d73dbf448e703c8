import { DefinitionError } from '../foundation/definition-error.js';
import { isPlainObject } from '../foundation/json.js';
import { findRuleProblems, type OptionRule, type OptionRules } from '../tool/option-rules.js';

export const TEXT: OptionRule = {
  wanted: 'text',
  admits: value => typeof value === 'string' && value.trim() !== '',
};
export const FLAG: OptionRule = { wanted: 'true or false', admits: value => typeof value === 'boolean' };
export const FUNCTION: OptionRule = { wanted: 'a function', admits: value => typeof value === 'function' };
export const ANYTHING: OptionRule = { wanted: 'anything', admits: () => true };
export const POSITIVE: OptionRule = {
  wanted: 'a number above 0',
  admits: value => typeof value === 'number' && value > 0,
};
export const COUNT: OptionRule = {
  wanted: 'a whole number above 0',
  admits: value => Number.isInteger(value) && Number(value) > 0,
};
export const TEXTS: OptionRule = {
  wanted: 'a list of texts',
  isList: true,
  admits: value => Array.isArray(value) && value.length > 0 && value.every(each => TEXT.admits(each)),
};

export const oneOf = (allowed: readonly string[]): OptionRule => ({
  wanted: allowed.map(each => `'${each}'`).join(' or '),
  admits: value => allowed.includes(value as string),
});

export const someOf = (allowed: readonly string[]): OptionRule => ({
  wanted: `a list of ${allowed.map(each => `'${each}'`).join(', ')}`,
  isList: true,
  admits: value =>
    Array.isArray(value) && value.length > 0 && value.every(each => allowed.includes(each as string)),
});

/**
 * @param where - The function that was called, for the message.
 * @throws DEFINITION with every mistake in the options. Callers in JavaScript may give anything.
 */
export function checkOptions(
  where: string,
  options: unknown,
  rules: OptionRules,
  required: readonly string[] = [],
): void {
  if (!isPlainObject(options)) {
    const fix = `write ${where}({ ${Object.keys(rules).join(', ')} }).`;
    throw new DefinitionError([{ where, seen: 'it got no options.', fix }]);
  }
  const missing = required
    .filter(name => options[name] === undefined)
    .map(name => ({ where, seen: `${name} is missing.`, fix: `give ${rules[name]?.wanted ?? name}.` }));
  const problems = [...missing, ...findRuleProblems(options, rules, where)];
  if (problems.length > 0) throw new DefinitionError(problems);
}

import { toJson } from '../../foundation/codecs.js';
import { BrokenClassError } from '../broken-class-error.js';
import { guardFor, TooSlowPattern } from '../plan/pattern-guard.js';
import type { ValueCheck } from '../typed-schema.js';
import { type ConstraintRecord, constraintsOf, type ValidationRecord } from './validation-records.js';
import type { ValidatorRule } from './validator-rule.js';

/** The check that asks class-validator's own implementation of a validator. */
export function buildCheck(record: ValidationRecord, rule: ValidatorRule): ValueCheck {
  const constraints = record.constraints ?? [];
  const expected =
    typeof rule.expected === 'function' ? rule.expected(constraints) : (rule.expected ?? 'another value');
  const target = record.target as { name?: string };
  const { checkedFor, runsPattern } = rule;
  const guard = runsPattern === undefined ? undefined : guardFor(runsPattern(constraints));
  let found: readonly ConstraintRecord[] | undefined;
  return {
    expected,
    test(typed, owner) {
      if (checkedFor !== undefined && !checkedFor(typed)) return true;
      found ??= constraintsOf(record);
      const value = rule.isDate === true ? typed : asWritten(typed);
      const args = {
        value,
        constraints,
        targetName: target.name ?? '',
        object: owner ?? {},
        property: record.propertyName,
      };
      rewind(constraints);
      const judge = (): boolean =>
        (found ?? []).every(constraint => constraint.instance.validate(value, args) === true);
      try {
        return guard === undefined || typeof value !== 'string' ? judge() : guard(value, judge);
      } catch (cause) {
        if (cause instanceof TooSlowPattern) throw cause;
        if (rule.runsAuthorCode === true) throw brokenBy(record, cause);
        // Some validators throw on values they did not foresee, e.g. lone surrogates.
        return false;
      } finally {
        rewind(constraints);
      }
    },
  };
}

/** A sticky expression goes on where it stopped last: every value begins anew, for class-validator as well. */
function rewind(constraints: readonly unknown[]): void {
  for (const constraint of constraints) if (constraint instanceof RegExp) constraint.lastIndex = 0;
}

function brokenBy({ target, propertyName, name }: ValidationRecord, cause: unknown): BrokenClassError {
  const className = (target as { name?: string }).name ?? '';
  const fact = `the function given to '${name ?? ''}' threw`;
  return new BrokenClassError({ className, member: propertyName, fact, cause });
}

/** A validator of text stands on a property whose text has become a Date, a bigint or bytes. */
function asWritten(typed: unknown): unknown {
  return typeof typed === 'bigint' || typed instanceof Date || typed instanceof Uint8Array
    ? toJson(typed)
    : typed;
}

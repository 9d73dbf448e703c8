import { toJson } from '../../foundation/codecs.js';
import { type ValueCheck } from '../typed-schema.js';
import { type ConstraintRecord, constraintsOf, type ValidationRecord } from './validation-records.js';
import { type ValidatorRule } from './validator-rule.js';

/** The check that asks class-validator's own implementation of a validator. */
export function buildCheck(record: ValidationRecord, rule: ValidatorRule): ValueCheck {
  const constraints = record.constraints ?? [];
  const expected =
    typeof rule.expected === 'function' ? rule.expected(constraints) : (rule.expected ?? 'another value');
  const target = record.target as { name?: string };
  let found: readonly ConstraintRecord[] | undefined;
  return {
    expected,
    test(typed, owner) {
      found ??= constraintsOf(record);
      const value = rule.isDate === true ? typed : asWritten(typed);
      const args = {
        value,
        constraints,
        targetName: target.name ?? '',
        object: owner ?? {},
        property: record.propertyName,
      };
      try {
        return found.every(constraint => constraint.instance.validate(value, args) === true);
      } catch {
        // Some validators throw on values they did not foresee, e.g. lone surrogates.
        return false;
      }
    },
  };
}

/** A validator of text stands on a property whose text has become a Date, a bigint or bytes. */
function asWritten(typed: unknown): unknown {
  return typeof typed === 'bigint' || typed instanceof Date || typed instanceof Uint8Array
    ? toJson(typed)
    : typed;
}

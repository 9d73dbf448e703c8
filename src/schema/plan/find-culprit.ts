import type * as Validator from 'class-validator';
import { isThenable } from '../../foundation/thenable.js';
import { findBuiltInRule } from '../validators/built-in.js';
import { isObject } from './members.js';

/** The member whose transformation throws: each is tried without the others. Undefined when it takes several. */
export function findThrowingTransform(
  transform: (json: object) => unknown,
  json: object,
): string | undefined {
  return Object.entries(json).find(([name, value]: [string, unknown]) => {
    try {
      transform({ [name]: value });
      return false;
    } catch {
      return true;
    }
  })?.[0];
}

/** The members that hold promises, which only transformations can have put there; the path leads to nested ones. */
export function findPromises(instance: object, json: unknown): readonly string[] {
  return Object.entries(instance).flatMap(([name, value]: [string, unknown]) => {
    if (isThenable(value)) {
      value.then(undefined, () => undefined); // Refused anyway: its failure must not end the process.
      return [name];
    }
    const source = (json as Record<string, unknown>)[name];
    const isNested =
      typeof value === 'object' && value !== null && typeof source === 'object' && source !== null;
    return isNested ? findPromises(value, source).map(inner => `${name}.${inner}`) : [];
  });
}

type Metadata = ReturnType<Validator.MetadataStorage['getTargetValidationMetadatas']>[number];

/** A member and the validator on it that throws. */
export interface ThrowingValidator {
  readonly member: string;
  readonly name: string;
  readonly value: unknown;
  /** class-validator's own: some of them throw on values they did not foresee, e.g. lone surrogates. */
  readonly isBuiltIn: boolean;
}

/** Runs the validators of an instance one by one; undefined when none throws, e.g. because a condition does. */
export async function findThrowingValidator(
  storage: Validator.MetadataStorage,
  instance: object,
): Promise<ThrowingValidator | undefined> {
  const { constructor } = Object.getPrototypeOf(instance) as object;
  for (const record of storage.getTargetValidationMetadatas(constructor, '', true, false)) {
    const held = (instance as Record<string, unknown>)[record.propertyName];
    const isList = (record.each || Array.isArray(held)) && typeof held === 'object' && held !== null;
    for (const value of isList ? (Object.values(held) as unknown[]) : [held]) {
      const found = await tryRecord(storage, record, value, instance);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

async function tryRecord(
  storage: Validator.MetadataStorage,
  record: Metadata,
  value: unknown,
  instance: object,
): Promise<ThrowingValidator | undefined> {
  const { propertyName: member, constraints, type } = record;
  if (type === 'nestedValidation') {
    const inner = isObject(value) ? await findThrowingValidator(storage, value) : undefined;
    return inner && { ...inner, member: `${member}.${inner.member}` };
  }
  const args = { value, constraints, targetName: '', object: instance, property: member };
  for (const constraint of storage.getTargetValidatorConstraints(record.constraintCls)) {
    try {
      await constraint.instance.validate(value, args);
    } catch {
      const rule = findBuiltInRule(record);
      const isBuiltIn = rule !== undefined && rule.runsAuthorCode !== true;
      return { member, name: constraint.name, value, isBuiltIn };
    }
  }
  return undefined;
}

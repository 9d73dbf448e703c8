import type * as Transformer from 'class-transformer';
import type * as Validator from 'class-validator';
import type { ValidationError } from 'class-validator';
import type { Constructor } from '../../foundation/constructor.js';
import { BrokenClassError } from '../broken-class-error.js';
import { findPromises, findThrowingTransform, findThrowingValidator } from './find-culprit.js';
import type { Deferred, Failures } from './pass.js';

const OPTIONS = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true };

/** class-transformer and class-validator, loaded by the first plan that needs them. */
export class Libraries {
  private transformer: typeof Transformer | undefined;
  private validator: typeof Validator | undefined;

  async load(): Promise<void> {
    this.transformer = await import('class-transformer');
    this.validator = await import('class-validator');
  }

  /**
   * Undefined when nothing comes of it.
   *
   * @throws BrokenClassError (`BROKEN_CLASS`) when a constructor, setter or transformation of the class throws, or one
   *   answers with a promise.
   */
  transform(target: Constructor, json: object): object | undefined {
    const { transformer } = this;
    if (transformer === undefined) throw new TypeError('class-transformer was used before it was loaded.');
    const convert = (value: object): unknown =>
      transformer.plainToInstance(target, value, { enableImplicitConversion: false });
    const className = target.name;
    let instance: unknown;
    try {
      instance = convert(json);
    } catch (cause) {
      const member = findThrowingTransform(convert, json);
      throw new BrokenClassError({ className, member, fact: 'making an instance threw', cause });
    }
    if (typeof instance !== 'object' || instance === null) return undefined;
    const [member] = findPromises(instance, json);
    if (member === undefined) return instance;
    throw new BrokenClassError({
      className,
      member,
      fact: '@Transform gives a promise, nothing waits for it',
    });
  }

  /**
   * Undefined when nothing is wrong.
   *
   * @throws BrokenClassError (`BROKEN_CLASS`) when a validator throws.
   */
  async judge(deferred: readonly Deferred[]): Promise<Failures | undefined> {
    const failures = new Map<unknown, readonly ValidationError[]>();
    for (const each of deferred) {
      const errors = await this.validate(each);
      if (errors.length > 0) failures.set(each.source, errors);
    }
    return failures.size === 0 ? undefined : failures;
  }

  private async validate({ instance, target, isClosed }: Deferred): Promise<readonly ValidationError[]> {
    const { validator } = this;
    if (validator === undefined) throw new TypeError('class-validator was used before it was loaded.');
    if (!hasRules(validator, target)) return [];
    try {
      const errors = await validator.validate(instance, OPTIONS);
      return isClosed ? errors.filter(error => !isUndecorated(error)) : errors;
    } catch (cause) {
      const found = await findThrowingValidator(validator.getMetadataStorage(), instance);
      if (found?.isBuiltIn !== true) {
        const { name: className } = target;
        throw new BrokenClassError({ className, member: found?.member, fact: 'a validator threw', cause });
      }
      const { member: property, name, value } = found;
      const constraints = { [name]: `must be a value that '${name}' can read` };
      return [Object.assign(new validator.ValidationError(), { property, value, constraints })];
    }
  }
}

/** forbidUnknownValues refuses instances of a class that only transforms; its schema is all there is to check. */
function hasRules(validator: typeof Validator, target: Constructor): boolean {
  return validator.getMetadataStorage().getTargetValidationMetadatas(target, '', false, false).length > 0;
}

/** The schema knows members that carry no class-validator decorator; the whitelist does not. */
function isUndecorated(error: ValidationError): boolean {
  const names = Object.keys(error.constraints ?? {});
  return names.length === 1 && names[0] === 'whitelistValidation';
}

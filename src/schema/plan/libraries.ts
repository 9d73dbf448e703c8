import type * as Transformer from 'class-transformer';
import type * as Validator from 'class-validator';
import { type ValidationError } from 'class-validator';
import { type Constructor } from '../../foundation/constructor.js';
import { type Deferred, type Failures } from './pass.js';

const OPTIONS = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true };

/** class-transformer and class-validator, loaded by the first plan that needs them. */
export class Libraries {
  private transformer: typeof Transformer | undefined;
  private validator: typeof Validator | undefined;

  async load(): Promise<void> {
    this.transformer = await import('class-transformer');
    this.validator = await import('class-validator');
  }

  /** Undefined when a transformation that the class declares throws on this value. */
  transform(target: Constructor, json: unknown): object | undefined {
    if (this.transformer === undefined)
      throw new TypeError('class-transformer was used before it was loaded.');
    try {
      const instance = this.transformer.plainToInstance(target, json, { enableImplicitConversion: false });
      return typeof instance === 'object' && instance !== null ? instance : undefined;
    } catch {
      return undefined;
    }
  }

  /** Undefined when nothing is wrong. */
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
    } catch {
      const expected = `an object that the rules of ${target.name} can judge`;
      return [Object.assign(new validator.ValidationError(), { constraints: { threw: expected } })];
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

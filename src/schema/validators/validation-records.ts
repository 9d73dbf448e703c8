import type { AnyConstructor } from '../../foundation/constructor.js';

/** One class-validator decorator on one property, as class-validator stores it. */
export interface ValidationRecord {
  readonly type: string;
  readonly name?: string;
  readonly target: unknown;
  readonly propertyName: string;
  readonly constraints?: readonly unknown[];
  readonly constraintCls?: unknown;
  readonly groups?: readonly string[];
  readonly always?: boolean;
  readonly each?: boolean;
  readonly validateIf?: unknown;
}

interface Implementation {
  validate(value: unknown, args: object): unknown;
  defaultMessage?(args: object): unknown;
}

/** The implementation behind a validator, as class-validator stores it. */
export interface ConstraintRecord {
  readonly name?: string;
  readonly async?: boolean;
  readonly target?: new () => Implementation;
  /** Searches all validators of the process when read. */
  readonly instance: Implementation;
}

interface MetadataStorage {
  readonly validationMetadatas?: unknown;
  getTargetValidationMetadatas(
    target: AnyConstructor,
    schema: string,
    always: boolean,
    strictGroups: boolean,
  ): ValidationRecord[];
  getTargetValidatorConstraints(constraint: unknown): ConstraintRecord[];
}

/** class-validator keeps its one storage on the global object, so reading it does not load the library. */
function storage(): MetadataStorage | undefined {
  return (globalThis as { classValidatorMetadataStorage?: MetadataStorage }).classValidatorMetadataStorage;
}

/**
 * What class-validator knows about a class, parents first. A property that the class itself decorates loses the
 * inherited records of the same type; what a parent replaces of its own parents holds for that parent only.
 */
export function validationRecords(target: AnyConstructor): readonly ValidationRecord[] {
  const store = storage();
  if (store === undefined) return [];
  const byClass = store.validationMetadatas;
  // The public call visits every decorated class of the process, so it is only for storages of unknown shape.
  return byClass instanceof Map
    ? recordsInChain(target, byClass)
    : store.getTargetValidationMetadatas(target, '', true, false);
}

function recordsInChain(target: AnyConstructor, byClass: ReadonlyMap<unknown, unknown>): ValidationRecord[] {
  const recordsOf = (owner: unknown) => (byClass.get(owner) ?? []) as readonly ValidationRecord[];
  const own = recordsOf(target);
  const replaced = new Set(own.map(recordKey));
  const inherited = ancestorsOf(target).flatMap(recordsOf);
  return [...inherited.filter(record => !replaced.has(recordKey(record))), ...own];
}

/** The outermost first. */
function ancestorsOf(target: AnyConstructor): unknown[] {
  const parent: unknown = Object.getPrototypeOf(target);
  return typeof parent === 'function' ? [...ancestorsOf(parent as AnyConstructor), parent] : [];
}

const recordKey = (record: ValidationRecord): string => `${record.type} ${record.propertyName}`;

/** The classes of a name that class-validator's decorators stand in. */
export function validatedClasses(name: string): readonly AnyConstructor[] {
  const byClass = storage()?.validationMetadatas;
  const classes = byClass instanceof Map ? ([...byClass.keys()] as readonly unknown[]) : [];
  return classes.filter(each => typeof each === 'function' && each.name === name) as AnyConstructor[];
}

/** The implementations behind a record; empty when class-validator has none. */
export function constraintsOf(record: ValidationRecord): readonly ConstraintRecord[] {
  return (storage()?.getTargetValidatorConstraints(record.constraintCls) ?? []).map(withOwnInstance);
}

/** In every class that class-validator makes around a validator; a minifier gives other names. */
const WRAPPING = /^validate\(([\w$]+),([\w$]+)\)\{return[\w$]+\.validate\(\1,\2\);?\}$/;

/** True for a class that class-validator made around a validator, as all built-in ones are. */
export function wrapsValidator(constraint: unknown): boolean {
  if (typeof constraint !== 'function') return false;
  if (constraint.name === 'CustomConstraint') return true;
  const { validate } = constraint.prototype as { readonly validate?: unknown };
  return (
    typeof validate === 'function' &&
    WRAPPING.test(Function.prototype.toString.call(validate).replace(/\s+/g, ''))
  );
}

/** The classes that wrap the built-in validators have no state and no dependencies, so anybody may make one. */
function withOwnInstance(constraint: ConstraintRecord): ConstraintRecord {
  const { target, name, async } = constraint;
  return target === undefined || !wrapsValidator(target) || name === undefined || target.length > 0
    ? constraint
    : { name, target, instance: new target(), ...(async === undefined ? {} : { async }) };
}

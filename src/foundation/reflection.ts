import 'reflect-metadata';
import type { AnyConstructor } from './constructor.js';

/**
 * Parameter types as the compiler emitted them for a method, or undefined when none were emitted *for this
 * method*: an undecorated override must not inherit the types of the method it replaces.
 */
export function emittedParameterTypes(
  owner: object,
  member: string | symbol,
): readonly unknown[] | undefined {
  return Reflect.getOwnMetadata('design:paramtypes', owner, member) as readonly unknown[] | undefined;
}

/** The emitted return type of a method; undefined when none was emitted or the method returns void. */
export function emittedReturnType(owner: object, member: string | symbol): unknown {
  return Reflect.getOwnMetadata('design:returntype', owner, member);
}

/** What the compiler recorded about one value; `emitted` is false when the toolchain dropped it. */
export type EmittedType = { readonly emitted: true; readonly type: unknown } | { readonly emitted: false };

/** The emitted type of a property, looked up along the prototype chain. */
export function emittedPropertyType(prototype: object, property: string | symbol): EmittedType {
  const type: unknown = Reflect.getMetadata('design:type', prototype, property);
  return type !== undefined || Reflect.hasMetadata('design:type', prototype, property)
    ? { emitted: true, type }
    : { emitted: false };
}

/** Constructor parameter types; undefined when the class (or the nearest parent with a constructor) carries no decorator. */
export function emittedConstructorTypes(target: AnyConstructor): readonly unknown[] | undefined {
  return Reflect.getMetadata('design:paramtypes', target) as readonly unknown[] | undefined;
}

/** Metadata another library keeps on a class under a reflect-metadata key. */
export function ownClassMetadata(key: string, target: AnyConstructor): unknown {
  return Reflect.getOwnMetadata(key, target);
}

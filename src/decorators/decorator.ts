import type { MemberKey } from '../tool/class-metadata.js';
import type { StandardContext } from './decoration.js';

/** Decorates a class, or a method of it; as TypeScript's experimental decorators and as those of the standard. */
export interface ClassOrMethodDecorator {
  (target: object, member?: MemberKey, descriptor?: PropertyDescriptor): void;
  (value: unknown, context: StandardContext): void;
}

import type { AnyConstructor } from '../../foundation/constructor.js';
import { findKnowledge } from '../../schema/manifest/class-knowledge.js';
import { SchemaBuilder } from '../../schema/schema-builder.js';
import { readClassMetadata } from '../class-metadata.js';
import type { ParamOptions } from '../tool-options.js';

/** The `@Param` properties of a class, parents included. */
export function declaredFields(target: AnyConstructor): ReadonlyMap<string, ParamOptions> {
  const fields = new Map<string, ParamOptions>();
  for (const [key, member] of readClassMetadata(target)?.members ?? []) {
    if (member.param !== undefined && typeof key === 'string') fields.set(key, member.param);
  }
  return fields;
}

export const newSchemaBuilder = (): SchemaBuilder =>
  new SchemaBuilder({ declaredFields, knowledge: findKnowledge });

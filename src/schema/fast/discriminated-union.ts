import type { Constructor } from '../../foundation/constructor.js';
import type { TypeRecord } from '../validators/transformer-records.js';
import type { Draft, Workshop } from './draft.js';
import { type Refusal, withoutMembers } from './refusals.js';
import { readThunk, type StatedType } from './stated-type.js';

/** Reads `@Type(() => X)` of class-transformer; with a discriminator the node is a union of its subtypes. */
export function readTransformerType(record: TypeRecord, property: string, workshop: Workshop): StatedType {
  const { discriminator, keepDiscriminatorProperty } = record.options ?? {};
  if (discriminator === undefined) {
    return readThunk(() => record.typeFunction({ newObject: {}, object: {}, property }), workshop);
  }
  const branches = discriminator.subTypes.map(({ value, name }): Draft | Refusal => {
    const target = value as Constructor;
    if (typeof target !== 'function') return withoutMembers(String(value));
    const node: Draft = { $ref: '' };
    const keepProperty = keepDiscriminatorProperty === true;
    workshop.link(node, target, { property: discriminator.property, name, keepProperty });
    return node;
  });
  const refusal = branches.find((branch): branch is Refusal => 'seen' in branch);
  return {
    isList: false,
    reading: refusal === undefined ? { node: { anyOf: branches as Draft[] } } : { refusal },
  };
}

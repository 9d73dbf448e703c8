import type { EmittedType } from '../../foundation/reflection.js';
import type { FieldOptions } from '../field.js';
import type { JsonSchema } from '../json-schema.js';
import type { RichField } from '../manifest/rich-field.js';
import type { PropertyRules } from '../validators/property-rules.js';
import type { TypeRecord } from '../validators/transformer-records.js';

/** One parameter, property or result as its author declared it. */
export interface FieldDeclaration {
  /** For problems, e.g. `Orders.lookupOrder, parameter 1 'orderId'`. */
  readonly where: string;
  readonly emitted: EmittedType;
  readonly options: FieldOptions;
  /** What a manifest knows of it. */
  readonly rich?: RichField | undefined;
  /**
   * The decorator that takes the options, for the texts of problems.
   *
   * @defaultValue `Param`
   */
  readonly decorator?: string;
}

/** The schema of one parameter, property or result. */
export interface FieldSchema {
  readonly schema: JsonSchema;
  readonly optional: boolean;
}

/** What class-validator and class-transformer know about a property of a class. */
export interface MemberRecords {
  readonly property: string;
  readonly rules: PropertyRules;
  readonly type: TypeRecord | undefined;
}

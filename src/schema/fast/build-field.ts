import { definedMembers } from '../../foundation/json.js';
import type { FieldOptions } from '../field.js';
import type { JsonSchema } from '../json-schema.js';
import type { RichField } from '../manifest/rich-field.js';
import { type AppliedRule, NO_RULES, withoutDoubtfulTypes } from '../validators/property-rules.js';
import { findContradiction } from './contradiction.js';
import type { Draft, Workshop } from './draft.js';
import { readOptions, splitForArray, statedKeywords } from './field-options.js';
import type { FieldDeclaration, FieldSchema, MemberRecords } from './field-schema.js';
import { admitNull, admitsNull, withoutNull } from './nullable.js';
import { type Refusal, unknownNested } from './refusals.js';
import { type FieldTypes, isList, isMap, readTypes, resolveNode, withErasedElement } from './resolve-type.js';
import { buildRichNode } from './rich-node.js';
import { findStaleType } from './stale-type.js';
import { completeNode } from './value-node.js';
import { buildVerbatim } from './verbatim-schema.js';

const NO_RECORDS: MemberRecords = { property: '', rules: NO_RULES, type: undefined };

/** Builds the schema of one parameter, property or result, and reports what is wrong with its declaration. */
export function buildField(
  declaration: FieldDeclaration,
  workshop: Workshop,
  member: MemberRecords = NO_RECORDS,
): FieldSchema {
  const { where, rich } = declaration;
  const options = readOptions(withNotes(declaration.options, rich), where, workshop);
  const schema =
    options.schema === undefined
      ? new FieldBuilder({ ...declaration, options }, workshop, member).build()
      : buildVerbatim(options, where, workshop);
  if (options.default !== undefined) checkDefault(options.default, schema, where, workshop);
  return {
    schema,
    optional:
      options.default !== undefined ||
      (options.optional ?? (member.rules.optional || rich?.field.optional === true)),
  };
}

/** The options, with what a manifest says beneath them. */
function withNotes(options: FieldOptions, rich: RichField | undefined): FieldOptions {
  if (rich === undefined) return options;
  const { description, default: value, deprecated, examples } = rich.field;
  // An author who says that it has to be given has spoken against what the source gives.
  const initial = options.optional === false ? undefined : value;
  return { ...definedMembers({ description, deprecated, examples, default: initial }), ...options };
}

function checkDefault(value: unknown, schema: JsonSchema, where: string, workshop: Workshop): void {
  const reason = findContradiction(value, schema);
  if (reason === undefined) return;
  workshop.problem({
    where,
    seen: `The default does not fit: ${reason}.`,
    fix:
      value === null ? 'add nullable: true, or leave the default out.' : 'correct the default or the type.',
  });
}

class FieldBuilder {
  private readonly types: FieldTypes;
  private readonly options: FieldOptions;
  private readonly nullable: boolean;

  constructor(
    private readonly declaration: FieldDeclaration,
    private readonly workshop: Workshop,
    private readonly member: MemberRecords,
  ) {
    this.options = declaration.options;
    this.nullable = this.options.nullable ?? this.mayBeNull();
    this.types = readTypes(declaration, this.options, member, workshop);
  }

  build(): Draft {
    const stated = statedKeywords(this.options, this.declaration.where, this.workshop);
    const node = this.buildWhole(stated);
    return this.nullable ? admitNull(node) : node;
  }

  /** The source says that null is a value, and no validator is asked about it. */
  private mayBeNull(): boolean {
    const { nullable, schema } = this.declaration.rich?.field ?? {};
    const { mayPassNull, whole, items } = this.member.rules;
    const isAsked = !mayPassNull && whole.length + items.length > 0;
    return !isAsked && (nullable === true || (schema !== undefined && admitsNull(schema)));
  }

  private buildWhole(stated: Draft): Draft {
    const { whole } = this.member.rules;
    const { rich } = this.declaration;
    if (rich?.field.schema !== undefined && this.types.stated === undefined) {
      return this.buildRich(rich, rich.field.schema, stated);
    }
    if (isMap(this.declaration, this.member)) {
      const node: Draft = {
        type: 'object',
        additionalProperties: this.buildValue(this.types, this.member.rules.items, {}),
      };
      return this.complete(node, whole, stated);
    }
    if (!isList(this.declaration, this.types, this.member)) return this.buildValue(this.types, whole, stated);
    const split = splitForArray(stated);
    const node: Draft = { type: 'array', ...this.buildItems(stated, split.item) };
    return this.complete(node, whole, split.whole);
  }

  /** From the source: validators and options narrow it. */
  private buildRich(rich: RichField, schema: JsonSchema, stated: Draft): Draft {
    const { rules } = this.member;
    const { emitted, where } = this.declaration;
    const stale = findStaleType(emitted, schema, rich.field.name);
    if (stale !== undefined) this.workshop.problem({ where, ...stale });
    const whole = rules.whole.map(withoutDoubtfulTypes);
    const built = buildRichNode(schema, { ...this.declaration, rich }, this.workshop);
    const node = this.isNullApart() ? withoutNull(built) : built;
    if (rules.nested === 'whole' && !isObjectNode(node)) return this.refuse(unknownNested);
    const { items } = node;
    if (node.type !== 'array' || typeof items !== 'object') return this.complete(node, whole, stated);
    const split = splitForArray(stated);
    if (rules.nested === 'items' && !isObjectNode(items)) return this.refuse(unknownNested);
    if (rules.items.length > 0 || Object.keys(split.item).length > 0) {
      this.complete(items, rules.items.map(withoutDoubtfulTypes), split.item);
    }
    return this.complete(node, whole, split.whole);
  }

  /** Validators speak of the other values: null comes back at the end, or a validator refuses it. */
  private isNullApart(): boolean {
    const { whole, items } = this.member.rules;
    if (whole.length + items.length === 0) return false;
    return this.nullable || whole.some(rule => rule.refusesNull);
  }

  private buildItems(stated: Draft, keywords: Draft): { items?: JsonSchema | boolean } {
    const rules = this.member.rules.items;
    if (stated.prefixItems !== undefined && rules.length > 0) this.reportSplitItems();
    if (typeof stated.items === 'boolean') return { items: stated.items };
    if (stated.items !== undefined) return { items: this.complete(stated.items, rules, keywords) };
    if (stated.prefixItems !== undefined && this.types.stated === undefined) return {};
    return { items: this.buildValue(withErasedElement(this.types, this.declaration), rules, keywords) };
  }

  /** `items` would speak of the rest only, the validators speak of every item. */
  private reportSplitItems(): void {
    this.workshop.problem({
      where: this.declaration.where,
      seen: "Validators with { each: true } stand beside 'prefixItems', which describes single items.",
      fix: 'remove these validators and describe the items in `prefixItems` and `items`, or remove `prefixItems`.',
    });
  }

  private buildValue(types: FieldTypes, rules: readonly AppliedRule[], stated: Draft): Draft {
    const reading = resolveNode({ types, rules, stated }, this.workshop);
    const isNested = this.member.rules.nested !== 'no';
    if ('refusal' in reading) return this.refuse(isNested ? unknownNested : reading.refusal);
    if (isNested && !isObjectNode(reading.node)) return this.refuse(unknownNested);
    return this.complete(reading.node, rules, stated);
  }

  private complete(node: Draft, rules: readonly AppliedRule[], stated: Draft): Draft {
    const { where } = this.declaration;
    completeNode(node, { where, rules, stated, nullable: this.nullable }, this.workshop);
    return node;
  }

  private refuse(refusal: Refusal): Draft {
    const { where, decorator = 'Param' } = this.declaration;
    const fix = refusal.fix(options => `@${decorator}({ ${options} })`);
    this.workshop.problem({ where, seen: refusal.seen, fix });
    return {};
  }
}

const isObjectNode = (node: Draft): boolean =>
  node.$ref !== undefined || node.anyOf !== undefined || node.type === 'object';

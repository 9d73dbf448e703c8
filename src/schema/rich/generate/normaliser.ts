import type { Draft } from '../../fast/draft.js';
import type { JsonSchema } from '../../json-schema.js';
import { constrain } from '../assemble/value-facts.js';
import type { DeclaredType, PrintedProperty } from '../print/declared-type.js';
import { keyOfValues } from '../print/literal-order.js';
import { ALIASED, type TypePrinter } from '../print/printer.js';
import { mergeAlternatives } from './alternatives.js';
import { harmonise } from './harmonise.js';
import type { GeneratedSchema } from './schema-generator.js';

type RawObject = GeneratedSchema & { readonly properties?: Readonly<Record<string, GeneratedSchema>> };

/** How schemas are written for one purpose. */
export interface Style {
  /** What is not named is refused. */
  readonly isClosed: boolean;
  /** The name under which a declaration is referred to; undefined where it is written in place. */
  nameOf(declared: DeclaredType): string | undefined;
  /** The schema of a property with what the source says of it besides its type. */
  complete(schema: JsonSchema, property: PrintedProperty): JsonSchema;
}

/** Turns what the generator gave, draft-07, into canonical schemas, draft 2020-12, with what the source says. */
export class Normaliser {
  private readonly byName: ReadonlyMap<string, DeclaredType>;

  constructor(
    private readonly printer: TypePrinter,
    private readonly generated: Readonly<Record<string, GeneratedSchema>>,
    private readonly style: Style,
  ) {
    this.byName = new Map(printer.declared.map(each => [each.name, each]));
  }

  /** The schema of a declaration, with the properties that it has. */
  schemaOf(declared: DeclaredType): Draft {
    const raw = this.definition(declared.name);
    if (declared.kind === 'alias')
      return this.constrained(declared, this.node(raw.properties?.[ALIASED] ?? {}));
    const properties: Record<string, JsonSchema> = {};
    const patterns: Record<string, JsonSchema> = {};
    for (const property of declared.properties) {
      const schema = this.propertyOf(declared, property) ?? {};
      if (property.pattern !== undefined) patterns[property.pattern] = schema;
      else properties[property.key] = this.style.complete(schema, property);
    }
    const required = declared.properties.flatMap(({ key, optional }) => (optional ? [] : [key]));
    const hasNames = Object.keys(properties).length > 0;
    const hasPatterns = Object.keys(patterns).length > 0;
    return {
      type: 'object',
      ...(hasNames || (declared.text === '' && !hasPatterns) ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(hasPatterns ? { patternProperties: patterns } : {}),
      ...this.restOf(declared, raw),
    };
  }

  /** With what the comment of a named type says of its values. */
  private constrained({ constraints, declaration }: DeclaredType, node: Draft): Draft {
    if (constraints === undefined || declaration === undefined) return node;
    const { study } = this.printer;
    const { schema, mismatches } = constrain(node, constraints.keywords, constraints.tags);
    const where = study.namedPlaceOf(declaration);
    for (const mismatch of mismatches) study.problem({ where, ...mismatch });
    return schema;
  }

  /** The schema of one property, without what the source says of it; undefined where a decorator states it. */
  propertyOf(declared: DeclaredType, { key, printed }: PrintedProperty): Draft | undefined {
    if (printed === undefined) return undefined;
    const { properties } = this.definition(declared.name);
    return this.node(properties?.[key] ?? {});
  }

  private restOf({ text }: DeclaredType, raw: GeneratedSchema): JsonSchema {
    if (text !== '')
      return { additionalProperties: this.node(raw['additionalProperties'] as GeneratedSchema) };
    return this.style.isClosed ? { additionalProperties: false } : {};
  }

  /** What a name is defined as. */
  private definition(name: string): RawObject {
    let found = this.generated[name] ?? {};
    for (let steps = 0; steps < MAX_STEPS && typeof found['$ref'] === 'string'; steps++) {
      found = this.generated[literalTarget(found['$ref'])] ?? {};
    }
    return found;
  }

  private node(raw: GeneratedSchema): Draft {
    if (typeof raw['$ref'] === 'string') return this.refer(targetOf(raw['$ref']), raw['title']);
    const alternatives = raw['anyOf'] as readonly GeneratedSchema[] | undefined;
    if (alternatives !== undefined)
      return mergeAlternatives(this.inOrder(alternatives).map(each => this.node(each)));
    const node = harmonise(raw, this.printer.orders);
    return node.type === 'array' ? this.list(node, raw) : node;
  }

  /** Declarations in the order in which the union was printed, before what has no name. */
  private inOrder(alternatives: readonly GeneratedSchema[]): GeneratedSchema[] {
    const nameOf = ({ $ref }: GeneratedSchema): string | undefined =>
      typeof $ref === 'string' ? targetOf($ref) : undefined;
    const names = alternatives.flatMap(each => nameOf(each) ?? []);
    const order = this.printer.orders.get(keyOfValues(names)) ?? names;
    const rankOf = (each: GeneratedSchema): number => {
      const name = nameOf(each);
      return name === undefined ? order.length : order.indexOf(name);
    };
    return [...alternatives].sort((a, b) => rankOf(a) - rankOf(b));
  }

  private list(node: Draft, raw: GeneratedSchema): Draft {
    const { items, additionalItems } = raw as Readonly<Record<string, GeneratedSchema | undefined>>;
    const { maxItems, minItems, ...rest } = node;
    const least = minItems === undefined || minItems === 0 ? {} : { minItems };
    if (Array.isArray(items)) {
      const prefixItems = (items as readonly GeneratedSchema[]).map(each => this.node(each));
      const last = additionalItems === undefined ? false : this.node(additionalItems);
      return { ...rest, prefixItems, items: last, ...least };
    }
    return items === undefined
      ? { ...rest, ...(maxItems === 0 && { maxItems }) }
      : { ...rest, items: this.node(items) };
  }

  private refer(name: string, title: unknown): Draft {
    const labelled = typeof title === 'string' ? { title } : {};
    const mark = this.printer.marks.get(name);
    if (mark !== undefined) return { ...this.written(mark), ...labelled };
    const declared = this.byName.get(name);
    if (declared === undefined) return { ...this.node(this.generated[name] ?? {}), ...labelled };
    const shown = this.style.nameOf(declared);
    return { ...(shown === undefined ? this.schemaOf(declared) : { $ref: `#/types/${shown}` }), ...labelled };
  }

  /** Results are text already: nothing becomes of it. */
  private written(mark: JsonSchema): JsonSchema {
    if (this.style.isClosed) return mark;
    const { 'x-revive': _revive, ...rest } = mark;
    return rest;
  }
}

const MAX_STEPS = 8;

const literalTarget = (reference: string): string =>
  decodeURIComponent(reference.slice('#/definitions/'.length));

/** The generator gives what it meets beside undefined a second name: the first one, with a number. */
const targetOf = (reference: string): string => literalTarget(reference).replace(/_\d+$/, '');

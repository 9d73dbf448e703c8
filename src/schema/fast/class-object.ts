import type { AnyConstructor, Constructor } from '../../foundation/constructor.js';
import { emittedPropertyType, type EmittedType } from '../../foundation/reflection.js';
import type { FieldOptions } from '../field.js';
import type { JsonSchema } from '../json-schema.js';
import type { ClassKnowledge } from '../manifest/class-knowledge.js';
import type { ManifestField } from '../manifest/manifest.js';
import type { RichField } from '../manifest/rich-field.js';
import { readRules } from '../validators/property-rules.js';
import { TransformerRecords } from '../validators/transformer-records.js';
import { type ValidationRecord, validationRecords } from '../validators/validation-records.js';
import { buildField } from './build-field.js';
import { findContradiction } from './contradiction.js';
import type { Variant, Workshop } from './draft.js';
import type { FieldDeclaration, FieldSchema, MemberRecords } from './field-schema.js';
import { objectOf } from './object-of.js';
import { staleProblem } from './stale-type.js';

/** A property under the name it has in JSON. @defaultValue its own name */
export type DeclaredField = FieldOptions & { readonly name?: string };

/** Where the declarations of classes are read from. */
export interface ClassSources {
  /** Properties a class declares with our own decorators, those of its parents included. */
  declaredFields(target: Constructor): ReadonlyMap<string, DeclaredField>;
  /**
   * What a manifest knows of a class.
   *
   * @param members - Gives the names of its members that are known at run time.
   */
  knowledge(target: AnyConstructor, members: () => readonly string[]): ClassKnowledge | undefined;
}

/** Reads classes: which properties they declare, and the object schema that follows. */
export class ClassReader {
  private loaded: TransformerRecords | undefined;

  constructor(private readonly sources: ClassSources) {}

  /** class-transformer's decorators; looked for when the first class is met, since most tools have none. */
  private get transformer(): TransformerRecords {
    return (this.loaded ??= new TransformerRecords());
  }

  declares(target: Constructor): boolean {
    return this.decoratedNames(target).length > 0 || this.knowledge(target)?.type !== undefined;
  }

  /** The members of a class, for an object that does not become an instance of it. */
  buildMembers(target: Constructor, where: string, workshop: Workshop): ReadonlyMap<string, FieldSchema> {
    const properties = this.properties(target);
    if (this.needsLibrary(target, properties)) {
      workshop.problem({
        where,
        seen:
          'It has rules that only class-validator or class-transformer can run ' +
          '(custom, asynchronous, conditional or grouped validators, @Transform, @Expose, @Exclude).',
        fix: 'move these properties to a class of their own and take that as one property.',
      });
    }
    return buildAll(properties, where, workshop);
  }

  /** The object schema of a class; as a variant of a union it also holds the property that tells it apart. */
  buildObject(target: Constructor, where: string, workshop: Workshop, variant?: Variant): JsonSchema {
    const properties = this.properties(target);
    const own = properties.filter(property => property.name !== variant?.property);
    if (variant !== undefined) checkTag(variant, properties, where, workshop);
    const tag = variant === undefined ? [] : [[variant.property, tagOf(variant)] as const];
    const members = objectOf(new Map([...tag, ...buildAll(own, where, workshop)]));
    const description = this.knowledge(target)?.type?.description;
    const node: JsonSchema = description === undefined ? members : { description, ...members };
    const isTagForeign = variant !== undefined && own.length === properties.length;
    const storedAs = new Map<string, string | undefined>(renamed(own));
    if (isTagForeign && !variant.keepProperty) storedAs.set(variant.property, undefined);
    workshop.addFacts(node, {
      revive: {
        kind: this.needsLibrary(target, properties) ? 'libraries' : 'instance',
        target,
        ...(storedAs.size > 0 ? { storedAs } : {}),
      },
    });
    return node;
  }

  private needsLibrary(target: Constructor, properties: readonly ClassProperty[]): boolean {
    return this.transformer.hasClassStrategy(target) || properties.some(property => property.needsLibrary);
  }

  private properties(target: Constructor): ClassProperty[] {
    const declared = this.sources.declaredFields(target);
    const validated = groupByProperty(validationRecords(target));
    const decorated = this.decoratedNames(target);
    const knowledge = this.knowledge(target);
    const known = new Map(knowledge?.type?.properties.map(field => [field.name, field]));
    const names = decorated.length > 0 ? decorated : [...known.keys()];
    return names.map(property => {
      const transformer = this.transformer.property(target, property);
      const { name, ...options } = declared.get(property) ?? {};
      const records: MemberRecords = {
        property,
        // Decorators run from the last to the first; this is the order in which they are written.
        rules: readRules([...(validated.get(property) ?? [])].reverse()),
        type: transformer.type,
      };
      const emitted = emittedPropertyType(target.prototype as object, property);
      return {
        name: name ?? transformer.name ?? property,
        isRenamed: name !== undefined,
        isHidden: transformer.excluded,
        needsLibrary:
          transformer.needsLibrary || records.rules.needsLibrary || isCollection(emitted, records),
        declaration: { emitted, options, rich: richField(known.get(property), knowledge) },
        records,
        isUnknown: knowledge?.type !== undefined && !known.has(property),
      };
    });
  }

  /** What it is called in source, also where a minifier renamed it. */
  nameOf(target: Constructor): string {
    return this.knowledge(target)?.type?.className ?? (target.name || 'Anonymous');
  }

  private knowledge(target: Constructor): ClassKnowledge | undefined {
    return this.sources.knowledge(target, () => this.decoratedNames(target));
  }

  private decoratedNames(target: Constructor): string[] {
    return [
      ...new Set([
        ...this.sources.declaredFields(target).keys(),
        ...validationRecords(target).map(({ propertyName }) => propertyName),
        ...this.transformer.properties(target),
      ]),
    ];
  }
}

/** Properties whose JSON name an author chose with our own decorator; class-transformer renames its own itself. */
const renamed = (properties: readonly ClassProperty[]): [string, string][] =>
  properties.flatMap(({ name, records, isRenamed }) => (isRenamed ? [[name, records.property]] : []));

interface ClassProperty {
  /** In JSON. */
  readonly name: string;
  readonly isRenamed: boolean;
  readonly isHidden: boolean;
  readonly needsLibrary: boolean;
  readonly declaration: Omit<FieldDeclaration, 'where'>;
  readonly records: MemberRecords;
  /** The manifest knows the class, but not this property. */
  readonly isUnknown: boolean;
}

const richField = (
  field: ManifestField | undefined,
  knowledge: ClassKnowledge | undefined,
): RichField | undefined =>
  field === undefined || knowledge === undefined ? undefined : { field, knowledge };

function buildAll(
  properties: readonly ClassProperty[],
  where: string,
  workshop: Workshop,
): ReadonlyMap<string, FieldSchema> {
  for (const { isUnknown, records } of properties) {
    if (!isUnknown) continue;
    workshop.problem({ where, ...staleProblem(`it has no property '${records.property}' of this class`) });
  }
  const visible = properties.filter(property => !property.isHidden);
  return new Map(
    visible.map(({ name, declaration, records }) => [
      name,
      buildField({ ...declaration, where: `${where}.${records.property}` }, workshop, records),
    ]),
  );
}

/** The discriminator decides what the property holds, and a validator that refuses it would never be asked. */
function checkTag(
  { property, name }: Variant,
  properties: readonly ClassProperty[],
  where: string,
  workshop: Workshop,
): void {
  const rules = properties.find(each => each.name === property)?.records.rules.whole ?? [];
  for (const { validator, keywords, check } of rules) {
    if (findContradiction(name, keywords) === undefined && check?.test(name, undefined) !== false) continue;
    workshop.problem({
      where: `${where}.${property}`,
      seen: `the discriminator puts '${name}' here, and the validator '${validator}' refuses that.`,
      fix: 'give both the same value, or remove the validator.',
    });
  }
}

const tagOf = ({ name }: Variant): FieldSchema => ({
  schema: { type: 'string', const: name },
  optional: false,
});

/** A Map or Set with `@Type`: only class-transformer fills it. */
const isCollection = (emitted: EmittedType, { type }: MemberRecords): boolean =>
  type !== undefined && emitted.emitted && (emitted.type === Map || emitted.type === Set);

function groupByProperty(records: readonly ValidationRecord[]): ReadonlyMap<string, ValidationRecord[]> {
  const groups = new Map<string, ValidationRecord[]>();
  for (const record of records) {
    const group = groups.get(record.propertyName);
    if (group === undefined) groups.set(record.propertyName, [record]);
    else group.push(record);
  }
  return groups;
}

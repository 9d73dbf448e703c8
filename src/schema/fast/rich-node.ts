import { type AnyConstructor, type Constructor, isClass } from '../../foundation/constructor.js';
import { definedMembers } from '../../foundation/json.js';
import type { JsonSchema } from '../json-schema.js';
import { findKnowledge } from '../manifest/class-knowledge.js';
import type { ManifestClass, ManifestField } from '../manifest/manifest.js';
import { SCHEMA_COMMAND } from '../manifest/manifest-error.js';
import type { RichField } from '../manifest/rich-field.js';
import { parseLocalReference } from '../plan/pointer.js';
import { mapSchemas } from '../plan/sub-schemas.js';
import type { Revival } from '../typed-schema.js';
import { validatedClasses, validationRecords } from '../validators/validation-records.js';
import { copyOf, type Draft, TO_ANY_TYPE, type Workshop } from './draft.js';
import type { FieldDeclaration } from './field-schema.js';
import { objectOf } from './object-of.js';

const DATA = ['enum', 'const', 'default', 'examples'] as const;

/** What a compiler pass over the source said about a value, and where it stands. */
type RichSite = FieldDeclaration & { readonly rich: RichField };

/** The node that a manifest's schema means here: references lead to classes where they are known, texts become values. */
export function buildRichNode(schema: JsonSchema, site: RichSite, workshop: Workshop): Draft {
  return mapSchemas(schema, (node, copy) => {
    const { 'x-revive': revive, ...draft } = copy as Draft;
    for (const keyword of DATA)
      if (draft[keyword] !== undefined) Object.assign(draft, { [keyword]: copyOf(draft[keyword]) });
    if (isRevival(revive)) workshop.addFacts(draft, { revive: { kind: revive } });
    if (draft.$ref !== undefined) refer(draft, draft.$ref, { ...site, isWhole: node === schema }, workshop);
    return draft;
  }) as Draft;
}

function refer(
  node: Draft,
  reference: string,
  site: RichSite & { readonly isWhole: boolean },
  workshop: Workshop,
): void {
  const name = parseLocalReference(reference)?.[1] ?? '';
  const type = site.rich.knowledge.types[name];
  if (type === undefined) {
    const seen = `the manifest refers to a type '${name}' that it does not have.`;
    workshop.problem({ where: site.where, seen, fix: `write it anew: ${SCHEMA_COMMAND}` });
  } else if (type.kind === 'schema') {
    node.$ref = type.schema.type === 'object' ? '' : TO_ANY_TYPE;
    workshop.refer(node, type, name, () => buildRichNode(type.schema, notWhole(site), workshop));
  } else referToClass(node, type, site, workshop);
}

function referToClass(
  node: Draft,
  type: ManifestClass,
  site: RichSite & { readonly isWhole: boolean },
  workshop: Workshop,
): void {
  node.$ref = '';
  const target = findClass(type, site);
  if (target !== undefined) workshop.link(node, target);
  else if (type.isPlain === true) {
    workshop.refer(node, type, type.className, () => buildPlainObject(type, notWhole(site), workshop));
  } else {
    workshop.problem({
      where: site.where,
      seen: `the class ${type.className} inside it is not known at run time, and it has validators or methods.`,
      fix:
        `name it: @Param({ type: () => ${type.className} }), with each: true for the items of an array; or bind all ` +
        `classes: write the manifest with --ts and import that module.`,
    });
  }
}

/** A class that the program bound, the one that the compiler emitted for the whole value, or one that has validators. */
function findClass(
  { id, className }: ManifestClass,
  { rich, emitted, isWhole }: RichSite & { readonly isWhole: boolean },
): Constructor | undefined {
  const bound = rich.knowledge.constructorOf(id);
  if (bound !== undefined) return bound as Constructor;
  if (isWhole && emitted.emitted && isClass(emitted.type)) return emitted.type;
  const [only, ...others] = validatedClasses(className).filter(target => isClassOf(target, id));
  return others.length === 0 ? (only as Constructor | undefined) : undefined;
}

function isClassOf(target: AnyConstructor, id: string): boolean {
  const members = (): string[] => validationRecords(target).map(({ propertyName }) => propertyName);
  return findKnowledge(target, members)?.id === id;
}

/** A class of nothing but data, which plain objects stand for. */
function buildPlainObject(
  { properties, description }: ManifestClass,
  site: RichSite,
  workshop: Workshop,
): JsonSchema {
  const members = properties.map(field => {
    const schema = buildRichNode(describedSchema(field), site, workshop);
    return [
      field.name,
      { schema, optional: field.optional === true || field.default !== undefined },
    ] as const;
  });
  return { ...definedMembers({ description }), ...objectOf(new Map(members)) };
}

const describedSchema = ({
  schema,
  description,
  default: value,
  deprecated,
  examples,
}: ManifestField): JsonSchema => ({
  ...schema,
  ...definedMembers({ description, default: value, deprecated, examples }),
});

/** Inside a value nothing is emitted. */
const notWhole = (site: RichSite): RichSite => ({ ...site, emitted: { emitted: false } });

const isRevival = (kind: unknown): kind is Exclude<Revival['kind'], 'instance' | 'libraries'> =>
  kind === 'date' || kind === 'bigint' || kind === 'bytes';

import type ts from 'typescript';
import type { JsonSchema } from '../../json-schema.js';
import type {
  ManifestClass,
  ManifestField,
  ManifestResult,
  ManifestTool,
  ManifestType,
} from '../../manifest/manifest.js';
import type { DocComment } from '../docs/parse-doc.js';
import { Normaliser } from '../generate/normaliser.js';
import type { SchemaGenerator } from '../generate/schema-generator.js';
import { isCommand } from '../print/class-facts.js';
import type { DeclaredType, PrintedProperty } from '../print/declared-type.js';
import { isPlain } from '../print/plain-class.js';
import type { TypePrinter } from '../print/printer.js';
import type { Study } from '../source/study.js';
import type { Claim } from './check-claims.js';
import { idOf } from './class-entry.js';
import type { DocReader } from './doc-reader.js';
import { schemaOfFields } from './fits.js';
import { refuseHidden } from './hidden-properties.js';
import { fillDefaults } from './inside-defaults.js';
import { describeInside } from './inside-texts.js';
import type { DraftCommand, DraftMethod, ManifestDraft } from './manifest-draft.js';
import { readExample } from './method-examples.js';
import { present } from './present.js';
import type { PrintedParameter } from './print-method.js';
import { reachableFrom, RESULT } from './print-result.js';
import { checkTypeKeywords, refuseKeywords } from './tool-keywords.js';
import { isReferredTo, TypeNames } from './type-names.js';
import { constrain, descriptionOf, readFacts, type ValueFacts } from './value-facts.js';

/** What of a manifest follows from types and comments. */
export interface Assembled {
  readonly tools: ManifestTool[];
  readonly types: Readonly<Record<string, ManifestType>>;
}

/** Turns what was printed into the entries of a manifest. */
export class Assembler {
  private readonly names: TypeNames;
  private readonly input: Normaliser;
  private readonly result: Normaliser;
  private readonly types = new Map<string, ManifestType>();
  /** What comments say of values, to be checked against the schemas once all of them are there. */
  readonly claims: Claim[] = [];

  constructor(
    private readonly study: Study,
    private readonly docs: DocReader,
    private readonly draft: ManifestDraft,
    generator: SchemaGenerator,
  ) {
    this.names = new TypeNames(study);
    this.input = this.normaliser(draft.inputs, generator, true);
    this.result = this.normaliser(draft.results, generator, false);
  }

  private normaliser(printer: TypePrinter, generator: SchemaGenerator, isClosed: boolean): Normaliser {
    const generated = generator.generate(
      printer.text,
      printer.declared.map(({ name }) => name),
    );
    return new Normaliser(printer, generated, {
      isClosed,
      nameOf: declared => (isReferredTo(declared) ? this.names.nameOf(declared) : undefined),
      complete: (schema, property) => this.complete(schema, property, isClosed),
    });
  }

  assemble(): Assembled {
    const { methods, commands, inputs } = this.draft;
    const asked = reachableFrom(inputs.declared.filter(({ kind }) => kind === 'root')).filter(isReferredTo);
    const given = [...methods, ...commands].flatMap(({ result }) => (result === undefined ? [] : [result]));
    const answered = reachableFrom(given).filter(isReferredTo);
    this.names.add(asked);
    this.names.add(answered, 'Result');
    for (const declared of asked) {
      const type = declared.kind === 'class' ? this.classOf(declared) : this.typeOf(declared, this.input);
      this.types.set(this.names.nameOf(declared) ?? '', type);
    }
    for (const declared of answered)
      this.types.set(this.names.nameOf(declared) ?? '', this.typeOf(declared, this.result));
    const tools = [
      ...methods.map(each => this.methodTool(each)),
      ...commands.map(each => this.commandTool(each)),
    ];
    return { tools: tools.sort((a, b) => (a.id < b.id ? -1 : 1)), types: sorted(this.types) };
  }

  private typeOf(declared: DeclaredType, normaliser: Normaliser): ManifestType {
    const description = this.describeType(declared.declaration);
    return { kind: 'schema', schema: { ...normaliser.schemaOf(declared), ...present({ description }) } };
  }

  private describeType(declaration: ts.Declaration | undefined): string | undefined {
    const doc = declaration === undefined ? undefined : this.docs.own(declaration);
    if (doc === undefined || declaration === undefined) return undefined;
    const { ts } = this.study;
    if (!ts.isClassLike(declaration) || !isCommand(this.study, declaration)) {
      checkTypeKeywords(this.study, this.study.namedPlaceOf(declaration), doc, ts.isClassLike(declaration));
    }
    return descriptionOf(doc);
  }

  private classOf(declared: DeclaredType): ManifestClass {
    const declaration = declared.declaration as ts.ClassDeclaration;
    return {
      kind: 'class',
      id: idOf(this.study, declared),
      className: declaration.name?.text ?? '',
      ...present({ description: this.describeType(declaration) }),
      ...(isPlain(this.study, declaration) ? { isPlain: true as const } : {}),
      properties: declared.properties.map(property => {
        const doc = this.docOf(property);
        refuseHidden(this.study, property, doc, true);
        return this.field(declared, property, doc);
      }),
    };
  }

  private methodTool(method: DraftMethod): ManifestTool {
    const { found, parameters, root, doc } = method;
    const fields = parameters.map((parameter): ManifestField => {
      const { name, property, declaration } = parameter;
      if (property === undefined) return { name, isRun: true };
      const { description } = doc.params.get(parameter) ?? {};
      const own = this.docs.own(declaration);
      const field = this.field(root, property, own && { ...present({ description }), ...own });
      const described = { ...present({ description }), ...field, name };
      return this.fillInside(described, parameter, method);
    });
    return {
      id: `${this.study.pathOf(found.owner.getSourceFile())}#${found.owner.name?.text ?? ''}.${found.member}`,
      className: found.owner.name?.text ?? '',
      member: found.member,
      ...(found.isStatic ? { isStatic: true as const } : {}),
      ...present({ description: doc.doc?.description, deprecated: doc.doc?.deprecated }),
      ...this.examples(method, fields),
      parameters: fields,
      ...this.returns(method.result, doc.doc?.returns),
    };
  }

  private examples(
    { where, found, parameters, doc }: DraftMethod,
    fields: readonly ManifestField[],
  ): { examples?: unknown[] } {
    const named = fields.map((field, index) => ({ ...field, name: parameters[index]?.given ?? '' }));
    return this.exampleObjects(doc.doc?.examples ?? [], where, text => {
      const example = readExample(this.study.ts, text, found.member, parameters);
      return example === undefined ? undefined : { example, schema: schemaOfFields(named) };
    });
  }

  private exampleObjects(
    texts: readonly string[],
    where: string,
    read: (text: string) => { readonly example: unknown; readonly schema: JsonSchema } | undefined,
  ): { examples?: unknown[] } {
    const examples = texts.flatMap(text => {
      const found = read(text);
      if (found === undefined) {
        this.study.warn(
          `${where}: its @example is not understood. Write the arguments as a JSON object, or call the method with literals.`,
        );
        return [];
      }
      this.claims.push({ where, what: '@example', value: found.example, schema: found.schema });
      return [found.example];
    });
    return examples.length === 0 ? {} : { examples };
  }

  /** With what comment and pattern of the method say of members. */
  private fillInside(field: ManifestField, parameter: PrintedParameter, method: DraftMethod): ManifestField {
    const texts = method.doc.inside.get(parameter) ?? [];
    const target = { types: this.types, claims: this.claims, where: method.where };
    const filled = fillDefaults(this.study, parameter, field.schema, target);
    if (filled === undefined) return field;
    return { ...field, schema: describeInside(this.study, this.types, texts, filled) };
  }

  private commandTool({ owner, result, root, where }: DraftCommand): ManifestTool {
    const doc = this.docs.own(owner);
    if (doc !== undefined) refuseKeywords(this.study, where, doc, 'property');
    const [input] = root.mentions;
    const name = input === undefined ? undefined : this.names.nameOf(input);
    const schema: JsonSchema = name === undefined ? {} : { $ref: `#/types/${name}` };
    return {
      id: `${this.study.pathOf(owner.getSourceFile())}#${owner.name?.text ?? ''}`,
      className: owner.name?.text ?? '',
      ...present({ description: doc?.description, deprecated: doc?.deprecated }),
      ...this.exampleObjects(doc?.examples ?? [], where, text => {
        const example = readExample(this.study.ts, text, '', []);
        return example && { example, schema };
      }),
      ...this.returns(result, undefined),
    };
  }

  private returns(
    result: DeclaredType | undefined,
    description: string | undefined,
  ): { returns?: ManifestResult } {
    const [property] = result?.properties ?? [];
    if (result === undefined || property?.key !== RESULT) return {};
    const schema = this.result.propertyOf(result, property) ?? {};
    return { returns: { schema, ...present({ description }) } };
  }

  private field(
    declared: DeclaredType,
    property: PrintedProperty,
    doc: DocComment | undefined,
  ): ManifestField {
    const bare = this.input.propertyOf(declared, property);
    const { keywords, ...read } = readFacts(this.study, property, doc, bare);
    const isTag = property.isTag === true;
    const facts = isTag ? withoutDefault(read) : read;
    const schema = bare === undefined ? undefined : this.constrained(bare, { keywords, doc }, property);
    this.claim(property, schema, facts);
    return {
      name: property.key,
      ...(schema === undefined ? {} : { schema }),
      ...(property.optional && !isTag ? { optional: true as const } : {}),
      ...present({ nullable: property.nullable }),
      ...facts,
    };
  }

  private docOf({ declaration }: PrintedProperty): DocComment | undefined {
    return declaration === undefined ? undefined : this.docs.ofMember(declaration)?.doc;
  }

  /** The schema of a property of an object, with what the source says of it. */
  private complete(bare: JsonSchema, property: PrintedProperty, isInput: boolean): JsonSchema {
    const doc = this.docOf(property);
    refuseHidden(this.study, property, doc, isInput);
    const { keywords, default: value, ...facts } = readFacts(this.study, property, doc, bare);
    const schema = this.constrained(bare, { keywords, doc }, property);
    const stated = isInput ? present({ default: value }) : {};
    this.claim(property, schema, { ...facts, ...stated });
    return {
      ...schema,
      ...facts,
      ...present({ description: joined(facts.description, schema.description) }),
      ...stated,
    };
  }

  /** What a comment claims of values has to be true; an initialiser was checked by the compiler, but for constraints and `as`. */
  private claim(
    property: PrintedProperty,
    schema: JsonSchema | undefined,
    facts: Omit<ValueFacts, 'keywords'>,
  ): void {
    if (schema === undefined) return;
    const where = this.study.namedPlaceOf(property.declaration);
    for (const value of facts.examples ?? []) this.claims.push({ where, what: '@example', value, schema });
    if (facts.default !== undefined)
      this.claims.push({ where, what: 'default', value: facts.default, schema });
  }

  private constrained(
    schema: JsonSchema,
    { keywords, doc }: { readonly keywords: JsonSchema; readonly doc: DocComment | undefined },
    property: PrintedProperty,
  ): JsonSchema {
    const { schema: constrained, mismatches } = constrain(schema, keywords, doc?.tags);
    for (const mismatch of mismatches)
      this.study.problem({ where: this.study.namedPlaceOf(property.declaration), ...mismatch });
    return constrained;
  }
}

const withoutDefault = <T extends { readonly default?: unknown }>({
  default: _default,
  ...rest
}: T): Omit<T, 'default'> => rest;

/** The author's words, then what the type says of itself. */
const joined = (own: string | undefined, ofType: string | undefined): string | undefined =>
  own === undefined || ofType === undefined ? (own ?? ofType) : `${own} ${ofType}`;

const sorted = (types: ReadonlyMap<string, ManifestType>): Readonly<Record<string, ManifestType>> =>
  Object.fromEntries([...types].sort(([a], [b]) => (a < b ? -1 : 1)));

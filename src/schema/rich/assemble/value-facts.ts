import type ts from 'typescript';
import { appliesTo, restricts } from '../../fast/merge-keywords.js';
import type { JsonSchema, JsonSchemaType } from '../../json-schema.js';
import type { DocComment } from '../docs/parse-doc.js';
import type { PrintedProperty } from '../print/declared-type.js';
import { readLiteral } from '../source/literals.js';
import type { Study } from '../source/study.js';
import { present } from './present.js';
import { findUnsatisfiable } from './unsatisfiable.js';

/** What the source says of a value besides its type. */
export interface ValueFacts {
  readonly description?: string;
  readonly default?: unknown;
  readonly deprecated?: true;
  readonly examples?: readonly unknown[];
  /** Constraints. */
  readonly keywords: JsonSchema;
}

/** What a comment says of a value; the schema tells whether text in it is JSON or the text itself. */
export function readFacts(
  study: Study,
  { declaration, isBorrowed }: Pick<PrintedProperty, 'declaration' | 'isBorrowed'>,
  doc: DocComment | undefined,
  schema: JsonSchema | undefined,
): ValueFacts {
  const isOwn = declaration !== undefined && isBorrowed !== true;
  const initialiser = isOwn ? initialiserOf(study, declaration) : undefined;
  const initial = initialiser === undefined ? undefined : readLiteral(study, initialiser)?.value;
  if (doc === undefined) return { ...present({ default: initial }), keywords: {} };
  const { examples: listed = [], ...keywords } = doc.keywords;
  const stated = doc.defaultText === undefined || !isOwn ? undefined : readStated(doc.defaultText, schema);
  const examples = [...doc.examples.map(text => readStated(text, schema)), ...listed];
  return {
    ...present({
      description: descriptionOf(doc),
      default: initialiser === undefined ? stated : initial,
      deprecated: doc.deprecated === undefined ? undefined : (true as const),
      examples: examples.length === 0 ? undefined : examples,
    }),
    keywords,
  };
}

/** What a comment says of something, and why not to use it any more. */
export function descriptionOf({
  description,
  deprecated = '',
}: Pick<DocComment, 'description' | 'deprecated'>): string | undefined {
  if (deprecated === '') return description;
  const reason = `Deprecated: ${deprecated}`;
  return description === undefined ? reason : `${description}\n\n${reason}`;
}

function initialiserOf({ ts }: Study, declaration: ts.Declaration): ts.Expression | undefined {
  return ts.isParameter(declaration) || ts.isPropertyDeclaration(declaration)
    ? declaration.initializer
    : undefined;
}

/** JSON as it is written in a comment. Text that is none stands for itself, and so does all of it where text is wanted. */
function readStated(text: string, schema: JsonSchema | undefined): unknown {
  const bare = withoutFence(text);
  try {
    const value: unknown = JSON.parse(bare);
    const isText = schema !== undefined && typesOfSchema(schema)?.every(type => type === 'string') === true;
    return isText && typeof value !== 'string' ? bare : value;
  } catch {
    return bare;
  }
}

export function withoutFence(text: string): string {
  const fenced = /^\s*```[^\n]*\n([\s\S]*?)\n?\s*```\s*$/.exec(text);
  return (fenced?.[1] ?? text).trim();
}

export interface Mismatch {
  readonly seen: string;
  readonly fix: string;
}

/**
 * A schema with constraints added, and those that say nothing about its type or leave no value of it.
 *
 * @param tags - Which tag wrote a keyword, where that is not its own name.
 */
export function constrain(
  schema: JsonSchema,
  keywords: JsonSchema,
  tags: ReadonlyMap<string, string> = new Map(),
): { readonly schema: JsonSchema; readonly mismatches: readonly Mismatch[] } {
  const nameOf = (keyword: string): string => tags.get(keyword) ?? keyword;
  const types = typesOfSchema(schema);
  const { type, ...rest } = keywords;
  const strange = Object.keys(rest).filter(keyword => !appliesTo(keyword, types));
  const mismatches = strange.map(keyword => mismatch(nameOf(keyword), types));
  if (type !== undefined && types?.includes('number') !== true) {
    return { schema, mismatches: [...mismatches, mismatch(nameOf('type'), types)] };
  }
  const whole = type === undefined ? schema : { ...schema, ...integerOf(types ?? []) };
  const fitting = Object.fromEntries(Object.entries(rest).filter(([keyword]) => !strange.includes(keyword)));
  const { kept, seen } = keepSatisfiable(whole, fitting, nameOf);
  const contradictions = seen.map(each => ({ seen: each, fix: 'correct them, or remove one of them.' }));
  return { schema: { ...whole, ...kept }, mismatches: [...mismatches, ...contradictions] };
}

function integerOf(types: readonly JsonSchemaType[]): Pick<JsonSchema, 'type'> {
  const narrowed = types.map(each => (each === 'number' ? 'integer' : each));
  const [only] = narrowed;
  return { type: narrowed.length === 1 && only !== undefined ? only : narrowed };
}

/** The constraints without those that leave no value: checked against these, no value would be right. */
function keepSatisfiable(
  schema: JsonSchema,
  added: JsonSchema,
  nameOf: (keyword: string) => string,
): { readonly kept: JsonSchema; readonly seen: readonly string[] } {
  const kept: Record<string, unknown> = { ...added };
  const seen: string[] = [];
  for (;;) {
    const names = Object.keys(kept).filter(restricts);
    const found = findUnsatisfiable({ ...schema, ...kept }, names, nameOf);
    if (found === undefined || names.length === 0) return { kept, seen };
    seen.push(found.seen);
    for (const keyword of found.keywords) Reflect.deleteProperty(kept, keyword);
    if (Object.keys(kept).filter(restricts).length === names.length) return { kept, seen };
  }
}

const mismatch = (tag: string, types: readonly JsonSchemaType[] | undefined): Mismatch => ({
  seen: `'@${tag}' says nothing about a value of type ${types?.join(' or ') ?? 'that is not known'}.`,
  fix: 'remove it, or move it to the value that it is meant for.',
});

function typesOfSchema({ type, $ref, anyOf }: JsonSchema): readonly JsonSchemaType[] | undefined {
  if ($ref !== undefined) return ['object'];
  if (type !== undefined) return [type].flat();
  const parts = anyOf?.map(typesOfSchema);
  return parts?.every(each => each !== undefined) === true ? [...new Set(parts.flat())] : undefined;
}

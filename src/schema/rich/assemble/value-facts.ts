import type ts from 'typescript';
import { appliesTo } from '../../fast/merge-keywords.js';
import type { JsonSchema, JsonSchemaType } from '../../json-schema.js';
import type { DocComment } from '../docs/parse-doc.js';
import type { PrintedProperty } from '../print/declared-type.js';
import { readLiteral } from '../source/literals.js';
import type { Study } from '../source/study.js';
import { present } from './present.js';

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
      description: doc.description,
      default: initialiser === undefined ? stated : initial,
      deprecated: doc.deprecated === undefined ? undefined : (true as const),
      examples: examples.length === 0 ? undefined : examples,
    }),
    keywords,
  };
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
 * A schema with constraints added, and those that say nothing about its type.
 *
 * @param tags - Which tag wrote a keyword, where that is not its own name.
 */
export function constrain(
  schema: JsonSchema,
  keywords: JsonSchema,
  tags: ReadonlyMap<string, string> = new Map(),
): { readonly schema: JsonSchema; readonly mismatches: readonly Mismatch[] } {
  const types = typesOfSchema(schema);
  const { type, ...rest } = keywords;
  const mismatches = Object.keys(rest).flatMap(keyword =>
    appliesTo(keyword, types) ? [] : [mismatch(tags.get(keyword) ?? keyword, types)],
  );
  if (type === undefined) return { schema: { ...schema, ...rest }, mismatches };
  if (types?.includes('number') !== true)
    return { schema, mismatches: [...mismatches, mismatch(tags.get('type') ?? 'type', types)] };
  const narrowed = types.map(each => (each === 'number' ? 'integer' : each));
  const [only] = narrowed;
  return {
    schema: { ...schema, type: narrowed.length === 1 && only !== undefined ? only : narrowed, ...rest },
    mismatches,
  };
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

import type { JsonSchemaType } from '../../json-schema.js';
import { ANNOTATIONS } from '../../schema-keywords.js';
import { isWithin, jsonTypeOf, typesOf } from '../../validators/json-type.js';
import type { Node } from '../node.js';
import { annotationsOf, without } from '../node.js';
import type { NodeContext, PassContext } from '../pass.js';
import { withSentence } from '../words/sentences.js';
import { wordsFor } from '../words/words.js';

/** Brings `enum`, `const` and `type` into accord, and into the form that the rules admit. */
export function writeValues(node: Node, context: NodeContext): Node {
  const { enums, keywords } = context.rules;
  const held = enums === undefined ? undefined : valuesOf(node);
  if (enums === undefined || held === undefined) return node;
  const values = withinTypes(held.values, node);
  if (values.length === 0) return node;
  const told = values.filter(value => value !== null || enums.types.includes('null'));
  if (!told.every(value => isWithin(jsonTypeOf(value), enums.types)))
    return inWords(node, held.keyword, context);
  const base = without(node, 'enum', 'const', 'type');
  const types = typesOf(values);
  if (types.length > 1 && !enums.mixed) return asBranches(base, values, types);
  const isKept = keywords === 'all' || keywords.has(held.keyword);
  const written = held.keyword === 'const' && isKept ? { const: values[0] } : { enum: values };
  return { ...base, type: types.length === 1 ? types[0] : types, ...written };
}

interface Held {
  readonly keyword: 'enum' | 'const';
  readonly values: readonly unknown[];
}

function valuesOf(node: Node): Held | undefined {
  if ('const' in node) return { keyword: 'const', values: [node.const] };
  return Array.isArray(node.enum) ? { keyword: 'enum', values: node.enum } : undefined;
}

function withinTypes(values: readonly unknown[], node: Node): readonly unknown[] {
  if (node.type === undefined) return values;
  const types = [node.type].flat() as JsonSchemaType[];
  return values.filter(value => isWithin(jsonTypeOf(value), types));
}

function asBranches(base: Node, values: readonly unknown[], types: readonly JsonSchemaType[]): Node {
  const bare = without(base, ...ANNOTATIONS);
  const anyOf = types.map(type => {
    const own = values.filter(value => isWithin(jsonTypeOf(value), [type]));
    return { ...bare, type, ...(type === 'null' ? {} : { enum: own }) };
  });
  return { ...annotationsOf(base), anyOf };
}

/** The type stays: it is all that the provider can be told of such values. */
function inWords(node: Node, keyword: 'enum' | 'const', { report }: PassContext): Node {
  const words = wordsFor(keyword, node);
  report.lose(
    node,
    keyword,
    'The provider takes no values of such types.',
    words === undefined ? 'nothing' : 'description',
  );
  const types = typesOf(valuesOf(node)?.values ?? []);
  const typed = { ...without(node, keyword), type: types.length === 1 ? types[0] : types };
  return words === undefined ? typed : withSentence(typed, words);
}

import type { Node } from '../node.js';
import { isNode } from '../node.js';

/** Longer than this, words would hide the rest of a description. */
const MAX_JSON = 240;

type Phrase = (value: never, node: Node) => string;

const count = (value: number, noun: string): string => `${String(value)} ${noun}${value === 1 ? '' : 's'}`;

const PHRASES: Readonly<Record<string, Phrase>> = {
  minLength: (value: number) => `At least ${count(value, 'character')}.`,
  maxLength: (value: number) => `At most ${count(value, 'character')}.`,
  pattern: (value: string) => `Matches the regular expression \`${value}\`.`,
  format: (value: string) => `Format: ${value}.`,
  contentEncoding: (value: string) => `Encoded as ${value}.`,
  contentMediaType: (value: string) => `Contains ${value}.`,
  minimum: (value: number) => `At least ${String(value)}.`,
  maximum: (value: number) => `At most ${String(value)}.`,
  exclusiveMinimum: (value: number) => `Greater than ${String(value)}.`,
  exclusiveMaximum: (value: number) => `Less than ${String(value)}.`,
  multipleOf: (value: number) => `A multiple of ${String(value)}.`,
  minItems: (value: number) => `At least ${count(value, 'item')}.`,
  maxItems: (value: number) => `At most ${count(value, 'item')}.`,
  uniqueItems: () => 'No item twice.',
  minProperties: (value: number) => `At least ${count(value, 'member')}.`,
  maxProperties: (value: number) => `At most ${count(value, 'member')}.`,
  dependentRequired: (value: Record<string, readonly string[]>) =>
    Object.entries(value)
      .filter(([, names]) => names.length > 0)
      .map(([name, names]) => `With '${name}' also give ${names.map(each => `'${each}'`).join(', ')}.`)
      .join(' '),
  default: (value: unknown) => `Default: ${JSON.stringify(value)}.`,
  examples: (values: readonly unknown[]) =>
    `For example ${[values]
      .flat()
      .map(value => JSON.stringify(value))
      .join(' or ')}.`,
  const: (value: unknown) => `Must be ${JSON.stringify(value)}.`,
  enum: (values: readonly unknown[]) => `One of ${values.map(value => JSON.stringify(value)).join(', ')}.`,
  deprecated: (value: boolean) => (value ? 'Deprecated.' : ''),
  not: (value: unknown) => {
    const values = isNode(value)
      ? ((value.enum as unknown[] | undefined) ?? ('const' in value ? [value.const] : []))
      : [];
    if (values.length > 0) return `Not ${values.map(each => JSON.stringify(each)).join(' or ')}.`;
    return `Must not fit the JSON Schema ${JSON.stringify(value)}.`;
  },
  if: (value: unknown, node) =>
    `Also fits the JSON Schema ${JSON.stringify({ if: value, then: node['then'], else: node['else'] })}.`,
};

/** Keywords whose words are those of another one. */
const TOLD_WITH: Readonly<Record<string, string>> = {
  then: 'if',
  else: 'if',
  minContains: 'contains',
  maxContains: 'contains',
};

/** What a keyword of a node says, as a sentence; empty when nothing has to be said, undefined when it would be too long. */
export function wordsFor(keyword: string, node: Node): string | undefined {
  const teller = TOLD_WITH[keyword];
  if (teller !== undefined) return wordsFor(teller, node) === undefined ? undefined : '';
  const words = sentenceOf(keyword, node);
  return words.length > MAX_JSON ? undefined : words;
}

function sentenceOf(keyword: string, node: Node): string {
  if (keyword === 'contains') return containsWords(node);
  const phrase = PHRASES[keyword] as ((value: unknown, node: Node) => string) | undefined;
  if (phrase !== undefined) return phrase(node[keyword], node);
  return `Also fits the JSON Schema ${JSON.stringify({ [keyword]: node[keyword] })}.`;
}

function containsWords(node: Node): string {
  const least = (node['minContains'] as number | undefined) ?? 1;
  const most = node['maxContains'] as number | undefined;
  const amount = most === undefined ? `at least ${String(least)}` : `${String(least)} to ${String(most)}`;
  return `Has ${amount} of its items fit the JSON Schema ${JSON.stringify(node['contains'])}.`;
}

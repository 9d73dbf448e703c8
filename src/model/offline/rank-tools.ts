import type { JsonSchema } from '../../schema/json-schema.js';
import type { ToolParts } from '../parts-of-tool.js';
import { wordsOf } from './words.js';

/** How much a word counts by where it stands. */
const WEIGHTS = { name: 3, description: 1, parameters: 0.5 };

/** How fast repetitions stop to count, and how much long texts lose: the usual constants of BM25. */
const K1 = 1.2;
const B = 0.75;

/** Shorter beginnings are shared by words that have nothing to do with each other. */
const MIN_COMMON = 5;

/** A tool with how well it fits a request. */
export interface RankedTool {
  readonly tool: ToolParts;
  /** 0 when no word fits. */
  readonly score: number;
  /** The words of the request that stand in its name. */
  readonly named: readonly string[];
  /** The words of the request that stand anywhere in it. */
  readonly matched: readonly string[];
}

/** Tools by how well their names, descriptions and parameters fit a text (BM25), best first; equals keep their order. */
export function rankTools(tools: readonly ToolParts[], text: string): RankedTool[] {
  const indexed = tools.map(tool => ({ tool, names: new Set(wordsOf(tool.name)), counts: countWords(tool) }));
  const vocabulary = new Set(indexed.flatMap(({ counts }) => [...counts.keys()]));
  const query = [...new Set(wordsOf(text).map(word => nearestIn(vocabulary, word)))];
  const lengths = indexed.map(({ counts }) => sum(counts.values()));
  const averageLength = sum(lengths) / Math.max(1, tools.length);
  const idfOf = (word: string): number => {
    const holders = indexed.filter(({ counts }) => counts.has(word)).length;
    return Math.log(1 + (tools.length - holders + 0.5) / (holders + 0.5));
  };
  const idf = new Map(query.map(word => [word, idfOf(word)]));
  return indexed
    .map(({ tool, names, counts }, index) => {
      const damping = K1 * (1 - B + (B * (lengths[index] ?? 0)) / (averageLength || 1));
      const scoreOf = (word: string): number => {
        const count = counts.get(word) ?? 0;
        return ((idf.get(word) ?? 0) * count * (K1 + 1)) / (count + damping);
      };
      const matched = query.filter(word => counts.has(word));
      return {
        tool,
        score: sum(matched.map(scoreOf)),
        named: query.filter(word => names.has(word)),
        matched,
      };
    })
    .sort((a, b) => b.score - a.score);
}

/** A word of the tools that begins like the word or is its beginning, where the word itself is none: complain, complaint. */
function nearestIn(vocabulary: ReadonlySet<string>, word: string): string {
  if (vocabulary.has(word)) return word;
  const isNear = (other: string): boolean =>
    Math.min(other.length, word.length) >= MIN_COMMON && (other.startsWith(word) || word.startsWith(other));
  return [...vocabulary].find(isNear) ?? word;
}

function countWords({ name, description, parameters }: ToolParts): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  add(name, WEIGHTS.name);
  add(description, WEIGHTS.description);
  for (const [key, schema] of Object.entries<JsonSchema>(parameters.properties ?? {}))
    add(`${key} ${schema.description ?? ''} ${(schema.enum ?? []).join(' ')}`, WEIGHTS.parameters);
  return counts;
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0);

import { contentHash } from '../foundation/content-hash.js';
import type { ModelMessage, ToolResultPart } from '../model/message.js';

/** How much of an old result stays. */
const KEPT_CHARACTERS = 200;
/** A rule of thumb for English text and JSON. */
const CHARACTERS_PER_TOKEN = 4;
/** Of a picture or document, which providers count in ways of their own. */
const TOKENS_PER_FILE = 1_000;

/** The conversation as the model reads it. Every step costs as much as what it adds, not as what is there. */
export class Transcript {
  readonly #messages: ModelMessage[] = [];
  #hash = '';
  #tokens = 0;
  /** Results before it are short already. */
  #shortened = 0;
  /** Index of the last message with results. */
  #lastResults = -1;
  readonly #own: ModelMessage[] = [];

  readonly #argumentBytes: number;

  /**
   * @param history - What was said before this run.
   * @param argumentBytes - What a call may take; longer arguments were refused, and are not said again.
   */
  constructor(instructions: string, history: readonly ModelMessage[], argumentBytes = Infinity) {
    this.#argumentBytes = argumentBytes;
    if (instructions !== '') this.#push({ role: 'system', text: instructions });
    for (const message of history) this.#push(message);
  }

  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  /** What this run added, its results whole. */
  get own(): readonly ModelMessage[] {
    return this.#own;
  }

  /** SHA-256 over all messages as they were added, hexadecimal. */
  get hash(): string {
    return this.#hash;
  }

  add(added: ModelMessage): void {
    // Providers refuse an answer of nothing when they get it back.
    if (isEmptyAnswer(added)) return;
    const message = withoutLongArguments(added, this.#argumentBytes);
    this.#own.push(message);
    this.#push(message);
  }

  /** Shortens the oldest tool results, never those of the last turn, until about `maxTokens` are left. */
  fit(maxTokens: number): void {
    const last = this.#lastResults;
    while (this.#tokens > maxTokens && this.#shortened < last) {
      const index = this.#shortened++;
      const message = this.#messages[index];
      if (message?.role !== 'tool') continue;
      const short = { ...message, results: message.results.map(shorten) };
      this.#tokens += tokensOf(short) - tokensOf(message);
      this.#messages[index] = short;
    }
  }

  #push(message: ModelMessage): void {
    if (message.role === 'tool') this.#lastResults = this.#messages.length;
    this.#messages.push(message);
    this.#hash = contentHash(`${this.#hash}\n${JSON.stringify(message)}`);
    this.#tokens += tokensOf(message);
  }
}

/** True for an answer without a call, a thought or a word. */
export const isEmptyAnswer = (message: ModelMessage): boolean =>
  message.role === 'assistant' && message.content.every(part => part.type === 'text' && part.text === '');

function withoutLongArguments(message: ModelMessage, maxBytes: number): ModelMessage {
  if (message.role !== 'assistant') return message;
  const isLong = (part: Part): boolean =>
    part.type === 'tool-call' && Buffer.byteLength(part.arguments) > maxBytes;
  if (!message.content.some(isLong)) return message;
  const content = message.content.map(part =>
    part.type === 'tool-call' && isLong(part)
      ? { ...part, arguments: JSON.stringify({ left_out: `${part.arguments.length} characters` }) }
      : part,
  );
  return { ...message, content };
}

function shorten(result: ToolResultPart): ToolResultPart {
  const text = result.content
    .map(part => (part.type === 'text' ? part.text : `[${part.mediaType}]`))
    .join('\n');
  if (text.length <= 2 * KEPT_CHARACTERS && result.content.every(({ type }) => type === 'text'))
    return result;
  const kept = text.slice(0, KEPT_CHARACTERS);
  const note = `[… an old result, shortened from ${text.length} characters; call the tool again if you need it …]`;
  return { ...result, content: [{ type: 'text', text: `${kept}\n${note}` }] };
}

function tokensOf(message: ModelMessage): number {
  switch (message.role) {
    case 'system':
      return ofText(message.text);
    case 'tool':
      return sum(message.results.flatMap(({ content }) => content).map(ofPart));
    default:
      return sum(message.content.map(ofPart));
  }
}

type Part = Extract<ModelMessage, { role: 'user' | 'assistant' }>['content'][number];

function ofPart(part: Part): number {
  if (part.type === 'file') return TOKENS_PER_FILE;
  return ofText(part.type === 'tool-call' ? part.arguments : part.text);
}

const ofText = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

import { isDeepStrictEqual } from 'node:util';
import { isPlainObject, type JsonObject, type JsonValue } from '../../foundation/json.js';
import { isFreeForm, isKept } from './kept-members.js';
import { type Pointer, PointerPath } from './pointer-path.js';

/** What stands for what was taken out. */
const REDACTED = '[redacted]';

/** Where a value stands, as far as redaction depends on it. */
interface Place {
  readonly name: string;
  readonly path: PointerPath;
  /** What pointed at it, or at what it stands in. */
  readonly takenBy: readonly Pointer[];
  /** Names, numbers and truth values too were chosen by somebody. */
  readonly isFree: boolean;
}

/**
 * Takes out of events what pointers point at and patterns match. What makes an event one stays: ids, kinds, counts, so that it can
 * still be read.
 */
export class Redactor {
  readonly #pointers: readonly Pointer[];
  readonly #patterns: readonly RegExp[];
  /** Pointers and patterns that have taken something out. */
  readonly #used = new Set<Pointer | RegExp>();

  constructor(pointers: readonly Pointer[], patterns: readonly RegExp[]) {
    this.#pointers = pointers;
    this.#patterns = patterns.map(pattern => new RegExp(pattern, addGlobal(pattern.flags)));
  }

  /** Those that have taken nothing out so far, as they were written. */
  get unused(): readonly string[] {
    return [
      ...this.#pointers.filter(pointer => !this.#used.has(pointer)).map(({ text }) => text),
      ...this.#patterns.filter(pattern => !this.#used.has(pattern)).map(({ source }) => source),
    ];
  }

  redact<T>(event: T): T {
    const path = PointerPath.start(this.#pointers);
    return this.#walk(event as JsonValue, { name: '', path, takenBy: [], isFree: false }) as T;
  }

  #walk(value: JsonValue, place: Place): JsonValue {
    if (Array.isArray(value))
      return (value as readonly JsonValue[]).map((item, index) =>
        this.#walk(item, { ...this.#enter(place, String(index)), name: place.name }),
      );
    if (isPlainObject(value)) return this.#walkMembers(value, place);
    if (typeof value === 'string') return this.#redactText(value, place);
    if (!place.isFree) return value;
    const text = JSON.stringify(value);
    const redacted = this.#redactText(text, place);
    return redacted === text ? value : redacted;
  }

  #walkMembers(value: JsonObject, place: Place): JsonObject {
    const members = Object.entries(value).map(([name, member]) => {
      const inside = this.#enter(place, name);
      const redactedName = place.isFree ? this.#match(name) : name;
      return [redactedName, member === undefined ? undefined : this.#walk(member, inside)] as const;
    });
    return Object.fromEntries(members);
  }

  #enter(place: Place, name: string): Place {
    const path = place.path.enter(name);
    const takenBy = [...place.takenBy, ...path.reached];
    return { name, path, takenBy, isFree: place.isFree || isFreeForm(name) };
  }

  #redactText(text: string, place: Place): string {
    const { name, takenBy, isFree } = place;
    if (!isFree && isKept(name)) return text;
    // Arguments that a model wrote stay JSON text.
    if (name === 'arguments') return this.#redactJson(text, place) ?? this.#redactWords(text, takenBy);
    const rest = takenBy.length > 0 ? text : (this.#redactJson(text, place) ?? text);
    return this.#redactWords(rest, takenBy);
  }

  #redactWords(text: string, takenBy: readonly Pointer[]): string {
    for (const pointer of takenBy) this.#used.add(pointer);
    return takenBy.length > 0 ? REDACTED : this.#match(text);
  }

  /** Results and answers are often JSON texts: what is in them is found too. */
  #redactJson(text: string, place: Place): string | undefined {
    const written = parseContainer(text);
    if (written === undefined) return undefined;
    const redacted = this.#walk(written, { ...place, name: '', isFree: true });
    return isDeepStrictEqual(redacted, written) ? text : JSON.stringify(redacted);
  }

  #match(text: string): string {
    return this.#patterns.reduce((rest, pattern) => {
      const redacted = rest.replace(pattern, REDACTED);
      if (redacted !== rest) this.#used.add(pattern);
      return redacted;
    }, text);
  }
}

function parseContainer(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

const addGlobal = (flags: string): string => (flags.includes('g') ? flags : `${flags}g`);

/** A text from which values are taken; no piece of it is taken twice. */
export class RequestText {
  readonly text: string;
  readonly #taken: { readonly start: number; readonly end: number }[] = [];

  constructor(text: string) {
    // What is longer than this is no request but material.
    this.text = text.slice(0, 4_000);
  }

  /** The first match whose place is free and whose value `read` gives; the place is taken then. */
  take<T>(pattern: RegExp, read: (match: RegExpMatchArray) => T | undefined): T | undefined {
    for (const match of this.text.matchAll(pattern)) {
      // The value is the first group where there is one: words around it only lead to it.
      const group = match[1] ?? match[0];
      const start = match.index + match[0].lastIndexOf(group);
      const end = start + group.length;
      if (group === '' || this.#isTaken(start, end)) continue;
      const value = read(match);
      if (value === undefined) continue;
      this.#taken.push({ start, end });
      return value;
    }
    return undefined;
  }

  #isTaken(start: number, end: number): boolean {
    return this.#taken.some(place => start < place.end && place.start < end);
  }
}

export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

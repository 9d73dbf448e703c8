const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Longer ids and names cannot be told. */
const MAX_TOKEN_BYTES = 256;

/** What can be told of a JSON-RPC message without keeping it. */
export interface Envelope {
  /** Null where none can be told. */
  readonly id: string | number | null;
  /** It answers the request of that id, rather than being one. */
  readonly isAnswer: boolean;
}

/**
 * Reads the envelope of a message that is too long to be kept, part by part. Some write the id before parameters and results,
 * some after them, so nothing less than the whole line tells it.
 */
export class EnvelopeScan {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** What stands on the outermost level: a name or a value. */
  #token: number[] = [];
  #name: unknown;
  #id: unknown;
  #hasMethod = false;

  push(bytes: Buffer): void {
    for (const byte of bytes) {
      if (this.#isInText) this.#readText(byte);
      else this.#readStructure(byte);
    }
  }

  get envelope(): Envelope {
    const id = this.#id;
    const isId = typeof id === 'string' || Number.isInteger(id);
    return { id: isId ? (id as string | number) : null, isAnswer: !this.#hasMethod };
  }

  #readText(byte: number): void {
    this.#keep(byte);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInText = false;
  }

  #readStructure(byte: number): void {
    if (OPENING.has(byte)) this.#depth++;
    else if (CLOSING.has(byte)) {
      if (this.#depth === 1) this.#endMember();
      this.#depth--;
    } else if (byte === COMMA && this.#depth === 1) this.#endMember();
    else if (byte === COLON && this.#depth === 1) this.#name = this.#takeToken();
    else {
      this.#keep(byte);
      this.#isInText = byte === QUOTE;
    }
  }

  #keep(byte: number): void {
    // One more than can be told is kept, so that what is too long is known for it.
    if (this.#depth === 1 && this.#token.length <= MAX_TOKEN_BYTES) this.#token.push(byte);
  }

  #endMember(): void {
    const value = this.#takeToken();
    if (this.#name === 'id') this.#id = value;
    if (this.#name === 'method') this.#hasMethod = true;
    this.#name = undefined;
  }

  #takeToken(): unknown {
    const bytes = this.#token;
    this.#token = [];
    if (bytes.length > MAX_TOKEN_BYTES) return undefined;
    try {
      return JSON.parse(Buffer.from(bytes).toString());
    } catch {
      return undefined;
    }
  }
}

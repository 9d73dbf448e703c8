import { type Envelope, EnvelopeScan } from './envelope-scan.js';

const NEWLINE = 0x0a;

/** Who is told about lines. */
export interface LineListener {
  line(text: string): void;
  /** Instead of a line that is too long. */
  tooLong(envelope: Envelope): void;
}

/** Divides a stream into lines, and keeps nothing of those that are too long: what follows them is read as ever. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #listener: LineListener;
  #parts: Buffer[] = [];
  #size = 0;
  /** Of the present line, once it is too long. */
  #scan: EnvelopeScan | undefined;

  constructor(maxBytes: number, listener: LineListener) {
    this.#maxBytes = maxBytes;
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      this.#end();
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  #add(part: Buffer): void {
    this.#size += part.length;
    if (this.#size <= this.#maxBytes) {
      this.#parts.push(part);
      return;
    }
    if (this.#scan === undefined) {
      this.#scan = new EnvelopeScan();
      for (const kept of this.#parts.splice(0)) this.#scan.push(kept);
    }
    this.#scan.push(part);
  }

  #end(): void {
    const [scan, parts] = [this.#scan, this.#parts];
    this.#scan = undefined;
    this.#parts = [];
    this.#size = 0;
    if (scan === undefined) this.#listener.line(textOf(parts));
    else this.#listener.tooLong(scan.envelope);
  }
}

function textOf(parts: readonly Buffer[]): string {
  const [only, ...rest] = parts;
  const bytes = only === undefined || rest.length > 0 ? Buffer.concat(parts) : only;
  return bytes.toString();
}

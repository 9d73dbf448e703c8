import { dedent, indentOf } from './clean-text.js';

/** One thing that a section of a comment says. */
export type DocPiece =
  | { readonly kind: 'text' | 'returns' | 'example' | 'deprecated'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string; readonly text: string };

/** What a style makes of the lines from some line on. */
export interface SectionMatch {
  readonly pieces: readonly DocPiece[];
  /** The first line that is not part of it. */
  readonly next: number;
}

/** The lines of a comment's text; what stands in a code fence is never a heading. */
export class DocLines {
  private readonly lines: readonly string[];
  private readonly inFence: readonly boolean[];

  constructor(text: string) {
    this.lines = text.split('\n');
    let open = false;
    this.inFence = this.lines.map(line => {
      const before = open;
      open = turnsFence(line) ? !open : open;
      return before || open;
    });
  }

  get count(): number {
    return this.lines.length;
  }

  line(at: number): string {
    return this.lines[at] ?? '';
  }

  isBlank(at: number): boolean {
    return this.line(at).trim() === '';
  }

  isCode(at: number): boolean {
    return this.inFence[at] === true;
  }

  indent(at: number): number {
    return indentOf(this.line(at));
  }

  /** The lines without the indentation they share. */
  text(from: number, to: number): string {
    return dedent(this.lines.slice(from, to)).join('\n').trim();
  }

  firstFilled(from: number): number {
    let at = from;
    while (at < this.count && this.isBlank(at)) {
      at++;
    }
    return at;
  }

  /** Where the lines end that are deeper than an indentation; empty lines after them do not belong to them. */
  endOfDeeper(from: number, indent: number): number {
    let end = from;
    for (let at = from; at < this.count; at++) {
      if (this.isBlank(at)) {
        continue;
      }
      if (this.indent(at) <= indent && !(this.isCode(at) && this.isCode(at - 1))) {
        break;
      }
      end = at + 1;
    }
    return end;
  }
}

/** Whether a code fence opens or closes in a line. */
export const turnsFence = (line: string): boolean => line.split('```').length % 2 === 0;

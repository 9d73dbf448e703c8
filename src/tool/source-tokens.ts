const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|[\p{ID_Continue}$]+|=>|[\s\S]/uy;
const REGULAR_EXPRESSION = /\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\/[a-z]*/uy;

/** After these words a slash begins a regular expression; after any other it divides. */
const PREFIX_WORD = /^(?:return|typeof|case|in|of|void|delete|instanceof|new|do|else|yield|await)$/;

/**
 * Cuts JavaScript into tokens without comments. Strings, templates and regular expressions are one token each,
 * since they may hold any bracket.
 */
export class SourceTokens {
  private position = 0;
  private previous = '';

  constructor(private readonly source: string) {}

  /** Undefined at the end. */
  next(): string | undefined {
    const token = this.read();
    if (token === undefined || !isComment(token)) {
      if (token?.trim() !== '') this.previous = token ?? '';
      return token;
    }
    return this.next();
  }

  private read(): string | undefined {
    if (this.source[this.position] === '`') return this.readTemplate();
    return (this.isOperandNext() ? this.match(REGULAR_EXPRESSION) : undefined) ?? this.match(TOKEN);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const token = pattern.exec(this.source)?.[0];
    if (token === undefined || (pattern === REGULAR_EXPRESSION && isComment(token))) return undefined;
    this.position += token.length;
    return token;
  }

  private isOperandNext(): boolean {
    return PREFIX_WORD.test(this.previous) || !/[\p{ID_Continue}$)\]}"'`]$/u.test(this.previous);
  }

  private readTemplate(): string {
    const start = this.position++;
    while (this.position < this.source.length) {
      if (this.source.startsWith('${', this.position)) {
        this.position += 2;
        this.previous = '{';
        this.skipBlock();
      } else if (this.source[this.position] === '\\') this.position += 2;
      else if (this.source[this.position++] === '`') break;
    }
    return this.source.slice(start, this.position);
  }

  private skipBlock(): void {
    for (let depth = 1; depth > 0;) {
      const token = this.next();
      if (token === undefined) return;
      depth += nestingOf(token);
    }
  }
}

/** 1 for an opening bracket, -1 for a closing one. */
export function nestingOf(token: string): number {
  if (token.length !== 1) return 0;
  return '([{'.includes(token) ? 1 : ')]}'.includes(token) ? -1 : 0;
}

const isComment = (token: string): boolean => token.startsWith('//') || token.startsWith('/*');

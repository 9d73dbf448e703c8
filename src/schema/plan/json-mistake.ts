/** Where a text stops being JSON, in the words of an issue. */
export interface JsonMistake {
  readonly expected: string;
  readonly received: string;
}

const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y;
const SPACE = /[ \t\n\r]*/y;

type State = 'value' | 'first item' | 'first name' | 'name' | 'colon' | 'after';

const EXPECTED: Readonly<Record<Exclude<State, 'after'>, string>> = {
  value: 'a JSON value',
  'first item': "a JSON value or ']'",
  'first name': "a member name in double quotes or '}'",
  name: 'a member name in double quotes',
  colon: "':'",
};

/** Finds the first mistake in a text that `JSON.parse` refused: its own messages often lack the position. */
export function findJsonMistake(text: string): JsonMistake {
  const scan = new JsonScan(text);
  while (scan.step());
  return scan.mistake();
}

class JsonScan {
  private state: State = 'value';
  private position = 0;
  private readonly open: ('{' | '[')[] = [];

  constructor(private readonly text: string) {}

  /** Reads one token; false when the next one is not what JSON allows here. */
  step(): boolean {
    this.position = this.match(SPACE) ?? this.position;
    const character = this.text[this.position];
    switch (this.state) {
      case 'first item':
        return character === ']' ? this.close() : this.readValue(character);
      case 'value':
        return this.readValue(character);
      case 'first name':
        return character === '}' ? this.close() : this.readTo(STRING, 'colon');
      case 'name':
        return this.readTo(STRING, 'colon');
      case 'colon':
        return character === ':' && this.advance('value');
      case 'after':
        return this.readSeparator(character);
    }
  }

  mistake(): JsonMistake {
    const character = this.text.codePointAt(this.position);
    const where = `at character ${this.position + 1}`;
    return {
      expected: `JSON text: ${this.describeExpected()} ${where}`,
      received:
        character === undefined
          ? 'the end of the text'
          : this.describeReceived(String.fromCodePoint(character)),
    };
  }

  private describeExpected(): string {
    if (this.state !== 'after') return EXPECTED[this.state];
    const innermost = this.open.at(-1);
    if (innermost === undefined) return 'nothing more';
    return innermost === '{' ? "',' or '}'" : "',' or ']'";
  }

  private describeReceived(character: string): string {
    const isOpenText = character === '"' && this.state !== 'after' && this.state !== 'colon';
    return isOpenText ? 'a text that does not end or has a wrong escape' : JSON.stringify(character);
  }

  private readValue(character: string | undefined): boolean {
    if (character === '{' || character === '[') {
      this.open.push(character);
      return this.advance(character === '{' ? 'first name' : 'first item');
    }
    return this.readTo(character === '"' ? STRING : LITERAL, 'after');
  }

  private readSeparator(character: string | undefined): boolean {
    const innermost = this.open.at(-1);
    if (innermost === undefined) return false;
    if (character === ',') return this.advance(innermost === '{' ? 'name' : 'value');
    return character === (innermost === '{' ? '}' : ']') && this.close();
  }

  private close(): boolean {
    this.open.pop();
    return this.advance('after');
  }

  private advance(state: State): boolean {
    this.position++;
    this.state = state;
    return true;
  }

  private readTo(token: RegExp, state: State): boolean {
    const end = this.match(token);
    if (end === undefined) return false;
    this.position = end;
    this.state = state;
    return true;
  }

  private match(token: RegExp): number | undefined {
    token.lastIndex = this.position;
    return token.test(this.text) ? token.lastIndex : undefined;
  }
}

import {
  addPaths,
  countPaths,
  EMPTY,
  joinPaths,
  NO_PATH,
  ONE,
  type Paths,
  repeatPaths,
} from './pattern-paths.js';

/** What a regular expression may cost at worst: about `factor` × the length of the text to the power of `exponent` steps. */
export interface PatternCost {
  /** Infinite where a text can make the work double with every character, and where that cannot be told. */
  readonly exponent: number;
  readonly factor: number;
  /** The ways through it that are weighed once, before it meets any text. */
  readonly paths: number;
}

/**
 * Reads an expression for the choices it leaves: every one is taken back and tried otherwise when the rest does not
 * match. Choices inside of what is repeated multiply without end; others multiply as often as they are written.
 * Estimates too much rather than too little.
 */
export function estimateCost({ source, flags }: Pick<RegExp, 'source' | 'flags'>): PatternCost {
  return new CostScan(source, /[uv]/.test(flags), flags.includes('m')).read();
}

interface Group {
  /** Something in it can match in several ways. */
  hasChoice: boolean;
  branches: number;
  /** Through its branches but the last. */
  paths: Paths;
  /** Through its last branch, as far as it is read. */
  open: Paths;
  readonly isLook: boolean;
}

interface Item {
  readonly isGroup: boolean;
  readonly hasChoice: boolean;
  readonly paths: Paths;
}

const newGroup = (isLook = false): Group => ({
  hasChoice: false,
  branches: 1,
  paths: NO_PATH,
  open: EMPTY,
  isLook,
});

const ATOM: Item = { isGroup: false, hasChoice: false, paths: ONE };
const OPENING = /\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/y;
const ASSERTION = /[\^$]|\\[bB]/y;
const UNICODE_ESCAPE = /\\(?:u\{[^}]*\}|[pP]\{[^}]*\})/y;
const BACK_REFERENCE = /\\[1-9k]/y;
const CLASS = /\[(?:\\[^]|[^\]\\])*\]/y;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y;

class CostScan {
  private at = 0;
  private exponent = 0;
  private factor = 1;
  private readonly outer: Group[] = [];
  private group = newGroup();

  constructor(
    private readonly source: string,
    private readonly isUnicode: boolean,
    private readonly isMultiline: boolean,
  ) {}

  read(): PatternCost {
    while (this.at < this.source.length) {
      const item = this.readItem();
      if (item === undefined) continue;
      const quantifier = this.match(QUANTIFIER);
      this.group.open = joinPaths(
        this.group.open,
        quantifier === undefined ? item.paths : this.repeat(item, boundsOf(quantifier)),
      );
    }
    const { branches, paths, open } = this.group;
    const isAnchored = this.source.startsWith('^') && branches === 1 && !this.isMultiline;
    return {
      exponent: this.exponent + (isAnchored ? 0 : 1),
      factor: this.factor * branches,
      paths: countPaths(addPaths(paths, open)),
    };
  }

  /** What a quantifier may follow; undefined for what none follows. */
  private readItem(): Item | undefined {
    const opening = this.match(OPENING);
    if (opening !== undefined) {
      this.outer.push(this.group);
      this.group = newGroup(/[=!]$/.test(opening[0]));
      return undefined;
    }
    const character = this.source.charAt(this.at);
    if (character === ')') return this.closeGroup();
    if (character === '|') {
      this.beginBranch();
      return undefined;
    }
    if (this.match(ASSERTION) !== undefined) return undefined;
    this.readAtom(character);
    return ATOM;
  }

  private readAtom(character: string): void {
    if (this.match(BACK_REFERENCE) !== undefined) this.exponent = Infinity;
    else if (this.isUnicode && this.match(UNICODE_ESCAPE) !== undefined) return;
    else if (this.match(CLASS) === undefined) this.at += character === '\\' ? 2 : 1;
  }

  private beginBranch(): void {
    const { group } = this;
    group.branches++;
    group.hasChoice = true;
    group.paths = addPaths(group.paths, group.open);
    group.open = EMPTY;
    this.at++;
  }

  private closeGroup(): Item {
    this.at++;
    const { hasChoice, branches, isLook, ...inner } = this.group;
    this.factor *= branches;
    this.group = this.outer.pop() ?? this.group;
    this.group.hasChoice ||= hasChoice;
    const paths = addPaths(inner.paths, inner.open);
    return { isGroup: true, hasChoice, paths: isLook ? EMPTY.map(one => one * countPaths(paths)) : paths };
  }

  private repeat({ isGroup, hasChoice, paths }: Item, [least, most]: Bounds): Paths {
    if (most > 1 && hasChoice) this.exponent = Infinity;
    if (isGroup && most !== Infinity) this.factor *= Math.max(1, most);
    if (most !== least) {
      this.group.hasChoice = true;
      if (most === Infinity) this.exponent++;
      else this.factor *= most - least + 1;
    }
    return repeatPaths(paths, least, most);
  }

  private match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.source) ?? undefined;
    if (found !== undefined) this.at = expression.lastIndex;
    return found;
  }
}

type Bounds = readonly [least: number, most: number];

function boundsOf([, sign, least, comma, most]: RegExpExecArray): Bounds {
  if (sign !== undefined) return [sign === '+' ? 1 : 0, sign === '?' ? 1 : Infinity];
  if (comma === undefined) return [Number(least), Number(least)];
  return [Number(least), most === '' ? Infinity : Number(most)];
}

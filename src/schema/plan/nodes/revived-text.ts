import type { Issue, Repair } from '../../issue.js';
import { copyJson } from '../copy-json.js';
import {
  DATE_TIME_WORDS,
  hasDateTime,
  hintYears,
  inLanguageForm,
  isDateTime,
  parseDateTime,
} from '../date-time.js';
import type { Kind } from '../kind.js';
import { buildIssue, INVALID, type PlanNode } from '../node.js';

/** How one kind of text becomes a typed value. */
export interface TextRevival {
  readonly noun: string;
  /** True for a value that a caller in JavaScript passed as the typed value already. */
  isRevived(value: unknown): boolean;
  /** Undefined when the text does not write such a value. */
  revive(text: string): unknown;
  /** What to tell about a value that looks right and is not. */
  hint?(value: unknown): string | undefined;
}

export const TEXT_REVIVALS: Readonly<Record<'date' | 'date-text' | 'bigint' | 'bytes', TextRevival>> = {
  date: {
    noun: DATE_TIME_WORDS,
    // What is accepted must be so again once it has become JSON.
    isRevived: value => value instanceof Date && hasDateTime(value),
    revive: parseDateTime,
    hint: hintYears,
  },
  'date-text': {
    noun: DATE_TIME_WORDS,
    isRevived: () => false,
    revive: text => (isDateTime(text) ? inLanguageForm(text) : undefined),
    hint: hintYears,
  },
  bigint: {
    noun: 'an integer written as text such as "12"',
    isRevived: value => typeof value === 'bigint',
    revive: text => (/^-?(?:0|[1-9]\d*)$/.test(text) ? BigInt(text) : undefined),
  },
  bytes: {
    noun: 'base64 text',
    isRevived: value => value instanceof Uint8Array,
    revive: text => {
      const bytes = Buffer.from(text, 'base64');
      return bytes.toString('base64') === text ? new Uint8Array(bytes) : undefined;
    },
  },
};

export function isTextRevival(kind: string): kind is keyof typeof TEXT_REVIVALS {
  return Object.hasOwn(TEXT_REVIVALS, kind);
}

export class RevivedTextNode implements PlanNode {
  constructor(
    private readonly text: PlanNode,
    private readonly revival: TextRevival,
  ) {}

  admits(kind: Kind): boolean {
    return kind === 'string';
  }

  describe(): string {
    return this.revival.noun;
  }

  accept(value: unknown): unknown {
    if (typeof value !== 'string') return this.revival.isRevived(value) ? copyJson(value) : INVALID;
    if (this.text.accept(value, undefined) === INVALID) return INVALID;
    return this.revival.revive(value) ?? INVALID;
  }

  explain(value: unknown, owner: object | undefined, path: string, issues: Issue[]): void {
    const before = issues.length;
    if (typeof value === 'string') this.text.explain(value, owner, path, issues);
    if (issues.length === before && this.accept(value) === INVALID) {
      issues.push(buildIssue(path, this.describe(), value, this.revival.hint?.(value)));
    }
  }

  /** Only integers read the same as text and as number; a number is neither a date nor bytes. */
  repair(value: unknown, path: string, repairs: Repair[]): unknown {
    return this.revival === TEXT_REVIVALS.bigint ? this.text.repair(value, path, repairs) : value;
  }
}

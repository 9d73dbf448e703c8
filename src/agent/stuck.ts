import { canonicalJson } from '../foundation/canonical-json.js';
import { contentHash } from '../foundation/content-hash.js';
import type { JsonValue } from '../foundation/json.js';

/** When an agent that gets nowhere is stopped. A turn with several calls counts once. */
export interface StuckLimits {
  /** The same calls with the same results, so many turns in a row. @defaultValue 4 */
  readonly repeats?: number;
  /** Turns in which every call of the same tool fails, so many in a row, whatever the arguments. @defaultValue 5 */
  readonly failures?: number;
  /** Two turns that alternate, so many pairs in a row. @defaultValue 3 */
  readonly alternations?: number;
}

const DEFAULTS: Required<StuckLimits> = { repeats: 4, failures: 5, alternations: 3 };

/** One answered call, as far as being stuck is told by it. */
export interface AnsweredCall {
  readonly toolName: string;
  /** Without the model's own claims, which it may word anew each time. */
  readonly arguments: unknown;
  readonly text: string;
  readonly isError: boolean;
}

interface Turn {
  readonly print: string;
  readonly called: string;
  /** Tools of which every call failed. */
  readonly failed: readonly string[];
}

/** Notices when the last turns of a run say that it gets nowhere. Remembers as many as it needs. */
export class StuckDetector {
  readonly #limits: Required<StuckLimits>;
  readonly #recent: Turn[] = [];

  constructor(limits: StuckLimits = {}) {
    this.#limits = { ...DEFAULTS, ...limits };
  }

  /** What the run is stuck in, after this turn; undefined when it is not. */
  note(calls: readonly AnsweredCall[]): string | undefined {
    if (calls.length === 0) return undefined;
    const { repeats, failures, alternations } = this.#limits;
    this.#recent.push(turnOf(calls));
    if (this.#recent.length > Math.max(repeats, failures, 2 * alternations)) this.#recent.shift();
    return this.#findRepeat(repeats) ?? this.#findFailure(failures) ?? this.#findAlternation(alternations);
  }

  #findRepeat(count: number): string | undefined {
    const [first, ...others] = this.#last(count);
    if (first === undefined || others.some(({ print }) => print !== first.print)) return undefined;
    return `${first.called} was called ${count} times in a row with the same arguments and the same result`;
  }

  #findFailure(count: number): string | undefined {
    const [first, ...others] = this.#last(count);
    const failing = first?.failed.find(tool => others.every(({ failed }) => failed.includes(tool)));
    return failing === undefined ? undefined : `'${failing}' failed ${count} times in a row`;
  }

  #findAlternation(count: number): string | undefined {
    const turns = this.#last(2 * count);
    const [first, second] = turns;
    if (first === undefined || second === undefined || first.print === second.print) return undefined;
    if (turns.some(({ print }, index) => print !== (index % 2 === 0 ? first : second).print))
      return undefined;
    return `${first.called} and ${second.called} were called in turn ${count} times with the same results`;
  }

  /** Nothing while there have not been so many. */
  #last(count: number): readonly Turn[] {
    return this.#recent.length < count ? [] : this.#recent.slice(-count);
  }
}

function turnOf(calls: readonly AnsweredCall[]): Turn {
  const prints = calls.map(({ toolName, arguments: given, text }) =>
    canonicalJson([toolName, meaningOf(given), text]),
  );
  const names = [...new Set(calls.map(({ toolName }) => toolName))];
  return {
    print: contentHash(prints.sort().join('\n')),
    called: names.map(name => `'${name}'`).join(' with '),
    failed: names.filter(name => calls.every(call => call.toolName !== name || call.isError)),
  };
}

/** The same JSON may be written in many ways. */
function meaningOf(given: unknown): JsonValue {
  if (typeof given !== 'string') return (given ?? null) as JsonValue;
  try {
    return JSON.parse(given) as JsonValue;
  } catch {
    return given;
  }
}

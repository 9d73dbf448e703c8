import type ts from 'typescript';
import type { Study } from '../source/study.js';

/** So many types of one declaration inside each other are taken for an endless number of them. */
const MAX_NESTED = 12;
/** Of one tool: declarations, and types that are met at all. */
const MAX_DECLARED = 5_000;
const MAX_MET = 100_000;

/** What stops types that have no end, or too many parts to be of use to a model. */
export class TypeBudget {
  private readonly endless = new Set<ts.Symbol>();
  private declared = 0;
  private met = 0;
  private isReported = false;

  constructor(private readonly study: Study) {}

  /** Another tool starts. */
  renew(): void {
    this.endless.clear();
    this.declared = 0;
    this.met = 0;
    this.isReported = false;
  }

  declare(): void {
    this.declared++;
  }

  /** Whether a tool has too much in it: `first` where nobody was told yet. */
  isExceeded(): 'first' | boolean {
    this.met++;
    if (this.declared <= MAX_DECLARED && this.met <= MAX_MET) return false;
    if (this.isReported) return true;
    this.isReported = true;
    return 'first';
  }

  /** Whether each level of a type needs a new type: `first` where its declaration was not known for it yet. */
  isEndless(type: ts.Type, open: readonly ts.Type[]): 'first' | boolean {
    // Lists of lists are types of one declaration, and have an end.
    const own = this.study.checker.isArrayType(type) ? undefined : type.symbol;
    const symbol = type.aliasSymbol ?? own;
    if (symbol === undefined) return false;
    if (this.endless.has(symbol)) return true;
    const above = open.filter(each => each.aliasSymbol === symbol || each.symbol === symbol);
    if (above.length < MAX_NESTED) return false;
    this.endless.add(symbol);
    return 'first';
  }
}

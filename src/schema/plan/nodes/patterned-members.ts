import type { PlanNode } from '../node.js';
import type { Pattern } from '../pattern-guard.js';
import { AllNode } from './all.js';

/** A node for values, and whether it says what becomes of them. */
export interface Meaning {
  readonly node: PlanNode;
  readonly means: boolean;
}

export interface NamedPattern extends Meaning {
  readonly source: string;
  readonly pattern: Pattern;
}

/** `patternProperties`: a member must fit what stands under every pattern that matches its name. */
export class PatternedMembers {
  constructor(private readonly patterns: readonly NamedPattern[]) {}

  get sources(): readonly string[] {
    return this.patterns.map(({ source }) => source);
  }

  /** Undefined when no pattern matches. */
  nodeFor(name: string): PlanNode | undefined {
    return combine(this.patterns.filter(({ pattern }) => pattern.test(name)));
  }

  /** The node for a member that has one of its own. */
  join(name: string, own: Meaning): PlanNode {
    const matching = this.patterns.filter(({ pattern }) => pattern.test(name));
    return combine([own, ...matching]) ?? own.node;
  }
}

/** What becomes of the value is said by the first that means anything. */
function combine(meanings: readonly Meaning[]): PlanNode | undefined {
  const typing = meanings.find(({ means }) => means) ?? meanings[0];
  if (typing === undefined || meanings.length === 1) return typing?.node;
  return new AllNode(
    typing.node,
    meanings.filter(each => each !== typing).map(({ node }) => node),
  );
}

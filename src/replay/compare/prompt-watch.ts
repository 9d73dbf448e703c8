import type { StepOutline } from './outline-run.js';
import type { Difference } from './run-comparison.js';

/**
 * Tells when models were asked otherwise although all that a journal says of the question is the same: other settings, other
 * descriptions of tools, or a middleware. Ids of calls stand in questions, so they have to be the same as well.
 */
export class PromptWatch {
  #isSame: boolean;

  /** @param isSame - Whether the runs began alike. */
  constructor(isSame: boolean) {
    this.#isSame = isSame;
  }

  /** The difference between the questions of two steps, told once. */
  look(a: StepOutline, b: StepOutline): Difference[] {
    if (!this.#isSame || a.requestHash === b.requestHash) return [];
    this.#isSame = false;
    const { requestHash: before = null } = a;
    const { requestHash: after = null } = b;
    return [{ section: 'request', what: 'hash', kind: 'changed', path: '', a: before, b: after }];
  }

  /** What follows a step is asked alike only when both had the same outcome under the same ids. */
  pass(a: StepOutline, b: StepOutline, isEqual: boolean): void {
    const idsOf = ({ calls }: StepOutline): string => calls.map(({ callId }) => callId).join('\n');
    this.#isSame &&= isEqual && idsOf(a) === idsOf(b);
  }

  /** One run has a step that the other has not. */
  part(): void {
    this.#isSame = false;
  }
}

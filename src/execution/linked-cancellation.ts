import { CallCancellation } from '../context/call-cancellation.js';

/** A cancellation that also follows its run's, until it is released. */
export class LinkedCancellation extends CallCancellation {
  readonly #unfollow: () => void;

  constructor(run: CallCancellation, outer: AbortSignal | undefined) {
    super(outer);
    this.#unfollow = run.onCancel(reason => this.cancel(reason));
  }

  override release(): void {
    this.#unfollow();
    super.release();
  }
}

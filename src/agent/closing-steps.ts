import { systemClock, within } from '../foundation/clock.js';
import type { Logger } from '../foundation/logger.js';

/** How long one step may take; nobody waits for ever for a run that has ended. */
const STEP_MS = 5_000;

/** What has to be closed when a run ends, the last first. A step that fails or does not end keeps no other from its turn. */
export class ClosingSteps {
  readonly #steps: (() => unknown)[] = [];

  constructor(private readonly logger: Logger) {}

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** Never rejects. */
  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) {
      try {
        await within(systemClock, STEP_MS, Promise.resolve(step()));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.logger.error('Something of a run could not be closed.', { reason });
      }
    }
  }
}

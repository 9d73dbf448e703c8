import { addUsage, NO_USAGE, type Usage } from '../model/usage.js';
import type { RunEvent } from './events.js';

/** What all answers of the model in a run used together. */
export function sumUsage(events: readonly RunEvent[]): Usage {
  return events.reduce((sum, event) => {
    const usage = event.type === 'model-call-ended' ? event.response?.usage : undefined;
    return usage === undefined ? sum : addUsage(sum, usage);
  }, NO_USAGE);
}

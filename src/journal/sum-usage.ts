import { addUsage, NO_USAGE, type Usage } from '../model/usage.js';
import type { RunEvent } from './events.js';

/** What all answers of the model in a run used together, the agents behind its calls that are answered, and guardrails before a pause. */
export function sumUsage(events: readonly RunEvent[]): Usage {
  return events.reduce((sum, event) => {
    const usage = usageOf(event);
    return usage === undefined ? sum : addUsage(sum, usage);
  }, NO_USAGE);
}

function usageOf(event: RunEvent): Usage | undefined {
  if (event.type === 'model-call-ended') return event.response?.usage ?? event.usage;
  if (event.type === 'run-paused') return event.usage;
  return event.type === 'tool-call-ended' ? event.spent?.usage : undefined;
}

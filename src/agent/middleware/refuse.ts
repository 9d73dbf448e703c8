import type { CheckedCall } from '../../tool/call-policy.js';
import { Observation } from '../../tool/observation.js';

/** The answer to a call that a middleware does not let through. */
export const refuse = ({ tool }: CheckedCall, reason: string): Observation =>
  Observation.error(`Tool '${tool.name}' failed: it did not run, since ${reason}`);

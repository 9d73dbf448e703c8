import type { RunContext } from '../../context/run-context.js';
import { type Clock, systemClock } from '../../foundation/clock.js';
import { findLiveRun } from '../live-run.js';

/** The clock of the agent that a run belongs to; the system's for a call that no agent makes. */
export const clockOf = (run: RunContext): Clock => findLiveRun(run)?.parts.options.clock ?? systemClock;

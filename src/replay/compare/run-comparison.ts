import type { JsonValue } from '../../foundation/json.js';
import type { RunSummary } from '../../journal/run-store.js';

/** What two runs can differ in. */
export const SECTIONS = [
  'agent',
  'model',
  'instructions',
  'history',
  'input',
  'request',
  'steps',
  'text',
  'finish',
  'messages',
  'calls',
  'arguments',
  'output',
  'decisions',
  'course',
  'status',
  'usage',
  'runs',
] as const;

/**
 * One of {@link SECTIONS}: `request` is what a model was asked beyond what a journal tells, `finish` how its answer ended,
 * `messages` what was said to ask it again, `decisions` are those of guardrails, policies and people, `course` is pauses and attempts,
 * and `runs` are those of agents below.
 */
export type Section = (typeof SECTIONS)[number];

/** One thing that is not the same. Plain JSON. */
export interface Difference {
  readonly section: Section;
  /** Within the section: `accepted`, `guardrail pii at input`; empty where the section says it all. */
  readonly what: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** JSON pointer into what is compared; empty for all of it. */
  readonly path: string;
  /** In the first run, whole; missing when it is added. */
  readonly a?: JsonValue;
  /** In the second run, whole; missing when it is removed. */
  readonly b?: JsonValue;
}

/** How long something took in each run, in milliseconds. */
export interface TimePair {
  readonly a?: number;
  readonly b?: number;
}

/** A tool call of both runs, or of one. */
export interface CallComparison {
  /** As the model of each run named it. */
  readonly a?: string;
  readonly b?: string;
  readonly differences: readonly Difference[];
  /** Agents that worked for it. */
  readonly below: readonly RunComparison[];
  /** When it was asked for. */
  readonly time?: TimePair;
}

/** A step of both runs, or of one: an answer of the model and the calls that it asked for. */
export interface StepComparison {
  /** The turn in the first run. */
  readonly a?: number;
  /** The turn in the second run. */
  readonly b?: number;
  readonly differences: readonly Difference[];
  readonly calls: readonly CallComparison[];
  /** Of the model's answer, when it was asked for. */
  readonly time?: TimePair;
}

/** What is said of a run that is compared. */
export type ComparedSide = Pick<RunSummary, 'runId' | 'agent' | 'model' | 'status'>;

/** Two runs side by side. Plain JSON. */
export interface RunComparison {
  /** Nothing differs, in runs below neither. */
  readonly isEqual: boolean;
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  /** Before the first step: agent, instructions, history, input. */
  readonly start: readonly Difference[];
  /** All steps, in order; one stands alone where the other run has none for it. */
  readonly steps: readonly StepComparison[];
  /** What came of it: status, answer, usage. */
  readonly end: readonly Difference[];
  /** From the first event to the last, when it was asked for. */
  readonly time?: TimePair;
}

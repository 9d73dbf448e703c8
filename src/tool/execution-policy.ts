import { describeKind } from '../foundation/value-kind.js';

/** How attempts at a call run. */
export interface AttemptPolicy {
  /** Milliseconds an attempt may take. Missing: the runtime's default. */
  readonly timeoutMs?: number;
  /** Attempts after the first. Missing: the runtime's default, which never applies to `side_effecting` tools. */
  readonly maxRetries?: number;
  /** Milliseconds before the first retry; doubles with each further one. Missing: the runtime's default. */
  readonly retryDelayMs?: number;
}

/** How a call runs, as data; `execution/` interprets it. */
export interface ExecutionPolicy extends AttemptPolicy {
  /**
   * What the tool works on, by names of your own: calls of one turn that share a resource keep their order, also when they
   * only read. @defaultValue none
   */
  readonly resources?: readonly string[];
  /** In an agent: once the tool has succeeded, the run ends and its result is the answer. @defaultValue false */
  readonly endsRun?: boolean;
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/** What is wrong with stated policy numbers; empty when nothing is. */
export function findPolicyMistakes(policy: ExecutionPolicy): { seen: string; fix: string }[] {
  const mistakes = findOrderMistakes(policy);
  const { timeoutMs, maxRetries, retryDelayMs } = policy;
  if (timeoutMs !== undefined && !isBetween(timeoutMs, 1, MAX_TIMER_MS)) {
    mistakes.push({
      seen: `timeoutMs is ${timeoutMs}.`,
      fix: `give milliseconds from 1 to ${MAX_TIMER_MS}.`,
    });
  }
  if (maxRetries !== undefined && !(Number.isInteger(maxRetries) && maxRetries >= 0)) {
    mistakes.push({ seen: `maxRetries is ${maxRetries}.`, fix: 'give an integer of 0 or more.' });
  }
  if (retryDelayMs !== undefined && !isBetween(retryDelayMs, 0, MAX_TIMER_MS)) {
    mistakes.push({ seen: `retryDelayMs is ${retryDelayMs}.`, fix: 'give milliseconds of 0 or more.' });
  }
  return mistakes;
}

function findOrderMistakes({ resources, endsRun }: { resources?: unknown; endsRun?: unknown }): {
  seen: string;
  fix: string;
}[] {
  const areNames =
    resources === undefined ||
    (Array.isArray(resources) && resources.every(name => typeof name === 'string' && name !== ''));
  return [
    ...(areNames
      ? []
      : [{ seen: 'resources is no list of names.', fix: "give names: resources: ['calendar']." }]),
    ...(endsRun === undefined || typeof endsRun === 'boolean'
      ? []
      : [{ seen: `endsRun is ${describeKind(endsRun)}.`, fix: 'give true or false.' }]),
  ];
}

/** False for text of digits, which comparisons would take for a number. */
const isBetween = (value: number, least: number, most: number): boolean =>
  Number.isFinite(value) && value >= least && value <= most;

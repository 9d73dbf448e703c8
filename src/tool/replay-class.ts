import { DefinitionError } from '../foundation/definition-error.js';
import { describeKind } from '../foundation/value-kind.js';

/**
 * What repeating a call does: `read_only` may run again at any time, `idempotent` may be repeated with the same
 * idempotency key, `side_effecting` is never fired twice by toolwright. The default is `side_effecting`.
 */
export type ReplayClass = 'read_only' | 'idempotent' | 'side_effecting';

const REPLAY_CLASSES: readonly unknown[] = ['read_only', 'idempotent', 'side_effecting'];

/** @throws {@link DefinitionError} when `value` is none of the three. */
export function parseReplayClass(value: unknown, where: string): ReplayClass {
  if (REPLAY_CLASSES.includes(value)) return value as ReplayClass;
  throw new DefinitionError([
    {
      where,
      seen: `the replay class is ${typeof value === 'string' ? `'${value}'` : describeKind(value)}.`,
      fix: "write 'read_only', 'idempotent' or 'side_effecting'.",
    },
  ]);
}

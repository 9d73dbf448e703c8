import { randomUUID } from 'node:crypto';

/** The only source of ids and randomness. */
export interface Entropy {
  uuid(): string;
  /** A number in [0, 1). */
  random(): number;
}

/** The machine's ids and randomness. */
export const systemEntropy: Entropy = {
  uuid: () => randomUUID(),
  random: () => Math.random(),
};

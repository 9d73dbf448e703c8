import { randomUUID } from 'node:crypto';

/** The only source of ids and randomness. */
export interface Entropy {
  uuid(): string;
  /** A number in [0, 1). */
  random(): number;
}

export const systemEntropy: Entropy = {
  uuid: () => randomUUID(),
  random: () => Math.random(),
};

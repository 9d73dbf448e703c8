import { systemEntropy } from 'toolwright';

const { PROPERTY_SEED, PROPERTY_PATH } = process.env;

const FIXED = 20_240_229;

/** The same in each run, so that a tree always gets the same verdict; `PROPERTY_SEED=random` looks further, a number repeats. */
export const seed =
  PROPERTY_SEED === 'random' ? Math.floor(systemEntropy.random() * 2 ** 31) : Number(PROPERTY_SEED ?? FIXED);

/**
 * For `fc.assert`, which prints seed and path with a failure: `PROPERTY_SEED` and `PROPERTY_PATH`, together with the name
 * of the test (`-t`), repeat just that.
 */
export const SEEDED = { seed, ...(PROPERTY_PATH === undefined ? {} : { path: PROPERTY_PATH }) };

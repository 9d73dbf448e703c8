import { systemEntropy } from 'toolwright';

const { PROPERTY_SEED, PROPERTY_PATH } = process.env;

/** Another one in each run; `PROPERTY_SEED` repeats a run. */
export const seed = Number(PROPERTY_SEED ?? Math.floor(systemEntropy.random() * 2 ** 31));

/**
 * For `fc.assert`, which prints seed and path with a failure: `PROPERTY_SEED` and `PROPERTY_PATH`, together with the name
 * of the test (`-t`), repeat just that.
 */
export const SEEDED = { seed, ...(PROPERTY_PATH === undefined ? {} : { path: PROPERTY_PATH }) };

import base from './jest.config.js';

/** The same fuzz tests as in every run, for five minutes each. */
export default {
  ...base,
  testMatch: ['**/test/fuzz/*.test.ts'],
  globals: { fuzzMs: 300_000 },
  testTimeout: 400_000,
};

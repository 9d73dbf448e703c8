export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  setupFiles: ['reflect-metadata'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^toolwright$': '<rootDir>/src/index.ts',
    '^toolwright/mcp$': '<rootDir>/src/mcp/index.ts',
    '^toolwright/replay$': '<rootDir>/src/replay/index.ts',
    '^toolwright/manifest$': '<rootDir>/src/manifest.ts',
    '^toolwright/testing$': '<rootDir>/src/testing.ts',
  },
  transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.json', useESM: true }] },
  reporters: ['default', '<rootDir>/test/support/closing-line-reporter.cjs'],
  restoreMocks: true,
  // Tests start real processes, on machines that may be busy.
  testTimeout: 60_000,
  maxWorkers: 2,
};

import { defineConfig } from 'vitest/config';

/** Three worlds: what needs no database starts at once, the rest shares one embedded server a run. */
const withDatabase = ['src/server/**/*.test.ts', 'tests/**/*.test.ts'];
const floorPlan = 'tests/architecture.test.ts';

export default defineConfig({
  test: {
    // Two cores are the smallest machine the product is built on.
    maxWorkers: 2,
    // Files share what they load: loading it anew for each was a quarter of the run. None may leave anything changed behind.
    isolate: false,
    // Against a test that hangs; on a busy machine the five seconds of the default are a measure of speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.{ts,mjs}', '{research,bench}/**/*.test.ts'],
          // The peers of the bench are installed there, with tests of their own.
          exclude: ['src/server/**', '**/node_modules/**'],
        },
      },
      { extends: true, test: { name: 'architecture', include: [floorPlan] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: withDatabase,
          exclude: [floorPlan],
          globalSetup: ['tests/support/test-server.ts'],
        },
      },
    ],
  },
});

import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './tests/support/browser/chromium.ts';

const executablePath = await findChromium();

/** Journeys start the product themselves, each with its own data folder and port. */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // As many as the smallest machine has cores.
  workers: 2,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { args: [...chromiumArguments], ...(executablePath ? { executablePath } : {}) },
    // Recording every journey costs time: TRACE=1 saves the trace of a failure.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    locale: 'uk-UA',
  },
});

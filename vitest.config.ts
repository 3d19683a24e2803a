import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { msw } from 'msw/vite';
import { defineConfig } from 'vitest/config';
import { brandPlugin } from './scripts/web/brand-plugin.ts';
import { brandFolder } from './src/server/config/brand.ts';
import { chromiumArguments, findChromium } from './tests/support/browser/chromium.ts';
import { isFullRun } from './tests/support/full-run.ts';

/**
 * Tests without a database start at once, those of components in a browser; the rest shares one
 * embedded server per run.
 */
const withDatabase = ['src/server/**/*.test.ts', 'tests/**/*.test.ts'];
const components = 'src/web/**/*.test.tsx';
const executablePath = await findChromium();
const layers = 'tests/architecture.test.ts';
const documents = 'tests/documents.test.ts';
const vocabulary = 'tests/vocabulary.test.ts';
/** Seven processes for two minutes; what fails in one of them is tested in the others as well. */
const largestCluster = 'tests/cluster/signals.test.ts';

export default defineConfig({
  plugins: [brandPlugin(brandFolder())],
  test: {
    // Two cores are the smallest machine that the product is built on.
    maxWorkers: 2,
    // Files share loaded modules: reloading them for each took a quarter of the run. No file may
    // leave global state changed.
    isolate: false,
    // The cache of transformed modules ignores tsconfig.json, which names the JSX runtime.
    fsModuleCache: false,
    // Detects a hanging test; on a busy machine the default of five seconds would measure speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}', '{research,bench}/**/*.test.ts'],
          // The peers of the bench are installed there, with tests of their own.
          exclude: ['src/server/**', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        plugins: [tailwindcss(), msw({ mode: 'worker-only' })],
        // Found while tests run otherwise, and the page would be reloaded: imported by a worker.
        optimizeDeps: { include: ['altcha/workers/pbkdf2'] },
        test: {
          name: 'components',
          include: [components],
          globalSetup: ['tests/support/components/fonts.ts'],
          setupFiles: ['tests/support/components/setup.ts'],
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              launchOptions: { args: [...chromiumArguments], ...(executablePath && { executablePath }) },
              contextOptions: { locale: 'en-GB', timezoneId: 'Europe/Kyiv', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { extends: true, test: { name: 'architecture', include: [layers, documents, vocabulary] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: withDatabase,
          exclude: [layers, documents, vocabulary, ...(isFullRun ? [] : [largestCluster])],
          globalSetup: ['tests/support/test-server.ts'],
        },
      },
    ],
  },
});

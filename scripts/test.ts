import { findChromium } from '#tests/support/browser/chromium.ts';
import { buildIfStale } from './build-if-stale.ts';
import { runProgram } from './run-program.ts';

const args = process.argv.slice(2);
const filters = args.filter((arg) => !arg.startsWith('--'));
const journeys = filters.filter((filter) => filter.endsWith('.e2e.ts'));
const units = filters.filter((filter) => !journeys.includes(filter));
const isUnitOnly = args.includes('--unit');
if (args.includes('--all')) process.env['TEST_VOLUME'] = 'full';

/**
 * npm test [-- --unit] [--all] [files]
 * Units, contracts and API journeys first; then the browser journeys on the build of the same
 * sources. `--unit` leaves the journeys out; `--all` runs the whole volume of kills, seeds, clusters
 * and views; file filters leave out what they do not name.
 */
process.exitCode = await runTests();

async function runTests(): Promise<number> {
  const failed = journeys.length > 0 && units.length === 0 ? 0 : await runUnits();
  const runsJourneys = !isUnitOnly && (filters.length === 0 || journeys.length > 0);
  return failed || (runsJourneys ? runJourneys() : 0);
}

function runUnits(): Promise<number> {
  return runProgram('node_modules/vitest/vitest.mjs', ['run', ...units]);
}

async function runJourneys(): Promise<number> {
  if ((await findChromium()) === null) return withoutBrowser();
  await buildIfStale();
  return runProgram('node_modules/@playwright/test/cli.js', ['test', ...journeys]);
}

function withoutBrowser(): number {
  console.error(
    '\nTHE BROWSER JOURNEYS DID NOT RUN: no Chromium was found.\nInstall chromium, or name one with CHROMIUM_PATH.\n',
  );
  return process.env.CI ? 1 : 0;
}

import { findChromium } from '#tests/support/browser/chromium.ts';
import { buildIfStale } from './build-web.ts';
import { runProgram } from './run-program.ts';

const args = process.argv.slice(2);
const filters = args.filter((arg) => !arg.startsWith('--'));
const journeys = filters.filter((filter) => filter.endsWith('.e2e.ts'));
const units = filters.filter((filter) => !journeys.includes(filter));
const isUnitOnly = args.includes('--unit');
if (args.includes('--all')) process.env['TEST_VOLUME'] = 'full';

/**
 * npm test [-- --unit] [--all] [files]
 * Units, components, contracts and API journeys first; then the browser journeys on the build of the
 * same sources. `--unit` leaves the journeys out; `--all` runs the whole volume of kills, seeds, clusters
 * and views; file filters leave out what they do not name.
 */
process.exitCode = await runTests();

async function runTests(): Promise<number> {
  const hasBrowser = (await findChromium()) !== null;
  if (!hasBrowser) warnWithoutBrowser();
  const failed = journeys.length > 0 && units.length === 0 ? 0 : await runUnits(hasBrowser);
  if (!hasBrowser && process.env.CI) return failed || 1;
  const runsJourneys = hasBrowser && !isUnitOnly && (filters.length === 0 || journeys.length > 0);
  return failed || (runsJourneys ? runJourneys() : 0);
}

function runUnits(hasBrowser: boolean): Promise<number> {
  return runProgram('node_modules/vitest/vitest.mjs', [
    'run',
    ...(hasBrowser ? [] : ['--project=!components']),
    ...units,
  ]);
}

async function runJourneys(): Promise<number> {
  await buildIfStale();
  return runProgram('node_modules/@playwright/test/cli.js', ['test', ...journeys]);
}

function warnWithoutBrowser(): void {
  console.error(
    '\nTHE TESTS OF COMPONENTS AND THE JOURNEYS DO NOT RUN: no Chromium was found.\nInstall chromium, or name one with CHROMIUM_PATH.\n',
  );
}

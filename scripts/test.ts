import { findChromium } from '#tests/support/chromium.ts';
import { buildIfStale } from './build-if-stale.ts';
import { runProgram } from './run-program.ts';

const args = process.argv.slice(2);
const filters = args.filter((arg) => arg !== '--unit');
const isUnitOnly = args.length > 0;

/**
 * Units, contracts and API journeys first; then the browser journeys on the build of the same
 * sources. `--unit` and file filters leave the journeys out.
 */
process.exitCode = (await runUnits()) || (isUnitOnly ? 0 : await runJourneys());

function runUnits(): Promise<number> {
  return runProgram('node_modules/vitest/vitest.mjs', ['run', ...filters]);
}

async function runJourneys(): Promise<number> {
  if ((await findChromium()) === null) return withoutBrowser();
  await buildIfStale();
  return runProgram('node_modules/@playwright/test/cli.js', ['test']);
}

function withoutBrowser(): number {
  console.error(
    '\nTHE BROWSER JOURNEYS DID NOT RUN: no Chromium was found.\nInstall chromium, or name one with CHROMIUM_PATH.\n',
  );
  return process.env.CI ? 1 : 0;
}

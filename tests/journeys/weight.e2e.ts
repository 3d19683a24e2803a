import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { fakeApi } from '#tests/support/browser/fake-api.ts';
import { fakeRecord, serveRecord } from '#tests/support/browser/fake-record.ts';

/** Compressed as the build does (scripts/compress-files.ts), in thousands of bytes. */
async function computeWeight(address: string): Promise<number> {
  const content = await readFile(new URL(`../../build/client${new URL(address).pathname}`, import.meta.url));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return (content.length < 1_024 ? content.length : brotliCompressSync(content, { params }).length) / 1_000;
}

/** Every script of a first visit, including those loaded when idle. */
async function findScripts(page: Page, path: string): Promise<ReadonlyMap<string, number>> {
  const addresses = new Set<string>();
  page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) addresses.add(answer.url());
  });
  await page.goto(path);
  await expect.poll(() => [...addresses].some((url) => url.includes('/page-extras-'))).toBe(true);
  let before = 0;
  const isQuiet = (): boolean => before === (before = addresses.size);
  await expect.poll(isQuiet, { intervals: [700] }).toBe(true);
  const weights = await Promise.all([...addresses].map(async (url) => [url, await computeWeight(url)] as const));
  return new Map(weights);
}

/** The budgets of quality.md, without the chart, which is loaded when there is a signal to draw. */
const budgets: readonly (readonly [path: string, isSignedIn: boolean, kilobytes: number])[] = [
  ['/uk/', false, 150],
  ['/en/wiki/martingale-strategy', false, 150],
  // With figures, as opened: charts below the first view are lazy-loaded on scroll.
  ['/ru/record', false, 150],
  ['/uk/terms', false, 150],
  ['/ru/login', false, 150],
  ['/uk/register', false, 150],
  ['/ru/signal', true, 190],
];

for (const [path, isSignedIn, budget] of budgets) {
  test(`the scripts of ${path} weigh at most ${budget} kB`, async ({ page }) => {
    await fakeApi(page, { isSignedIn });
    await serveRecord(page, fakeRecord());
    const scripts = await findScripts(page, path);
    const total = [...scripts.values()].reduce((sum, weight) => sum + weight, 0);
    const heaviest = [...scripts].toSorted(([, a], [, b]) => b - a).slice(0, 12);
    const published = heaviest.map(([url, weight]) => `${weight.toFixed(1)} ${new URL(url).pathname}`);
    // WEIGHTS=1 prints the weights, for docs/measurements.md.
    if (process.env['WEIGHTS'])
      console.log(`${path} ${total.toFixed(1)} kB in ${scripts.size}\n  ${published.join('\n  ')}`);
    expect(total, published.join('\n')).toBeLessThanOrEqual(budget);
  });
}

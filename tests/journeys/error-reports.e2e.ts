import { expect, type Page, test } from '@playwright/test';
import { aSite, fakeApi } from '#tests/support/browser/fake-api.ts';
import { type FakeSentry, startFakeSentry } from '#tests/support/network/fake-sentry.ts';
import { ok, serve } from '#tests/support/network/serve.ts';
import { type StaticSite, startStaticSite } from '#tests/support/browser/static-site.ts';

let sentry: FakeSentry;
let site: StaticSite;
test.beforeAll(async () => {
  sentry = await startFakeSentry();
  site = await startStaticSite({ reportsTo: sentry.origin });
});
test.afterAll(async () => {
  await site.close();
  await sentry.close();
});

/** Opens a page; `isReported`: what the server answers about this visitor. Returns the scripts. */
async function open(page: Page, isReported: boolean): Promise<readonly string[]> {
  const scripts: string[] = [];
  page.on('response', (answer) => void (answer.url().endsWith('.js') && scripts.push(answer.url())));
  const reports = isReported ? { dsn: sentry.dsn, release: 'kurs@1.2.3' } : null;
  await fakeApi(page, { isSignedIn: false, site: aSite({ hasErrorReports: true }) });
  await serve(page, null, { 'GET /api/site/error-reports': () => ok({ reports }) });
  await page.route(`${sentry.origin}/**`, (route) => route.continue());
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/site/error-reports'));
  await page.goto(`${site.address}/uk/?campaign=a-secret#link=a-token`);
  await asked;
  return scripts;
}

const fail = (page: Page): Promise<unknown> =>
  page.evaluate(() => void setTimeout(() => reportError(new TypeError('of olena@mail.example')), 0));
const isClient = (url: string): boolean => url.includes('/report-by-account-');

test('an error of a page is reported with its release and without the person', async ({ page }) => {
  const scripts = await open(page, true);
  await expect.poll(() => scripts.some(isClient)).toBe(true);
  await expect
    .poll(async () => {
      await fail(page);
      return sentry.events.length;
    })
    .toBeGreaterThan(0);
  expect(sentry.events[0]).toMatchObject({
    release: 'kurs@1.2.3',
    exception: { values: [{ type: 'TypeError', value: 'of [e-mail]' }] },
  });
  await page.evaluate(() => console.error(new RangeError('caught by a boundary')));
  await expect.poll(() => JSON.stringify(sentry.events)).toContain('caught by a boundary');
  await page.evaluate(() => console.error('only a text'));
  await page.evaluate(() => console.error(new RangeError('after the text')));
  await expect.poll(() => JSON.stringify(sentry.events)).toContain('after the text');
  const sent = sentry.bodies.join();
  for (const secret of ['olena', 'a-secret', 'a-token', 'Mozilla', 'only a text']) expect(sent).not.toContain(secret);
});

test('an internal account or a crawler reports nothing', async ({ page }) => {
  const before = sentry.events.length;
  await open(page, false);
  await fail(page);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(sentry.events).toHaveLength(before);
});

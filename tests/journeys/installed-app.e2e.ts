import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { axeFindings } from '#tests/support/browser/axe-findings.ts';
import { aLiveSignal, type FakeApi, fakeApi, iso, noon } from '#tests/support/browser/fake-api.ts';
import { languages } from '#domain/language.ts';

/** A visit with a service worker, which driven browsers usually skip. */
async function visit(page: Page, path: string, over: Parameters<typeof fakeApi>[1] = {}): Promise<FakeApi> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'webdriver', { get: () => false });
    Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0' });
  });
  const api = await fakeApi(page, { isSignedIn: false, ...over });
  await page.goto(path);
  await page.evaluate(() => navigator.serviceWorker.ready);
  return api;
}

test('a page that the network does not answer states that, in every language, and loads again by its link', async ({
  page,
  context,
}) => {
  await visit(page, '/en/');
  // Only the service worker is left, because the fakes would answer without a network, too.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(true);
  await page.goto('/en/wiki?a=1');
  await expect(page).toHaveURL('/en/wiki?a=1');
  await expect(page.getByRole('heading')).toHaveText(['Немає зв’язку', 'You’re offline', 'Нет связи']);
  expect(await axeFindings(page)).toEqual([]);
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/en/wiki?a=1');
  await expect(page.getByRole('heading', { level: 1, name: 'Wiki' })).toBeVisible();
});

test('the worker caches nothing but that page', async ({ page }) => {
  await page.clock.setFixedTime(noon);
  await visit(page, '/uk/signal', { isSignedIn: true, signals: [aLiveSignal({ time: iso(noon - 1_000) })] });
  await expect(page.getByRole('timer')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('timer')).toBeVisible();
  const saved = await page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(saved).toEqual(['/offline.html']);
});

test('each language has a manifest of the same app, which the server answers with its icons', async ({ page }) => {
  for (const lang of languages) {
    await page.goto(`/${lang}/`);
    const addresses = await page
      .locator('link[rel=manifest]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual([`/app-${lang}.webmanifest`]);
    const manifest = await (await page.request.get(`/app-${lang}.webmanifest`)).json();
    expect(manifest).toMatchObject({ id: '/', lang, display: 'standalone', start_url: '/', scope: '/' });
    for (const { src, type } of manifest.icons) {
      const icon = await page.request.get(src);
      expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, type]);
    }
  }
});

test('Chromium installs the app of each language without an objection, and its shortcuts open pages', async ({
  page,
}) => {
  const browser = await page.context().newCDPSession(page);
  for (const lang of languages) {
    await visit(page, `/${lang}/`, { isSignedIn: true });
    const { errors, data = '' } = await browser.send('Page.getAppManifest');
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
    expect([errors, installabilityErrors]).toEqual([[], []]);
    const { shortcuts } = JSON.parse(data) as { shortcuts: { name: string; url: string }[] };
    for (const { name, url } of shortcuts) {
      await page.goto(url);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    }
  }
});

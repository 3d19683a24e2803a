import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { axeFindings } from '#tests/support/browser/axe-findings.ts';
import { aSettledSignal, aLiveSignal, type FakeApi, fakeApi, iso, noon } from '#tests/support/browser/fake-api.ts';
import { languages } from '#domain/language.ts';
import { hourMs } from '#domain/time.ts';

// A visit with a service worker, which driven browsers usually skip, and then without the network.

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

const cachedPages = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('kurs-pages-1')).keys()).map(({ url }) => new URL(url).pathname));

/** Only the service worker is left, because the fakes would answer without a network, too. */
/** The worker's answer leads on to the offline page, which must not count as an interruption. */
const openOffline = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });

async function loseNetwork(page: Page, context: BrowserContext): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(true);
}

/**
 * In another tab, because the offline page returns to the requested page automatically and would
 * interfere.
 */
async function reconnect(page: Page, context: BrowserContext): Promise<Page> {
  const later = await context.newPage();
  await page.close();
  await context.setOffline(false);
  return later;
}

test('articles can be read without a network, and every other page states the offline status', async ({
  page,
  context,
}) => {
  await visit(page, '/en/');
  await expect
    .poll(async () => (await cachedPages(page)).filter((path) => path.startsWith('/en/wiki/')).length)
    .toBe(7);
  await loseNetwork(page, context);
  await page.goto('/en/wiki/risk-management-methods');
  await expect(page.locator('main h1')).toContainText('isk');
  await openOffline(page, '/en/signal');
  await expect(page).toHaveURL(/\/en\/offline\?from=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline');
  await expect(page.locator('main')).toContainText('7 articles');
  // The theme files were loaded before there was a worker, and are cached nevertheless.
  await expect(page.locator('body.theme-basic')).toBeAttached();
  expect(await axeFindings(page)).toEqual([]);
});

test('a signal running when the network fails is shown with its expiry, until its outcome was seen', async ({
  page,
  context,
}) => {
  await page.clock.setFixedTime(noon);
  const live = aLiveSignal();
  const api = await visit(page, '/uk/signal', { isSignedIn: true, signals: [live] });
  const isSaved = (at: Page) => at.evaluate(async () => (await caches.match('/open-signal')) !== undefined);
  await expect.poll(() => isSaved(page)).toBe(true);
  await loseNetwork(page, context);
  await openOffline(page, '/uk/signal');
  await expect(page.locator('.offline-kept')).toContainText(/Відкритий сигнал.*EUR\/USD, експірація \d\d:\d\d/s);
  await page.clock.setFixedTime(noon + hourMs);
  await page.reload();
  await expect(page.locator('.offline-kept')).toContainText(/чекає на сервері.*EUR\/USD/s);
  const later = await reconnect(page, context);
  await later.addInitScript((id) => {
    localStorage.setItem('signal', JSON.stringify({ id, signal: 'BUY', symbol: 'EURUSD' }));
  }, live.id);
  await fakeApi(later, { ...api, signals: [{ ...aSettledSignal('successful'), id: live.id }] });
  await later.goto('/uk/signal');
  await expect.poll(() => isSaved(later)).toBe(false);
});

test('the cached history is limited and dated, and is deleted on sign-out', async ({ page, context }) => {
  await page.clock.setFixedTime(noon);
  const signals = [aLiveSignal(), { ...aSettledSignal('unsuccessful'), id: '3f0f7c1e-58a4-4a5b-9d5a-0d6f2a3b4c5e' }];
  await visit(page, '/uk/history', { isSignedIn: true, signals });
  await page.route('**/api/signal/user/history?**', (route) =>
    route.fulfill({ json: { items: signals.map((one) => ({ ...one, proof: 'proven' })), nextCursor: null, total: 2 } }),
  );
  await page.reload();
  const isSaved = (at: Page) => at.evaluate(async () => (await caches.match('/saved-history')) !== undefined);
  await expect.poll(() => isSaved(page)).toBe(true);
  // A part of the page that fails to load afterwards would reload it.
  await page.waitForLoadState('networkidle');
  await loseNetwork(page, context);
  await openOffline(page, '/uk/history');
  await page.getByRole('button', { name: 'Збережена історія' }).click();
  const rows = page.locator('.offline-signals tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Програш');
  await expect(page.locator('main')).toContainText('Новіших результатів тут немає');
  const later = await reconnect(page, context);
  await later.addInitScript(() => localStorage.removeItem('token'));
  await fakeApi(later, { isSignedIn: false });
  await later.goto('/uk/');
  await expect.poll(() => isSaved(later)).toBe(false);
});

test('the offline page leads back automatically as soon as the server responds', async ({ page }) => {
  await page.clock.install({ time: noon });
  await fakeApi(page, { isSignedIn: false });
  await page.route('**/api/signal/workingStats', (route) => route.abort());
  await page.goto(`/en/offline?from=${encodeURIComponent('/en/wiki?a=1')}#later`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline');
  await page.clock.runFor(60_000);
  await expect(page).toHaveURL(/\/en\/offline/);
  await page.unroute('**/api/signal/workingStats');
  await page.clock.runFor(10_000);
  await expect(page).toHaveURL('/en/wiki?a=1#later');
});

test('the worker caches no price, no signal and no personal data', async ({ page }) => {
  await page.clock.setFixedTime(noon);
  await visit(page, '/uk/signal', { isSignedIn: true, signals: [aLiveSignal({ time: iso(noon - 1_000) })] });
  await expect(page.getByText('до експірації', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('до експірації', { exact: true })).toBeVisible();
  const saved = await page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(saved.filter((path) => /^\/(api|python_api)|\/(signal|account|history)$/.test(path))).toEqual([]);
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

test('a page that is not prerendered names the manifest of its language as well', async ({ page }) => {
  await visit(page, '/en/signal', { isSignedIn: true });
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/app-en.webmanifest');
});

test('the icon has a badge while a signal runs, on other pages too, until it ends', async ({ page }) => {
  await page.addInitScript(() => {
    const calls: string[] = [];
    Object.assign(globalThis, { badgeCalls: calls });
    Object.assign(Navigator.prototype, {
      setAppBadge: async () => void calls.push('set'),
      clearAppBadge: async () => void calls.push('clear'),
    });
  });
  const newest = () => page.evaluate(() => (Reflect.get(globalThis, 'badgeCalls') as string[]).at(-1));
  await page.clock.install({ time: noon });
  await visit(page, '/uk/signal', { isSignedIn: true, signals: [aLiveSignal({ time: iso(noon - 1_000) })] });
  await expect(page.getByText('до експірації', { exact: true })).toBeVisible();
  await expect.poll(newest).toBe('set');
  await page.getByRole('link', { name: 'Відкритий журнал' }).first().click();
  await expect(page).toHaveURL(/record/);
  expect(await newest()).toBe('set');
  await page.clock.fastForward(600_000);
  await expect.poll(newest).toBe('clear');
});

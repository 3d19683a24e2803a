import { expect, type Page, test } from '@playwright/test';
import { signalPaths } from '#contract/signal-paths.ts';
import { type Language, languages } from '#domain/language.ts';
import { aLiveSignal, anOutlook, type FakeState, fakeApi, found, noon, noSignal } from '#tests/support/fake-api.ts';
import { consoleErrorsOf, expectAccessible } from '#tests/support/accessible-page.ts';
import { openView, views } from '#tests/support/views.ts';
import { type StaticSite, startStaticSite } from '#tests/support/static-site.ts';

let site: StaticSite;
test.beforeAll(async () => {
  site = await startStaticSite();
});
test.afterAll(() => site.close());

const miss = (passability: number) => ({ symbol: 'GBPUSD', passability, signalFrom: 57.2 });

/** The browser's clock stands still until a test moves it. */
async function start(page: Page, over: Partial<FakeState> = {}, lang: Language = 'en') {
  await page.clock.install({ time: noon });
  const api = await fakeApi(page, over);
  await page.goto(`${site.address}/${lang}/signal`);
  await expect(page.locator('.model').first()).toBeVisible();
  return api;
}

const get = (page: Page) => page.locator('[data-tour="get"]:visible').first();
const radio = (page: Page, name: RegExp) => page.getByRole('radio', { name });

test('the models that see an edge are counted and marked, and a newcomer’s model is one of them', async ({ page }) => {
  const api = await start(page, { outlook: anOutlook({ kurs_ai_v2: miss(54.1) }) });
  await expect(page.getByText('Right now 2 of 4 models see an edge')).toBeVisible();
  await expect(radio(page, /Kurs AI v1 sees an edge/)).toBeChecked();
  await expect(page.locator('.model', { hasText: '13% SQUAD' })).toContainText('mostly in the evening and at night');
  await expect(page.locator('.model .sees')).toHaveCount(2);

  api.outlook = anOutlook({ kurs_ai_v1: miss(54.1), '36trade_ai_plus': miss(53) });
  await page.clock.runFor(62_000);
  await expect(page.getByText('Right now 1 of 4 models sees an edge')).toBeVisible();
  await expect(radio(page, /Kurs AI v2 sees an edge/)).toBeChecked();

  await radio(page, /36Trade/).check({ force: true });
  api.outlook = anOutlook({ kurs_ai_v2: miss(54.1), kurs_ai_v1: miss(54.1), '36trade_ai_plus': miss(53) });
  await page.clock.runFor(62_000);
  await expect(page.getByText('Right now no model sees an edge')).toBeVisible();
  await expect(radio(page, /36Trade/)).toBeChecked();
});

test('a hidden tab does not ask what the models see, and asks when it is shown again', async ({ page }) => {
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes(signalPaths.outlook)) requests += 1;
  });
  const api = await start(page);
  await expect(page.getByText('Right now 3 of 4 models see an edge')).toBeVisible();
  const before = requests;
  const setVisibility = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await setVisibility('hidden');
  await page.clock.runFor(180_000);
  expect(requests).toBe(before);
  api.outlook = anOutlook({ kurs_ai_v2: miss(54.1) });
  await setVisibility('visible');
  await expect(page.getByText('Right now 2 of 4 models see an edge')).toBeVisible();
});

for (const view of views)
  test(`the models that see an edge are counted, the nearest miss moves, and MANUAL AI answers (${view.name})`, async ({
    page,
  }) => {
    const { t, f } = await openView(page, view);
    const outlook = anOutlook({ kurs_ai_v2: miss(56.4) });
    const api = await start(page, { outlook, issue: noSignal('abstained') }, view.lang);
    await expect(page.getByText(t('signal.choose.outlook', { count: 2, total: 4 }))).toBeVisible();
    await radio(page, /Kurs AI v2/).check({ force: true });
    await get(page).click();
    await page.clock.runFor(1_300);
    await expect(page.getByText(`GBP/USD, ${f.percent(0.564, 1)}`)).toBeVisible();
    api.outlook = anOutlook({ kurs_ai_v2: miss(57.1) });
    await page.clock.runFor(62_000);
    await expect(page.getByText(`GBP/USD, ${f.percent(0.571, 1)}`)).toBeVisible();
    api.outlook = anOutlook();
    await page.clock.runFor(62_000);
    await expect(page.getByText(t('signal.none.reached'))).toBeVisible();
    api.outlook = outlook;
    await page.clock.runFor(62_000);
    const requested = page.waitForRequest((request) => request.url().includes('/python_api/signal/manual'));
    await page.getByRole('button', { name: t('signal.none.manual', { pair: 'GBP/USD' }) }).click();
    expect(new URL((await requested).url()).searchParams.get('symbol')).toBe('GBPUSD');
    expect(api.signalRequests).toHaveLength(2);
  });

test('the automatic search states its end and stops after ten searches', async ({ page }) => {
  const api = await start(page, { issue: noSignal('abstained') });
  await get(page).click();
  await page.clock.runFor(1_300);
  await page.getByText('Check automatically').click();
  await expect(page.getByText(/We look again every minute until \d\d:\d\d, at most 10 times/)).toBeVisible();
  for (let look = 1; look <= 10; look += 1) {
    await page.clock.runFor(62_000);
    await expect.poll(() => api.signalRequests.length).toBe(1 + look);
    // The clock moves on only after the answer, which sets the time of the next search.
    await expect(page.getByText('now', { exact: true })).toHaveCount(0);
  }
  await expect(page.getByText(/The automatic check ended at \d\d:\d\d/)).toBeVisible();
  await page.clock.runFor(130_000);
  expect(api.signalRequests).toHaveLength(11);
});

test('a search is shown for 1.2 seconds: the pairs fall away, and the found one stays', async ({ page }) => {
  const api = await start(page, { outlook: anOutlook({ kurs_ai_v2: miss(56.4) }), issue: noSignal('abstained') });
  await radio(page, /Kurs AI v2/).check({ force: true });
  await page.clock.pauseAt(noon + 60_000);
  await get(page).click();
  await expect(page.locator('.searched .found')).toHaveText('GBP/USD');
  await expect(page.locator('.searched li').first()).toHaveCSS('opacity', '0');
  await page.clock.runFor(1_100);
  await expect(page.getByRole('heading', { name: 'Looking for an edge' })).toBeVisible();
  await page.clock.runFor(100);
  await expect(page.getByText('GBP/USD, 56.4%')).toBeVisible();

  api.issue = found(aLiveSignal());
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => api.signalRequests.length).toBe(2);
  await page.clock.runFor(200);
  await expect(page.locator('.searched .found')).toHaveText('EUR/USD');
  await expect(page.getByRole('timer')).toHaveCount(0);
  await page.clock.runFor(1_000);
  await expect(page.getByRole('timer')).toBeVisible();
});

test('with reduced motion the pairs of a search stay where they are', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await start(page, { issue: noSignal('abstained') });
  await page.clock.pauseAt(noon + 60_000);
  await get(page).click();
  await expect(page.locator('.searched .found')).toHaveText('GBP/USD');
  await expect(page.locator('.searched li').first()).toHaveCSS('opacity', '1');
});

for (const lang of languages)
  test(`the choice, the search and the nearest miss are sound in ${lang}`, async ({ page }) => {
    const consoleErrors = consoleErrorsOf(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(() => localStorage.setItem('aiModel', '13_squad'));
    const api = await start(page, {}, lang);
    await expect(page.locator('.model .sees')).toHaveCount(3);
    await expectAccessible(page, `first-click-${lang}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await get(page).click();
    await expect(page.locator('.searched li')).toHaveCount(28);
    await expectAccessible(page, `first-click-searching-${lang}`);
    api.issue = noSignal('abstained');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.state .btn-g').click();
    await get(page).click();
    await page.locator('.check').click();
    await expect(page.getByRole('button', { name: 'MANUAL AI' })).toBeVisible();
    await expectAccessible(page, `first-click-miss-${lang}`);
    expect(consoleErrors).toEqual([]);
  });

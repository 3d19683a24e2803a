import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { signalPaths } from '#contract/paths.ts';
import type { Language } from '#domain/language.ts';
import {
  aLiveSignal,
  anOutlook,
  aSilentOutlook,
  below,
  type FakeState,
  fakeApi,
  found,
  iso,
  noon,
  noSignal,
} from '#tests/support/browser/fake-api.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { checkedLanguages, openView, views } from '#tests/support/browser/views.ts';

/** The browser's clock stands still until a test moves it. */
async function start(page: Page, over: Partial<FakeState> = {}, lang: Language = 'en') {
  await page.clock.install({ time: noon });
  const api = await fakeApi(page, over);
  await page.goto(`/${lang}/signal`);
  await expect(page.locator('.model').first()).toBeVisible();
  return api;
}

const get = (page: Page) => page.locator('[data-shortcut="get"]:visible').first();
const radio = (page: Page, name: RegExp) => page.getByRole('radio', { name });

test('the models that see an edge are counted and marked, and a newcomer’s model is one of them', async ({ page }) => {
  const api = await start(page, { outlook: anOutlook({ kurs_ai_v2: below(54.1) }) });
  await expect(page.getByText('Right now 2 of 4 models see an edge')).toBeVisible();
  await expect(radio(page, /Kurs AI v1 ready/)).toBeChecked();
  await expect(page.locator('.model', { hasText: '13% SQUAD' })).toContainText('quiet');
  await expect(page.locator('.model .now.ready')).toHaveCount(2);
  await expect(page.locator('.model').nth(1)).toContainText('ready');

  api.outlook = anOutlook({ kurs_ai_v1: below(54.1), '36trade_ai_plus': below(53) });
  await page.clock.runFor(62_000);
  await expect(page.getByText('Right now 1 of 4 models sees an edge')).toBeVisible();
  await expect(radio(page, /Kurs AI v2 ready/)).toBeChecked();
  await expect(page.locator('.model').first()).toContainText('Kurs AI v2');

  await radio(page, /36Trade/).check({ force: true });
  api.outlook = anOutlook({ kurs_ai_v2: below(54.1), kurs_ai_v1: below(54.1), '36trade_ai_plus': below(53) });
  await page.clock.runFor(62_000);
  await expect(page.getByText('No edge right now. Closest: 54.1%, an edge starts at 57.2%')).toBeVisible();
  await expect(radio(page, /36Trade/)).toBeChecked();
});

for (const view of views)
  test(`one button gets the best of all models and durations (${view.name})`, async ({ page }) => {
    const { t } = await openView(page, view);
    const api = await start(page, { issue: found(aLiveSignal()) }, view.lang);
    await expect(page.getByText(t('signal.choose.outlook', { count: 3, total: 4 }))).toBeVisible();
    const best = page.getByRole('button', { name: t('signal.choose.best.get') });
    await expect(best).toBeInViewport({ ratio: 1 });
    await expect(get(page)).toBeVisible();
    const requested = page.waitForRequest((request) => new URL(request.url()).pathname === signalPaths.signal);
    await best.click();
    expect(new URL((await requested).url()).search).toBe('?interval=any');
    await page.clock.runFor(1_300);
    await expect(page.getByRole('timer')).toBeVisible();
    expect(api.signalRequests).toHaveLength(1);
  });

test('the market moves while nothing runs: pairs with their distance to an edge, and a chart of one', async ({
  page,
}) => {
  const api = await start(page, { outlook: aSilentOutlook('below_threshold') });
  const market = page.getByRole('region', { name: 'Market' });
  await expect(market.getByText(/^new forecasts in (1:00|0:\d\d)$/)).toBeVisible();
  const pairs = market.getByRole('radio');
  await expect(pairs).toHaveCount(5);
  await expect(pairs.first()).toHaveAccessibleName(/^GBP\/USD 5[.,]2\u00a0pp to an edge/);
  await expect(market.getByRole('img', { name: 'GBP/USD price by minute' })).toBeVisible();
  await pairs.nth(1).check({ force: true });
  await expect(market.getByRole('img', { name: 'EUR/USD price by minute' })).toBeVisible();
  await api.push('tick', { symbol: 'EURUSD', price: 1.09123, bid: 1.09122, ask: 1.09124, time: iso(noon + 1_000) });
  await expect(pairs.nth(1)).toHaveAccessibleName(/1\.0912 ?3$/);
});

test('a search is shown for 1.2 seconds: the pairs fall away, and the found one stays', async ({ page }) => {
  const api = await start(page, { outlook: aSilentOutlook('below_threshold'), issue: noSignal('below_threshold') });
  await page.clock.pauseAt(noon + 60_000);
  await get(page).click();
  await expect(page.locator('.searched .found')).toHaveText('GBP/USD');
  await expect(page.locator('.searched li').first()).toHaveCSS('opacity', '0');
  await page.clock.runFor(1_100);
  await expect(page.getByRole('heading', { name: 'Looking for an edge' })).toBeVisible();
  await page.clock.runFor(100);
  await expect(page.getByText('2.9 points below break-even 54.9%')).toBeVisible();

  api.issue = found(aLiveSignal());
  await page.getByRole('button', { name: 'Take it as practice' }).click();
  await expect.poll(() => api.signalRequests.length).toBe(2);
  await page.clock.runFor(200);
  await expect(page.locator('.searched .found')).toHaveText('EUR/USD');
  await expect(page.getByRole('timer')).toHaveCount(0);
  await page.clock.runFor(1_000);
  await expect(page.getByRole('timer')).toBeVisible();
});

for (const lang of checkedLanguages('uk'))
  test(`the choice and the search are sound in ${lang}`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(() => localStorage.setItem('aiModel', '13_squad'));
    await start(page, {}, lang);
    await expect(page.locator('.model .now.ready')).toHaveCount(3);
    await expectAccessible(page, `first-click-${lang}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await get(page).click();
    await expect(page.locator('.searched li')).toHaveCount(28);
    await expectAccessible(page, `first-click-searching-${lang}`);
    expect(consoleErrors).toEqual([]);
  });

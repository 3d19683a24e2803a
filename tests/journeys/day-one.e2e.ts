import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { ModelFigures } from '#contract/record/record.ts';
import { recordPaths } from '#contract/paths.ts';
import { RecordNewest, RecordReplay, RecordSummary } from '#contract/record/views.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { fakeApi, iso, noon } from '#tests/support/browser/fake-api.ts';
import { fakeRecord, serveRecord } from '#tests/support/browser/fake-record.ts';
import { checkedLanguages, openView, views } from '#tests/support/browser/views.ts';
import { untilHydrated } from '#tests/support/browser/until-hydrated.ts';

const noSignals = { total: 0, successful: 0, neutral: 0, unsuccessful: 0, void: 0 };
const noRate = {
  winRate: null,
  low: null,
  high: null,
  rank: null,
  calibration: null,
  reliability: [],
  flagged: false,
  flag: null,
};

/** A record that holds shadow forecasts alone, as on the first day of a demo. */
async function serveFirstDay(page: Page): Promise<void> {
  const record = fakeRecord({ signals: 60 });
  const body = (path: string) => record.answer(path, new URLSearchParams())?.body;
  const equity = body(recordPaths.equity);
  const models = ModelFigures.array()
    .parse(body(recordPaths.models))
    .map((figures) => ({ ...figures, ...noSignals, ...noRate }));
  const summary = RecordSummary.parse(body(recordPaths.summary));
  await page.clock.setFixedTime(noon);
  await fakeApi(page, { isSignedIn: false });
  await serveRecord(page, fakeRecord({ signals: 0 }));
  await page.route(`**${recordPaths.models}*`, (route) => route.fulfill({ json: models }));
  await page.route(`**${recordPaths.equity}*source=shadow*`, (route) => route.fulfill({ json: equity }));
  await page.route(`**${recordPaths.summary}`, (route) => route.fulfill({ json: summary }));
}

for (const view of views)
  test(`the record without signals opens on the shadow forecasts (${view.name})`, async ({ page }) => {
    const { t, f } = await openView(page, view);
    await serveFirstDay(page);
    await page.goto(`/${view.lang}/record`);
    await expect(page.getByRole('radio', { name: t('record.models.shadow') })).toBeChecked();
    await expect(page.locator('section:has(#models-title) .lb')).toContainText(f.percent(0.575, 1));
    await page.locator('#equity-title').scrollIntoViewIfNeeded();
    await page.locator('#calibration-title').evaluate((title) => title.scrollIntoView());
    const equity = page.locator('section', { has: page.locator('#equity-title') });
    await expect(equity).toContainText(t('record.models.shadow'));
    await equity.scrollIntoViewIfNeeded();
    await expect(equity.locator('.chart:visible')).toBeVisible();
  });

test('a source chosen in the address wins', async ({ page }) => {
  await serveFirstDay(page);
  await page.goto('/en/record?source=people');
  await expect(page.locator('section:has(#models-title) .lb')).toContainText('not enough results');
  await expect(page.getByRole('radio', { name: 'Issued signals' })).toBeChecked();
  await expect(page.getByText('No settled forecasts in this period.')).toBeVisible();
  await page.locator('label', { hasText: 'Shadow forecasts' }).click();
  await expect(page).toHaveURL(/source=shadow/);
});

for (const lang of checkedLanguages('en'))
  test(`the record of the first day is accessible in ${lang}`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await serveFirstDay(page);
    await page.goto(`/${lang}/record`);
    await expect(page.locator('.lb li').first()).toBeVisible();
    await expectAccessible(page, `record-first-day-${lang}`);
    expect(consoleErrors).toEqual([]);
  });

const forecastAt = (index: number, over: Partial<RecordNewest['forecasts'][number]> = {}) => {
  const openedAt = noon - (15 + 15 * index) * 60_000;
  const end = openedAt + 300_000;
  return {
    index: 5_720 - 30 * index,
    symbol: 'EURUSD',
    digits: 5,
    direction: 'BUY',
    passability: 57.4,
    duration: 5,
    aiModel: 'kurs_ai_v2',
    result: 'successful',
    openPrice: 1.08432,
    openedAt: iso(openedAt),
    closePrice: 1.08461,
    expiresAt: iso(end),
    closes: Array.from({ length: 34 }, (_, i) => ({
      at: iso(openedAt - (30 - i) * 60_000),
      price: 1.0843 + 0.0002 * Math.sin(i / 3),
    })),
    ...over,
  } as const;
};

const newest = RecordNewest.parse({
  forecasts: [
    forecastAt(0),
    forecastAt(1, { direction: 'SELL', result: 'unsuccessful', aiModel: 'vip' }),
    forecastAt(2, { direction: 'SELL', closePrice: 1.08411 }),
    forecastAt(3, { result: 'neutral', closePrice: 1.08432 }),
  ],
  sealed: { index: 5_742, symbol: 'GBPUSD', opensAt: iso(noon + 600_000) },
});

async function openHome(page: Page, lang: string): Promise<void> {
  await serveFirstDay(page);
  await page.route(`**${recordPaths.replay}`, (route) => route.fulfill({ json: RecordReplay.parse({ replay: null }) }));
  await page.route(`**${recordPaths.newest}`, (route) => route.fulfill({ json: newest }));
  await page.goto(`/${lang}`);
  await untilHydrated(page);
}

for (const view of views)
  test(`the home page shows the newest shadow forecast while no signal is settled (${view.name})`, async ({ page }) => {
    const { t, f } = await openView(page, view);
    await openHome(page, view.lang);
    const card = page.locator('.hcard');
    const marks = (['shadowTitle', 'simulated'] as const).map((mark) => t(`home.replay.${mark}`));
    await expect(card).toContainText(marks.join(' · '));
    await expect(card).toContainText(f.percent(0.574, 1));
    await expect(card.getByText(t('common.outcome.successful'), { exact: true })).toBeVisible();
    await expect(card.locator('.hcard-sealed')).toContainText('GBP/USD');
    await expect(card.getByRole('link')).toHaveAttribute('href', /entry=5720/);
  });

for (const lang of checkedLanguages('uk'))
  test(`the home page of the first day is accessible in ${lang}`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await openHome(page, lang);
    await expect(page.locator('.hcard-sealed')).toBeVisible();
    await expectAccessible(page, `home-first-day-${lang}`);
    expect(consoleErrors).toEqual([]);
  });

for (const view of views)
  test(`a visitor guesses three settled forecasts with the keyboard and ends at the record (${view.name})`, async ({
    page,
  }) => {
    const { t, f } = await openView(page, view);
    await openHome(page, view.lang);
    const trial = page.locator('.trial');
    await trial.getByRole('button', { name: t('home.trial.start') }).press('Enter');
    await expect(trial.getByRole('heading')).toBeFocused();
    await expect(trial.getByRole('heading')).toHaveText(t('home.trial.round', { n: 1, of: 3 }));
    await expect(trial).not.toContainText('VIP Indicator');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const said = { model: 'VIP Indicator', direction: t('home.replay.down'), percent: f.percent(0.574, 1) };
    await expect(trial.locator('[aria-live]')).toContainText(
      t('home.trial.ownRight', { model: 'VIP Indicator' }) +
        t('home.trial.model', said) +
        t('common.outcome.unsuccessful'),
    );
    await expect(trial.getByRole('button', { name: t('home.trial.next') })).toBeFocused();
    await page.keyboard.press('Enter');
    await trial.getByRole('button', { name: t('home.trial.up') }).click();
    await expect(trial).toContainText(t('home.trial.modelRight', { model: 'Kurs AI v2' }));
    await expect(trial.getByText(t('home.trial.streak', { n: 2 }))).toHaveCount(0);
    await page.keyboard.press('Enter');
    await trial.getByRole('button', { name: t('home.trial.down') }).click();
    await expect(trial).toContainText(t('home.trial.tie'));
    await page.keyboard.press('Enter');
    await expect(trial.getByRole('heading')).toHaveText(t('home.trial.score', { own: 1, of: 3, models: 1 }));
    await expect(trial.getByRole('link', { name: t('home.toRecord') })).toBeVisible();
    await trial.getByRole('link', { name: t('home.register') }).click();
    await expect(page.getByText(t('auth.register.score', { own: 1, of: 3 }))).toBeVisible();
  });

for (const lang of checkedLanguages('ru'))
  test(`the trial is accessible in ${lang}`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await openHome(page, lang);
    await page.locator('.trial button').click();
    await page.locator('.trial-choice button').first().click();
    await expect(page.locator('.trial .chip')).toBeVisible();
    await expectAccessible(page, `trial-${lang}`);
    expect(consoleErrors).toEqual([]);
  });

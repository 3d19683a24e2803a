import { expect, type Page, test } from '@playwright/test';
import { ModelFigures } from '#contract/record.ts';
import { recordPaths } from '#contract/record-paths.ts';
import { RecordNewest, RecordReplay, RecordSummary } from '#contract/record-views.ts';
import { languages } from '#domain/language.ts';
import { consoleErrorsOf, expectAccessible } from '#tests/support/accessible-page.ts';
import { fakeApi, iso, noon } from '#tests/support/fake-api.ts';
import { fakeRecord, serveRecord } from '#tests/support/fake-record.ts';
import { type StaticSite, startStaticSite } from '#tests/support/static-site.ts';

let site: StaticSite;
test.beforeAll(async () => {
  site = await startStaticSite();
});
test.afterAll(() => site.close());

const noSignals = { total: 0, successful: 0, neutral: 0, unsuccessful: 0, void: 0 };
const noRate = { winRate: null, low: null, high: null, rank: null, calibration: [], flagged: false, flag: null };
const played = { minutes: 2_861, from: iso(noon - 172_800_000), to: iso(noon - 660_000) };

/** A record that holds shadow forecasts alone, as on the first day of a demo. */
async function serveFirstDay(page: Page): Promise<void> {
  const record = fakeRecord({ signals: 60 });
  const body = (path: string) => record.answer(path, new URLSearchParams())?.body;
  const equity = body(recordPaths.equity);
  const models = ModelFigures.array()
    .parse(body(recordPaths.models))
    .map((figures) => ({ ...figures, ...noSignals, ...noRate }));
  const summary = RecordSummary.parse({ ...Object(body(recordPaths.summary)), played });
  await page.clock.setFixedTime(noon);
  await fakeApi(page, { isSignedIn: false });
  await serveRecord(page, fakeRecord({ signals: 0 }));
  await page.route(`**${recordPaths.models}*`, (route) => route.fulfill({ json: models }));
  await page.route(`**${recordPaths.equity}*source=shadow*`, (route) => route.fulfill({ json: equity }));
  await page.route(`**${recordPaths.summary}`, (route) => route.fulfill({ json: summary }));
}

test('the record without signals opens on the shadow forecasts and marks the played minutes', async ({ page }) => {
  await serveFirstDay(page);
  await page.goto(`${site.address}/en/record`);
  await expect(page.getByRole('radio', { name: 'Shadow forecasts' })).toBeChecked();
  await expect(page.locator('.lb')).toContainText('57.5%');
  const note = page.getByText('2,861 minutes were played at the start on the simulated market: proven by nobody.');
  await expect(note).toHaveCount(3);
  await page.locator('#calibration-title').evaluate((title) => title.scrollIntoView());
  const equity = page.locator('section', { has: page.locator('#equity-title') });
  await expect(equity).toContainText('Shadow forecasts');
  await expect(equity.locator('.chart:visible')).toBeVisible();
  await page.locator('footer').first().scrollIntoViewIfNeeded();
  await expect(page.getByText('computed after their results: proven by nobody')).toBeVisible();
});

test('a source chosen in the address wins', async ({ page }) => {
  await serveFirstDay(page);
  await page.goto(`${site.address}/en/record?source=people`);
  await expect(page.locator('.lb')).toContainText('not enough results');
  await expect(page.getByRole('radio', { name: 'Issued signals' })).toBeChecked();
  await expect(page.getByText('No settled forecasts in this period.')).toBeVisible();
  await page.locator('label', { hasText: 'Shadow forecasts' }).click();
  await expect(page).toHaveURL(/source=shadow/);
});

for (const lang of languages)
  test(`the record of the first day is accessible in ${lang}`, async ({ page }) => {
    const consoleErrors = consoleErrorsOf(page);
    await serveFirstDay(page);
    await page.goto(`${site.address}/${lang}/record`);
    await expect(page.locator('.rec-played')).toHaveCount(3);
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
    isPlayed: true,
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
  await page.goto(`${site.address}/${lang}`);
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
}

test('the home page shows the newest shadow forecast while no signal is settled', async ({ page }) => {
  await openHome(page, 'en');
  const card = page.locator('.hcard');
  await expect(card).toContainText('Shadow forecast · simulated market · played at the start');
  await expect(card).toContainText('57.4%');
  await expect(card.getByText('Win', { exact: true })).toBeVisible();
  await expect(card).toContainText('Sealed now: the forecasts of all models for GBP/USD.');
  await expect(card.getByRole('link')).toHaveAttribute('href', /entry=5720/);
});

for (const lang of languages)
  test(`the home page of the first day is accessible in ${lang}`, async ({ page }) => {
    const consoleErrors = consoleErrorsOf(page);
    await openHome(page, lang);
    await expect(page.locator('.hcard-sealed')).toBeVisible();
    await expectAccessible(page, `home-first-day-${lang}`);
    expect(consoleErrors).toEqual([]);
  });

test('a visitor guesses three settled forecasts with the keyboard and ends at the record', async ({ page }) => {
  await openHome(page, 'en');
  const trial = page.locator('.trial');
  await trial.getByRole('button', { name: 'Try it' }).press('Enter');
  await expect(trial.getByRole('heading')).toBeFocused();
  await expect(trial.getByRole('heading')).toHaveText('Forecast 1 of 3');
  await expect(trial).not.toContainText('VIP Indicator');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(trial.locator('[aria-live]')).toContainText(
    'You were right.VIP Indicator: down, passability 57.4%.Loss',
  );
  await expect(trial.getByRole('button', { name: 'Next' })).toBeFocused();
  await page.keyboard.press('Enter');
  await trial.getByRole('button', { name: 'Up' }).click();
  await expect(trial).toContainText('You were wrong.');
  await page.keyboard.press('Enter');
  await trial.getByRole('button', { name: 'Down' }).click();
  await expect(trial).toContainText('The price didn’t change.');
  await page.keyboard.press('Enter');
  await expect(trial.getByRole('heading')).toHaveText('You: 1 of 3, the models: 1 of 3');
  await expect(trial.getByRole('link', { name: 'Open the record' })).toBeVisible();
});

for (const lang of languages)
  test(`the trial is accessible in ${lang}`, async ({ page }) => {
    const consoleErrors = consoleErrorsOf(page);
    await openHome(page, lang);
    await page.locator('.trial button').click();
    await page.locator('.trial-choice button').first().click();
    await expect(page.locator('.trial .chip')).toBeVisible();
    await expectAccessible(page, `trial-${lang}`);
    expect(consoleErrors).toEqual([]);
  });

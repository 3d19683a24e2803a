import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { ModelFigures } from '#contract/record/record.ts';
import { recordPaths } from '#contract/paths.ts';
import { type AiModelKey, aiModels } from '#domain/signals/ai-model.ts';
import { languages } from '#domain/language.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import { aRecordSummary, aWorkingStats, fakeApi, noon } from '#tests/support/browser/fake-api.ts';
import { axeFindings } from '#tests/support/browser/axe-findings.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { openView, views } from '#tests/support/browser/views.ts';

const nothing = { successful: 0, neutral: 0, unsuccessful: 0, void: 0, winRate: null, low: null, high: null };

function counted(won: number, total: number) {
  const { low = 0, high = 1 } = wilsonInterval(won, total) ?? {};
  const isPublished = total >= 100;
  const rates = isPublished ? { winRate: won / total, low, high } : {};
  return { ...nothing, total, successful: won, unsuccessful: total - won, ...rates };
}

/** Signals received by users, and forecasts in shadow: wins of total. */
const outcomes: Partial<Record<AiModelKey, { people?: [number, number]; shadow?: [number, number] }>> = {
  kurs_ai_v2: { people: [712, 1_204], shadow: [3_100, 5_000] },
  kurs_ai_v1: { people: [40, 70], shadow: [2_650, 4_870] },
  '13_squad': { shadow: [480, 1_000] },
  '36trade_ai_plus': { shadow: [30, 60] },
  chatgpt_4o: { people: [80, 140] },
};

const months = { from: '2018-10-01', to: '2018-12-31' };
const calibrated = { count: 28_100, real: 0.5691, low: 0.5612, high: 0.577 };
const fiveMinutes = { duration: 5, count: 41_200, real: 0.5653, low: 0.5604, high: 0.5702, calibrated };
const signalMinutes = [{ duration: 5, day: 0.08, evening: 0.08, rollover: 0.5 }];
const cards: Partial<Record<AiModelKey, ModelFigures['card']>> = {
  kurs_ai_v2: { ...months, byDay: [fiveMinutes], signalMinutes },
  '36trade_ai_plus': { ...months, byDay: [fiveMinutes], signalMinutes },
  '13_squad': { ...months, byDay: [], signalMinutes: [] },
};

const figures = aiModels.map(({ key }) => {
  const { people = [0, 0], shadow } = outcomes[key] ?? {};
  return ModelFigures.parse({
    aiModel: key,
    ...counted(...people),
    breakEven: 1 / 1.82,
    proven: null,
    rank: null,
    calibration: null,
    reliability: [],
    shadow: shadow
      ? {
          issued: { ...counted(...shadow), effective: null },
          inTurn: { ...nothing, total: 0, effective: null },
          stated: shadow[1],
          abstained: 0.91,
          reliability: [],
        }
      : null,
    card: cards[key] ?? null,
    flagged: key === 'kurs_ai_v2',
    flag:
      key === 'kurs_ai_v2'
        ? {
            figure: 'win_rate',
            duration: 5,
            from: null,
            count: 5_000,
            live: { value: 0.62, low: 0.6, high: 0.64 },
            card: { low: 0.5877, high: 0.5954 },
          }
        : null,
  });
});

/** Language models are connected: one is calibrated, one is not. */
const models = aWorkingStats().models.map(({ key, name, minBalance }) => ({
  key,
  name,
  minBalance,
  available: true,
  ...(key === 'chatgpt_4o' && { settledAnswers: 37 }),
  ...(key === 'indicators_chatgpt_3.5' && { settledAnswers: 240 }),
}));

async function openCards(page: Page, lang: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.clock.setFixedTime(noon);
  await fakeApi(page, { stats: aWorkingStats({ models }) });
  await page.route(`**${recordPaths.models}`, (route) => route.fulfill({ json: figures }));
  await page.route(`**${recordPaths.summary}`, (route) => route.fulfill({ json: aRecordSummary() }));
  await page.goto(`/${lang}/signal`);
  await expect(page.locator('.model', { hasText: 'Kurs AI v2' })).toContainText(/59 \S+\s100/);
}

const card = (page: Page, name: string) => page.locator('.model', { hasText: name });
const info = (page: Page) => page.locator('button:visible', { has: page.locator('.lucide-info') }).first();

test('a card shows users’ signals, else forecasts in shadow, else the tests of the model', async ({ page }) => {
  await openCards(page, 'en');
  await expect(card(page, 'Kurs AI v2')).toContainText('wins 59 of\u00a0100');
  await expect(card(page, 'Kurs AI v1')).toContainText('wins 54 of\u00a0100');
  await expect(card(page, '13% SQUAD')).toContainText('wins 48 of\u00a0100');
  await expect(card(page, '36Trade AI PLUS')).toContainText(
    'tests: wins 57 of\u00a0100 · about one signal in 13\u00a0min',
  );
  await expect(page.getByText('that the models hadn’t seen')).toHaveCount(1);
  await expect(card(page, 'ChatGPT 4o')).toContainText('not calibrated yet: 37 of 200 results');
  await expect(card(page, 'ChatGPT 4o')).not.toContainText('57');
  await expect(card(page, 'Indicators + ChatGPT 3.5')).toContainText('not enough signals yet');
  await expect(card(page, 'VIP Indicator')).toContainText('needs over $1000');
  await expect(page.getByText('break-even: 54.9 of\u00a0100')).toBeVisible();
  await expect(page.getByRole('radio', { name: /Kurs AI v2 ready wins 59/ })).toBeChecked();
});

for (const view of views)
  test(`the dialog states the result on past data for every duration (${view.name})`, async ({ page }) => {
    const { t, f } = await openView(page, view);
    await openCards(page, view.lang);
    const tested = f.months(Date.parse(months.from), Date.parse(months.to));
    await card(page, '36Trade AI PLUS').click();
    await info(page).click();
    const table = page.getByRole('table', { name: t('signal.about.past', { months: tested }) });
    const row = (n: number) => table.getByRole('row', { name: t('signal.minutes', { n }), exact: false });
    await expect(row(5)).toContainText(f.percent(0.5653, 1));
    await expect(row(10)).toContainText(t('signal.about.pastNoEdge'));
    await page.keyboard.press('Escape');
    await card(page, '13% SQUAD').click();
    await info(page).click();
    await expect(page.getByRole('dialog')).toContainText(t('signal.about.pastNone'));
  });

test('without figures the cards state so and promise nothing', async ({ page }) => {
  await fakeApi(page);
  await page.goto('/en/signal');
  await expect(card(page, 'Kurs AI v2')).toContainText('not enough signals yet');
  await expect(card(page, 'Kurs AI v2')).not.toContainText('wins');
});

test('a model’s results are in its dialog, with signals and shadow separate', async ({ page }) => {
  await openCards(page, 'en');
  await info(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('59.1% (56.3–\u206061.9%) of 1,204');
  await expect(dialog).toContainText('62.0% (60.6–\u206063.3%) of 5,000');
  await expect(dialog).toContainText('How often it stays silent');
  await expect(dialog).toContainText('5 min56.5% (56.0–\u206057.0%) of 41,20056.9% (56.1–\u206057.7%) of 28,100');
  await expect(dialog).toContainText('have drifted from its card');
});

test('cards with figures are sound, and so is the dialog', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page);
  await openCards(page, 'uk');
  await expectAccessible(page, 'model-cards-uk');
  await info(page).click();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await axeFindings(page)).toEqual([]);
  if (process.env['SCREENS_TO']) await page.screenshot({ path: `${process.env['SCREENS_TO']}/model-info-uk-390.png` });
  expect(consoleErrors).toEqual([]);
});

for (const lang of languages)
  test(`cards with figures fit 320 px in ${lang}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await openCards(page, lang);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    for (const line of await page.locator('.model .ds').all()) {
      const [own, box] = [await line.boundingBox(), await line.locator('xpath=..').boundingBox()];
      expect((own?.x ?? 0) + (own?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
    }
    if (process.env['SCREENS_TO'])
      await page.screenshot({ path: `${process.env['SCREENS_TO']}/model-cards-${lang}-320.png`, fullPage: true });
  });

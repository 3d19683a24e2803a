import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import type { ModelState } from '#contract/record/cards.ts';
import { type AiModelKey, aiModels } from '#domain/signals/ai-model.ts';
import { languages } from '#domain/language.ts';
import { aWorkingStats, fakeApi, noon } from '#tests/support/browser/fake-api.ts';
import { aKnownModel, toPublished, toRated } from '#tests/support/browser/fake-figures.ts';
import { axeFindings } from '#tests/support/browser/axe-findings.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';

/** Signals received by users, and forecasts by the clock: wins of total. */
const outcomes: Partial<Record<AiModelKey, { people?: [number, number]; inTurn?: [number, number] }>> = {
  kurs_ai_v2: { people: [712, 1_204], inTurn: [3_100, 5_000] },
  kurs_ai_v1: { people: [40, 70], inTurn: [2_650, 4_870] },
  '13_squad': { inTurn: [480, 1_000] },
  '36trade_ai_plus': { inTurn: [30, 60] },
  chatgpt_4o: { people: [80, 140] },
};

const months = { from: '2018-10-01', to: '2018-12-31' };
const calibrated = { count: 28_100, real: 0.5691, low: 0.5612, high: 0.577 };
const fiveMinutes = { duration: 5, count: 41_200, real: 0.5653, low: 0.5604, high: 0.5702, calibrated };
const cards: Partial<Record<AiModelKey, ModelState['card']>> = {
  kurs_ai_v2: { ...months, byDay: [fiveMinutes] },
  '36trade_ai_plus': { ...months, byDay: [fiveMinutes] },
  '13_squad': { ...months, byDay: [] },
};

const known = aiModels.map(({ key }) => {
  const { people = [0, 0], inTurn = [0, 0] } = outcomes[key] ?? {};
  const rate = ([won, total]: [number, number]) => toRated(total, total === 0 ? 0 : won / total);
  return {
    ...aKnownModel(key, { signals: rate(people), inTurn: rate(inTurn) }),
    card: cards[key] ?? null,
    flag:
      key === 'kurs_ai_v2'
        ? { from: 58, count: 5_000, live: { value: 0.03, low: 0.01, high: 0.05 }, card: { low: -0.01, high: 0.005 } }
        : null,
  };
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

async function openList(page: Page, lang: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.clock.setFixedTime(noon);
  await fakeApi(page, { stats: aWorkingStats({ models }) });
  await page.route(`**/api/record/figures`, (route) => route.fulfill({ json: toPublished(known) }));
  await page.goto(`/${lang}/signal`);
  await expect(page.locator('label', { hasText: 'Kurs AI v2' })).toContainText('59');
}

const info = (page: Page) => page.locator('button:visible', { has: page.locator('.lucide-info') }).first();

test('the list with figures is sound, and so is the dialog', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page);
  await openList(page, 'uk');
  await expectAccessible(page, 'model-list-uk');
  await info(page).click();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await axeFindings(page)).toEqual([]);
  if (process.env['SCREENS_TO']) await page.screenshot({ path: `${process.env['SCREENS_TO']}/model-info-uk-390.png` });
  expect(consoleErrors).toEqual([]);
});

for (const lang of languages)
  test(`the list with figures fits 320 px in ${lang}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await openList(page, lang);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    if (process.env['SCREENS_TO'])
      await page.screenshot({ path: `${process.env['SCREENS_TO']}/model-list-${lang}-320.png`, fullPage: true });
  });

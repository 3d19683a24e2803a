import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { ModelsFigures } from '#contract/record/record.ts';
import { recordPaths } from '#contract/paths.ts';
import { RecordReplay, RecordSummary } from '#contract/record/views.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { fakeApi, noon } from '#tests/support/browser/fake-api.ts';
import { fakeRecord, serveRecord } from '#tests/support/browser/fake-record.ts';
import { checkedLanguages, openView, views } from '#tests/support/browser/views.ts';
import { recordedRounds, toReplay } from '#web/screens/home/recorded-rounds.ts';
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
  const { size, models } = ModelsFigures.parse(body(recordPaths.models));
  const withoutSignals = models.map((figures) => ({ ...figures, ...noSignals, ...noRate }));
  const summary = RecordSummary.parse(body(recordPaths.summary));
  await page.clock.setFixedTime(noon);
  await fakeApi(page, { isSignedIn: false });
  await serveRecord(page, fakeRecord({ signals: 0 }));
  await page.route(`**${recordPaths.models}*`, (route) => route.fulfill({ json: { size, models: withoutSignals } }));
  await page.route(`**${recordPaths.equity}*source=shadow*`, (route) => route.fulfill({ json: equity }));
  await page.route(`**${recordPaths.summary}`, (route) => route.fulfill({ json: summary }));
}

async function openHome(page: Page, lang: string): Promise<void> {
  await serveFirstDay(page);
  await page.route(`**${recordPaths.replay}`, (route) => route.fulfill({ json: RecordReplay.parse({ replay: null }) }));
  await page.goto(`/${lang}`);
  await untilHydrated(page);
}

for (const view of views)
  test(`the home page replays recorded quotes while no signal is settled (${view.name})`, async ({ page }) => {
    const { t, f } = await openView(page, view);
    await openHome(page, view.lang);
    const card = page.locator('.hcard');
    const [recorded] = recordedRounds.map(toReplay);
    const date = f.date(Date.parse(recorded?.openedAt ?? ''));
    await expect(card.locator('.hcard-foot')).toHaveText(t('home.replay.recorded', { date }));
    await expect(card.getByText(t('common.outcome.unsuccessful'), { exact: true })).toBeVisible();
    await expect(card.getByRole('link')).toHaveCount(0);
  });

for (const view of views)
  test(`a visitor guesses three recorded forecasts with the keyboard and ends at the record (${view.name})`, async ({
    page,
  }) => {
    const { t, f } = await openView(page, view);
    await openHome(page, view.lang);
    const trial = page.locator('.trial');
    await trial.getByRole('button', { name: t('home.trial.start') }).press('Enter');
    await expect(trial.getByRole('heading')).toBeFocused();
    await expect(trial.getByRole('heading')).toHaveText(t('home.trial.round', { n: 1, of: 3 }));
    const model = 'Kurs AI v2';
    await expect(trial).not.toContainText(model);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const said = { model, direction: t('home.replay.down'), percent: f.percent(0.5646, 1) };
    await expect(trial.locator('[aria-live]')).toContainText(
      t('home.trial.modelRight', { model }) + t('home.trial.model', said) + t('common.outcome.successful'),
    );
    await expect(trial.getByRole('button', { name: t('home.trial.next') })).toBeFocused();
    await page.keyboard.press('Enter');
    await trial.getByRole('button', { name: t('home.trial.up') }).click();
    await expect(trial).toContainText(t('home.trial.ownRight', { model }));
    await expect(trial.getByText(t('home.trial.streak', { n: 2 }))).toHaveCount(0);
    await page.keyboard.press('Enter');
    await trial.getByRole('button', { name: t('home.trial.up') }).click();
    await expect(trial).toContainText(t('home.trial.bothRight', { model }));
    await expect(trial.getByText(t('home.trial.streak', { n: 2 }))).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(trial.getByRole('heading')).toHaveText(t('home.trial.score', { own: 2, of: 3, models: 2 }));
    await expect(trial.getByRole('link', { name: t('home.toRecord') })).toBeVisible();
    await trial.getByRole('link', { name: t('home.register') }).click();
    await expect(page.getByText(t('auth.register.score', { own: 2, of: 3 }))).toBeVisible();
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

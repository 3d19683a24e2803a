import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { ModelsFigures } from '#contract/record/record.ts';
import { recordPaths } from '#contract/paths.ts';
import { RecordSummary } from '#contract/record/views.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { fakeApi, noon } from '#tests/support/browser/fake-api.ts';
import { fakeRecord, serveRecord } from '#tests/support/browser/fake-record.ts';
import { checkedLanguages, openView, views } from '#tests/support/browser/views.ts';
import { brand } from '#domain/brand.ts';
import recordedRounds from '#web/trial/recorded-rounds.json' with { type: 'json' };
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
  await page.goto(`/${lang}`);
  await untilHydrated(page);
}

for (const view of views)
  test(`a visitor guesses ten recorded forecasts with the keyboard and takes the score along (${view.name})`, async ({
    page,
  }) => {
    const { t } = await openView(page, view);
    await openHome(page, view.lang);
    const trial = page.locator('.trial');
    const answer = trial.locator('[aria-live]');
    const next = trial.getByRole('button', { name: t('home.trial.next') });
    const register = page.locator('.hero-more').getByRole('link', { name: t('home.register') });
    await expect(trial.getByText(brand.name, { exact: true })).toBeVisible();
    // The outcome of each of the ten is hidden until the guess.
    const went = recordedRounds.map(({ closes, openPrice }) => (closes.at(-1) ?? 0) > openPrice);
    for (const [index, wentUp] of went.entries()) {
      await expect(trial.getByText(t('home.trial.question', { minutes: 5 }))).toBeVisible();
      await trial.getByRole('button', { name: t('home.trial.up') }).press('Enter');
      const { isUp, passability } = recordedRounds[index] ?? { isUp: false, passability: 0 };
      const verdict = wentUp ? (isUp ? 'bothRight' : 'ownRight') : isUp ? 'bothWrong' : 'modelRight';
      const direction = t(wentUp ? 'home.trial.up' : 'home.trial.down');
      const chance = Math.round(passability);
      await expect(answer).toContainText(t(`home.trial.${verdict}`, { direction, brand: brand.name, chance }));
      await expect(register).toHaveClass(index < 4 ? /btn-s/ : /btn-p/);
      if (index < 9) {
        await expect(next).toBeFocused();
        await page.keyboard.press('Enter');
      }
    }
    const own = went.filter(Boolean).length;
    await expect(trial.getByText(t('home.trial.score', { right: own, of: 10 }))).toBeVisible();
    await expect(trial.getByText(t('home.trial.score', { right: 6, of: 10 }))).toBeVisible();
    await expect(answer).toContainText(t('home.trial.end'));
    await register.click();
    await expect(page.getByText(t('auth.register.score', { own, of: 10 }))).toBeVisible();
  });

for (const lang of checkedLanguages('ru'))
  test(`the trial is accessible in ${lang}`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await openHome(page, lang);
    await page.locator('.trial-choice button').first().click();
    await expect(page.locator('.trial-ask p svg')).toBeVisible();
    await expectAccessible(page, `trial-${lang}`);
    expect(consoleErrors).toEqual([]);
  });

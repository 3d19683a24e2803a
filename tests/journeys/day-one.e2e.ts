import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import type { PublishedFigures } from '#contract/record/cards.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { fakeApi, noon } from '#tests/support/browser/fake-api.ts';
import { getFigures, toRated } from '#tests/support/browser/fake-figures.ts';
import { fakeRecord, serveRecord } from '#tests/support/browser/fake-record.ts';
import { brand, checkedLanguages, openView, views } from '#tests/support/browser/views.ts';
import recordedRounds from '#web/trial/recorded-rounds.json' with { type: 'json' };
import { untilHydrated } from '#tests/support/browser/until-hydrated.ts';

/** A record of minutes without any signal, as on the first day of a demo. */
async function serveFirstDay(page: Page): Promise<void> {
  await page.clock.setFixedTime(noon);
  await fakeApi(page, { isSignedIn: false });
  await serveRecord(page, fakeRecord({ minutes: 0 }));
  await page.route(`**/api/record/figures*`, (route) => route.fulfill({ json: withoutSignals() }));
}

/** What the models state by the clock has figures. */
function withoutSignals(): PublishedFigures {
  const figures = getFigures(60, null);
  const signals = toRated(0, 0);
  return {
    ...figures,
    models: figures.models.map((one) => ({ ...one, signals })),
    all: { ...figures.all, signals },
  };
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
    const register = page
      .getByRole('main')
      .getByRole('link', { name: t('home.register') })
      .first();
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
      await expect(answer).toContainText(t(`home.trial.${verdict}`, { direction, chance }));
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
    await page.locator('.trial button').first().click();
    await expect(page.locator('.trial p svg')).toBeVisible();
    await expectAccessible(page, `trial-${lang}`);
    expect(consoleErrors).toEqual([]);
  });

import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { aLiveSignal, aSettledSignal, aWorkingStats, fakeApi, iso, noon } from '#tests/support/browser/fake-api.ts';
import { fakeHistory, someSignals } from '#tests/support/browser/fake-history.ts';
import { checkedLanguages, openView, views } from '#tests/support/browser/views.ts';

test.use({ locale: 'en-GB', timezoneId: 'Europe/Kyiv' });

const settled = aSettledSignal('unsuccessful');
const shown = JSON.stringify({ id: settled.id, signal: 'BUY', symbol: 'EURUSD' });

/** A result that this browser has not dismissed yet. */
async function withResult(page: Page, now = noon): Promise<void> {
  await page.addInitScript(
    ([stored = '']) => {
      localStorage.setItem('app-theme', 'basic');
      // Once: a reload finds what the page has stored.
      if (!sessionStorage.getItem('seen')) localStorage.setItem('signal', stored);
      sessionStorage.setItem('seen', 'yes');
    },
    [shown],
  );
  await fakeApi(page, { signals: [settled], stats: aWorkingStats({ now: iso(now) }) });
}

for (const view of views)
  test(`a forecast is explained in sentences first, and in numbers on request (${view.name})`, async ({ page }) => {
    const { t, f } = await openView(page, view);
    const consoleErrors = collectConsoleErrors(page);
    await page.clock.setFixedTime(noon);
    await fakeApi(page, { signals: [aLiveSignal()] });
    await page.goto(`/${view.lang}/signal`);
    const card = page.locator('[data-tour=analytics]');
    const farBelow = t('ideas.mean.veryLow', { span: t('ideas.span.twoHours') });
    await expect(card.getByText(t('ideas.expects.riseAgainst', { seen: farBelow }))).toBeVisible();
    await expect(card.locator('.ideas > div:not(.sum)')).toHaveCount(5);
    const effects = [5.6, 1.7, -0.8, 0.3, 0.2].map((effect) => f.signed(effect, 1));
    await expect(card.locator('.ideas > div:not(.sum) .ct')).toHaveText(effects);
    await expect(card.getByText(t('signal.why.sumUp', { percent: f.percent(0.57, 1) }))).toBeVisible();
    await expect(card.getByText('RSI (14)')).toHaveCount(0);
    const numbers = card.getByRole('button', { name: t('ideas.numbers', { n: 9 }) });
    await numbers.click();
    await expect(numbers).toHaveAttribute('aria-expanded', 'true');
    const rsi = `${f.exact(34.2, 1)}${f.signed(2.6, 1)}`;
    await expect(card.locator('.numbers > div', { hasText: 'RSI (14)' })).toContainText(rsi);
    await expect(card.locator('.numbers > div:not(.hdr)')).toHaveCount(9);
    expect(consoleErrors).toEqual([]);
  });

for (const view of views)
  test(`a result leads to its row in the history (${view.name})`, async ({ page }) => {
    const { t } = await openView(page, view);
    await page.clock.setFixedTime(noon);
    await withResult(page);
    await fakeHistory(page, [...someSignals(18), settled, ...someSignals(24).slice(18)]);
    await page.goto(`/${view.lang}/signal`);
    await page.getByRole('link', { name: t('signal.result.inHistory') }).click();
    await expect(page).toHaveURL(`/${view.lang}/history#signal-${settled.id}`);
    const row = page.locator(`#signal-${settled.id}`);
    await expect(row).toHaveAttribute('aria-current', 'true');
    await expect(row).toBeInViewport();
    await page.reload();
    await expect(row).toBeInViewport();
    await expect(page.locator('[aria-current=true]')).toHaveCount(1);
  });

for (const lang of checkedLanguages('en')) {
  test(`an explained signal and its result are accessible in ${lang}`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await page.clock.setFixedTime(noon);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(() => localStorage.setItem('app-theme', 'basic'));
    await fakeApi(page, { signals: [aLiveSignal()] });
    await page.goto(`/${lang}/signal`);
    await page.locator('[data-tour=analytics] button').click();
    await page.locator('.indicators [role=switch]').click();
    await expect(page.locator('.numbers')).toBeVisible();
    await expect(page.locator('.indicators dl')).toBeVisible();
    await expectAccessible(page, `explained-${lang}`);
    expect(consoleErrors).toEqual([]);
  });
}

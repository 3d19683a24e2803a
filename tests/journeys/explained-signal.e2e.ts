import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { collectConsoleErrors } from '#tests/support/browser/accessible-page.ts';
import { aLiveSignal, aSettledSignal, aWorkingStats, fakeApi, iso, noon } from '#tests/support/browser/fake-api.ts';
import { fakeHistory, someSignals } from '#tests/support/browser/fake-history.ts';
import { openView, views } from '#tests/support/browser/views.ts';

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
  test(`a forecast is explained on request, in sentences that add up, and after its result too (${view.name})`, async ({
    page,
  }) => {
    const { t, f } = await openView(page, view);
    const consoleErrors = collectConsoleErrors(page);
    await page.clock.setFixedTime(noon);
    const api = await fakeApi(page, { signals: [aLiveSignal()] });
    await page.goto(`/${view.lang}/signal`);
    const why = page.locator('[data-tour=analytics]');
    const farBelow = t('flow.ideas.mean.veryLow', { span: t('flow.ideas.span.twoHours') });
    const sentence = why.getByText(t('flow.ideas.expects.riseAgainst', { seen: farBelow }));
    await expect(sentence).toBeHidden();
    await why.getByText(t('flow.why.up')).click();
    await expect(sentence).toBeVisible();
    const points = [6, 2, -1, 0].map((one) => f.signed(one, 0));
    await expect(why.locator('.wr:not(.sum) > b')).toHaveText(points);
    await expect(why.locator('.wr.sum')).toHaveText('50 + 757');
    await api.push('result', aSettledSignal('successful'));
    await expect(page.getByRole('heading', { name: t('common.outcome.successful') })).toBeVisible();
    await why.getByText(t('flow.why.up')).click();
    await expect(sentence).toBeVisible();
    expect(consoleErrors).toEqual([]);
  });

for (const view of views)
  test(`a result leads to its row in the history (${view.name})`, async ({ page }) => {
    const { t } = await openView(page, view);
    await page.clock.setFixedTime(noon);
    await withResult(page);
    await fakeHistory(page, [...someSignals(18), settled, ...someSignals(24).slice(18)]);
    await page.goto(`/${view.lang}/signal`);
    await page
      .locator('.lc')
      .getByRole('link', { name: t('common.header.history') })
      .click();
    await expect(page).toHaveURL(`/${view.lang}/history#signal-${settled.id}`);
    const row = page.locator(`#signal-${settled.id}`);
    await expect(row).toHaveAttribute('aria-current', 'true');
    await expect(row).toBeInViewport();
    await page.reload();
    await expect(row).toBeInViewport();
    await expect(page.locator('[aria-current=true]')).toHaveCount(1);
  });

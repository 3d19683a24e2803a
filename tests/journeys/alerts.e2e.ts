import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { anEdge, anOutlook, aSilentOutlook, fakeApi, noon, noSignal } from '#tests/support/browser/fake-api.ts';
import { checkedLanguages, openView } from '#tests/support/browser/views.ts';

async function search(page: Page): Promise<void> {
  await page.locator('[data-tour="get"]:visible').first().click();
  await page.clock.runFor(1_300);
}

for (const lang of checkedLanguages('ru'))
  test(`without a signal one press watches for an hour, and another takes it back (${lang})`, async ({ page }) => {
    const { t } = await openView(page, { name: lang, lang, width: 1440 });
    await page.clock.install({ time: noon });
    const api = await fakeApi(page, { issue: noSignal('below_threshold'), outlook: aSilentOutlook('below_threshold') });
    await page.goto(`/${lang}/signal`);
    await search(page);
    const notify = page.getByRole('button', { name: t('signal.none.notify') });
    await notify.press('Enter');
    await expect(notify).toHaveAttribute('aria-pressed', 'true');
    await expect(notify).toBeFocused();
    expect(api.watch).toMatchObject({ symbol: null, interval: 5, until: '2026-11-18T13:00:00.000Z' });
    // A headless browser denies notifications: the mailbox is what reaches the trader.
    const status = page.getByRole('status').filter({ hasText: t('automatic.alerts.watch.channel.mail') });
    await expect(status).toContainText(t('automatic.alerts.watch.denied'));
    await expectAccessible(page, `watch-${lang}`);

    await page.reload();
    await search(page);
    await expect(notify).toHaveAttribute('aria-pressed', 'true');
    await notify.press('Enter');
    await expect(notify).toHaveAttribute('aria-pressed', 'false');
    expect(api.watch).toBeNull();
  });

test('without pushes the open page itself announces an edge by the title of its tab until it is looked at', async ({
  page,
}) => {
  await page.clock.install({ time: noon });
  const api = await fakeApi(page, {
    issue: noSignal('below_threshold'),
    outlook: aSilentOutlook('below_threshold'),
  });
  await page.goto('/en/signal');
  await search(page);
  await page.getByRole('button', { name: 'Tell me when there is an edge' }).click();
  await expect(page.getByText('also with a sound and the tab’s title')).toBeVisible();
  const setVisibility = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  const title = await page.title();
  await setVisibility('hidden');
  api.outlook = anOutlook({ kurs_ai_v2: anEdge });
  await page.clock.runFor(62_000);
  await expect(page).toHaveTitle('There is an edge');
  await setVisibility('visible');
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('heading', { name: 'There is an edge now' })).toBeVisible();
});

import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { anEdge, anOutlook, aSilentOutlook, fakeApi, noon, noSignal } from '#tests/support/browser/fake-api.ts';

async function search(page: Page): Promise<void> {
  await page.locator('[data-shortcut="get"]:visible').first().click();
  await page.clock.runFor(1_300);
}

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

import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { aLiveSignal, type FakeState, fakeApi, noon } from '#tests/support/browser/fake-api.ts';

test.use({ locale: 'uk-UA' });

async function start(page: Page, over: Partial<FakeState> = {}) {
  await page.clock.setFixedTime(noon);
  await page.addInitScript(() => localStorage.setItem('app-theme', 'basic'));
  const api = await fakeApi(page, over);
  await page.goto('/uk/signal');
  return api;
}

const status = (page: Page) => page.getByRole('status').last();

test('the pair and the direction are copied, and the tab shows that a signal runs', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await start(page, { signals: [aLiveSignal()] });
  await page.getByTitle('Скопіювати EUR/USD Вгору').filter({ visible: true }).click();
  await expect(status(page)).toHaveText('EUR/USD Вгору скопійовано');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('EUR/USD Вгору');
  await expect(page.locator('link[data-running]')).toHaveAttribute('href', /^data:image\/svg/);
});

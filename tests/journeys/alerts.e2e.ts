import { expect } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { anOutlook, aSilentOutlook, fakeApi, iso, noon, noSignal } from '#tests/support/browser/fake-api.ts';
import { anAutoRun } from '#tests/support/browser/fake-automatic.ts';

test('a watch that has found a signal rings by the title of the tab until it is looked at', async ({ page }) => {
  await page.clock.install({ time: noon });
  const api = await fakeApi(page, {
    issue: noSignal('below_threshold'),
    outlook: aSilentOutlook('below_threshold'),
  });
  await page.goto('/en/signal');
  await page.getByRole('button', { name: 'Get signal' }).click();
  await expect(page.getByRole('switch', { name: 'Ring me' })).toBeChecked();
  const setVisibility = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  const title = await page.title();
  await setVisibility('hidden');
  api.outlook = anOutlook();
  const until = iso(noon + 90_000);
  const found = { symbol: 'GBPUSD', aiModel: 'kurs_ai_v2', interval: 5, passability: 57, payout: 0.85, until } as const;
  api.automatic.run = anAutoRun({ count: 1, take: false, state: 'stopped', stopReason: 'found', found });
  await api.push('session', api.automatic.run);
  await expect(page).toHaveTitle('Signal ready');
  await setVisibility('visible');
  await expect(page).toHaveTitle(title);
});

import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import {
  aLiveSignal,
  aSettledSignal,
  type FakeApi,
  type FakeState,
  fakeApi,
  iso,
  noon,
} from '#tests/support/browser/fake-api.ts';
import type { AutoRun } from '#contract/signals.ts';
import { anAutoRun, fakeAutomatic } from '#tests/support/browser/fake-automatic.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';

test.use({ locale: 'uk-UA' });

async function start(page: Page, over: Partial<FakeState> = {}) {
  await page.clock.setFixedTime(noon);
  await page.addInitScript(() => localStorage.setItem('app-theme', 'basic'));
  const api = await fakeApi(page, over);
  await page.goto('/uk/signal');
  return api;
}

/** Sets the server's auto-signal run and sends it over the stream. */
async function publishAutoRun(api: FakeApi, over: Partial<AutoRun>): Promise<void> {
  api.automatic.run = anAutoRun(over);
  await api.push('session', api.automatic.run);
}

const bar = (page: Page) => page.getByRole('region', { name: 'Автоматичні сигнали' });
const status = (page: Page) => page.getByRole('status').last();

test('automatic signals are started within limits, followed through their states, and stopped', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page);
  const api = await start(page);
  await page.getByText('7 хв', { exact: true }).click();
  await page.getByRole('button', { name: 'Автоматично, один за одним' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: '10', exact: true })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: '3', exact: true })).toBeChecked();
  await dialog.getByText('2', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Почати' }).click();
  await expect(bar(page)).toContainText('Шукаємо сигнал');
  expect(api.automatic.starts).toEqual([{ aiModel: 'kurs_ai_v2', interval: 7, stopAfterLosses: 2, dailyLimit: 10 }]);

  await publishAutoRun(api, { state: 'searching', nextSignalAt: iso(noon + 48_000) });
  await expect(bar(page)).toContainText(/Сигналу поки немає, спробуємо через 0:[1-4]\d/);
  await api.push('signal', aLiveSignal());
  await expect(bar(page)).toContainText(/EUR\/USD, [34]:\d\d до експірації/);
  await expect(bar(page).getByRole('button', { name: 'Зупинити після цього' })).toBeVisible();
  await api.push('result', aSettledSignal('successful'));
  await publishAutoRun(api, {});
  await expect(bar(page)).toContainText(/Наступний сигнал через 0:[1-4]\d/);
  await expect(page.getByRole('heading', { name: 'Виграш' })).toBeVisible();
  await page.getByRole('button', { name: 'До вибору моделі' }).click();
  await expect(page.getByRole('heading', { name: 'Сигнали цієї серії' })).toBeVisible();
  await expectAccessible(page, 'automatic');

  await page.setViewportSize({ width: 1440, height: 900 });
  await bar(page).getByRole('button', { name: 'Зупинити' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Отримати сигнал' })).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('a run survives a reload, a second tab shows it, and its limit can be lowered but not raised', async ({
  page,
}) => {
  const api = await start(page, { automatic: fakeAutomatic({ run: anAutoRun() }) });
  await expect(bar(page)).toContainText('6 із 10 на сьогодні');
  await page.reload();
  await expect(bar(page)).toContainText(/Наступний сигнал через 0:[1-4]\d/);
  await expect(page.getByRole('radio', { name: '20', exact: true })).toBeDisabled();
  await page.locator('.rail').getByText('5', { exact: true }).first().click();
  await expect(bar(page)).toContainText('із 5 на сьогодні');
  expect(api.automatic.starts).toEqual([{ aiModel: 'kurs_ai_v2', interval: 5, stopAfterLosses: 3, dailyLimit: 5 }]);
});

test('the pair and the direction are copied, and a signal whose pair is OTC at the broker is reset in one press', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await start(page, { signals: [aLiveSignal()] });
  await page.getByRole('button', { name: 'Скопіювати EUR/USD Вгору' }).click();
  await expect(status(page)).toHaveText('EUR/USD Вгору скопійовано');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('EUR/USD Вгору');
  await expect(page.locator('link[data-running]')).toHaveAttribute('href', /^data:image\/svg/);
  await page.getByText('Перед входом').click();
  await page.getByRole('button', { name: 'У брокера OTC: скинути' }).click();
  await expect(page.getByRole('button', { name: 'Отримати сигнал' })).toBeVisible();
  await expect(page.locator('link[data-running]')).toHaveCount(0);
});

import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { fakeApi, noon } from '#tests/support/browser/fake-api.ts';
import { fakeHistory, someSignals, withOpen } from '#tests/support/browser/fake-history.ts';
import { collectConsoleErrors } from '#tests/support/browser/accessible-page.ts';

test.use({ locale: 'uk-UA', timezoneId: 'Europe/Kyiv' });

async function start(page: Page, count: number) {
  await page.clock.setFixedTime(noon);
  await page.addInitScript(() => localStorage.setItem('app-theme', 'basic'));
  await fakeApi(page);
  const history = await fakeHistory(page, someSignals(count));
  return { history, open: () => page.goto('/uk/history') };
}

const rows = (page: Page) => page.locator('table.hist tbody tr');

test('figures, a promise, a table; more rows load on a press, and the order can be reversed', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page);
  const { history, open } = await start(page, 140);
  history.signals = withOpen(history.signals);
  await open();
  await expect(rows(page)).toHaveCount(25);
  await expect(page.getByText('25 з 141')).toBeVisible();
  await expect(rows(page).first()).toContainText('Триває');
  await expect(page.getByText('Europe/Kyiv, GMT+2')).toBeVisible();
  await expect(page.getByText('Не зараховано 3 сигнали')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Справдилося .+ обіцяли/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Показати ще' }).click();
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Дата Спершу нові' }).click();
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(rows(page)).toHaveCount(25);
  await expect(rows(page).first()).not.toContainText('Триває');
  expect(consoleErrors).toEqual([]);
});

test('filters are in the URL, survive a reload, apply to the file and are cleared in one press', async ({ page }) => {
  const { history, open } = await start(page, 60);
  await open();
  await page.getByRole('combobox', { name: 'Пара' }).selectOption('EURUSD');
  await expect(page).toHaveURL(/\?symbol=EURUSD$/);
  await page.getByRole('combobox', { name: 'Результат' }).selectOption('successful');
  await expect(page).toHaveURL(/&result=successful$/);
  await page.getByLabel('Від', { exact: true }).fill('2026-11-18');
  await expect(page).toHaveURL(/\?symbol=EURUSD&result=successful&from=2026-11-18$/);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Пара' })).toHaveValue('EURUSD');
  await expect(page.getByText('за цими фільтрами')).toBeVisible();
  for (const row of await rows(page).all()) await expect(row).toContainText(/EUR\/USD.*Виграш/);
  // Midnight in Kyiv, two hours before midnight in Greenwich.
  expect(history.requested.at(-1)?.get('from')).toBe('2026-11-17T22:00:00.000Z');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Зберегти як CSV з цими фільтрами' }).click();
  expect((await download).suggestedFilename()).toMatch(/^signals-\d{4}-\d\d-\d\d.*\.csv$/);
  expect([history.file?.get('symbol'), history.file?.get('result')]).toEqual(['EURUSD', 'successful']);

  await page.getByRole('combobox', { name: 'Модель' }).selectOption('vip');
  await expect(page).toHaveURL(/aiModel=vip|model=vip/);
  await page.getByRole('combobox', { name: 'Тривалість' }).selectOption('2');
  await expect(page.getByRole('heading', { name: 'За цими фільтрами нічого немає' })).toBeVisible();
  await page.getByRole('button', { name: 'Скинути фільтри' }).click();
  await expect(page).toHaveURL(/\/history$/);
  await expect(rows(page)).toHaveCount(25);
});

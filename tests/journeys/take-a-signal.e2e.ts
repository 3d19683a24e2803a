import { expect, type Page, test } from '@playwright/test';
import { languages } from '#domain/language.ts';
import { returningVisitor } from '#tests/support/browser/returning-visitor.ts';
import { sendLogin } from '#tests/support/browser/sign-in.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { writeRecordedMarket } from '#tests/support/market/recorded-market.ts';
import { choose, choosePair, takeSignal } from '#tests/support/browser/take-signal.ts';

/** The product itself, on a replay that runs a market minute in three seconds: three minutes take nine. */
let product: Product;
let recorded: Awaited<ReturnType<typeof writeRecordedMarket>>;

test.beforeAll(async () => {
  recorded = await writeRecordedMarket(['EURUSD', 'GBPUSD', 'USDJPY', 'EURJPY']);
  const replay = { FEED: 'replay', REPLAY_FILES: recorded.files.join(','), REPLAY_SPEED: '20' };
  product = await startProduct({ ...replay, THIN_HOURS: 'include' });
});
test.beforeEach(({ context }) => returningVisitor(context));
test.afterAll(async () => {
  await product?.stop();
  await recorded?.remove();
});

function collectConsoleErrors(page: Page): string[] {
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  return consoleErrors;
}

test('a user signs in with the printed account, takes a signal, sees its outcome and finds it in the history', async ({
  page,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  await page.goto(`${product.url}/`);
  await expect(page).toHaveURL(/\/uk\/?$/);
  await page.goto(`${product.url}/uk/signal`);
  await expect(page).toHaveURL(/\/uk\/login/);
  await sendLogin(page, product);
  await expect(page).toHaveURL(/\/uk\/signal$/);

  await page.locator('label', { hasText: 'MANUAL AI' }).click();
  await choosePair(page, 'EUR/USD');
  await choose(page, '3 хв');
  await takeSignal(page);

  // The replay is faster than the clock, so on a busy machine its prices may lag: one tries again.
  const again = page.getByRole('button', { name: 'Спробувати ще раз' });
  await expect(async () => {
    if (await again.isVisible()) await again.click();
    await expect(page.getByRole('timer')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  // Of replayed prices no record is kept.
  await expect(page.getByText(/Записано о/)).toHaveCount(0);
  await page.reload();
  const outcome = page.getByRole('heading', { name: /^(Виграш|Програш|Нічия)/ });
  await expect(outcome).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.btn-p:visible', { hasText: 'Інший сигнал' })).toBeVisible();
  const result = (await outcome.textContent()) ?? '';

  await page.getByRole('navigation').getByRole('link', { name: 'Історія' }).first().click();
  await expect(page.locator('table.hist tbody tr')).toHaveCount(1);
  await expect(page.locator('table.hist tbody tr')).toContainText(new RegExp(`EUR/USD.*MANUAL AI.*3\\s+ХВ.*${result}`));
  expect(consoleErrors).toEqual([]);
});

test('every screen states that the market is not live', async ({ page }) => {
  for (const lang of languages) {
    await page.goto(`${product.url}/${lang}/`);
    await expect(page.locator('.demo')).toBeVisible();
  }
});

import { expect, type Page } from '@playwright/test';
import { register } from '#tests/support/browser/register.ts';
import { test } from '#tests/support/browser/product-test.ts';
import { collectConsoleErrors } from '#tests/support/browser/accessible-page.ts';
import { choosePair, takeSignal } from '#tests/support/browser/take-signal.ts';

test('from a fresh registration through the broker, which brings the id back, to the first signal', async ({
  page,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  await register(page, 'first@example.com');
  await expect(page.getByRole('heading', { name: 'Almost done' })).toBeVisible();

  await page.locator('#referralId').fill('99999999');
  await page.locator('form [type=submit]').click();
  await expect(page.getByRole('heading', { name: 'ID not found' })).toBeVisible();
  await page.getByRole('button', { name: 'Change ID' }).click();

  await page.getByRole('link', { name: 'Open a broker account' }).click();
  const id = await openAccount(page);
  // The address in the broker's link has the port of the settings, which is any free one here.
  await page.goto(`/en/enter-id?id=${id}`);
  await expect(page.getByRole('heading', { name: 'ID confirmed' })).toBeVisible();
  await expect(page).toHaveURL(/\/en\/signal$/);
  await page.locator('label', { hasText: 'MANUAL AI' }).click();
  await choosePair(page, 'EUR/USD');
  await takeSignal(page);
  // It passes on a stated minute, of which the first may close only now.
  await expect(page.getByText(/Recorded at/).first()).toBeVisible({ timeout: 60_000 });
  expect(consoleErrors).toEqual([]);
});

/** Opens an account with a first deposit in the broker's pages. Returns the id shown there. */
async function openAccount(page: Page): Promise<string> {
  await page.locator('[name=email]').fill('first@example.com');
  await page.locator('[name=deposit]').selectOption('50');
  for (const agreement of ['adult', 'training']) await page.locator(`[name=${agreement}]`).check();
  await page.locator('form .pri').click();
  return (await page.locator('.id').textContent()) ?? '';
}

import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { phrases as accountUk } from '#phrases/account/uk.ts';
import { phrases as authUk } from '#phrases/auth/uk.ts';
import { test } from '#tests/support/browser/product-test.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';

const { data } = accountUk;
const email = 'olena@example.com';
const password = 'Long-enough-1';

async function register(page: Page): Promise<void> {
  await page.goto('/en/register');
  await page.locator('#email').fill(email);
  await page.locator('#newPassword').fill(password);
  await page.locator('#repeat').fill(password);
  await page.locator('#acceptedTerms').check({ force: true });
  await page.locator('form [type=submit]').click();
  await expect(page).toHaveURL(/confirm-email$/);
}

test('a user exports all data, deletes the account, and may register again with the same address', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page);
  await register(page);
  await page.goto('/en/account/appearance');
  const published = page.waitForResponse('**/api/user/language');
  await page.getByText('Українська', { exact: true }).click();
  expect((await published).status()).toBe(200);
  await expect(page).toHaveURL(/\/uk\/account\/appearance$/);

  await page.goto('/uk/account');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: data.save }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^kurs-data-\d{4}-\d\d-\d\d\.json$/);
  const held = JSON.parse(await readFile(await file.path(), 'utf8')) as { account: { email: string } };
  expect(held.account.email).toBe(email);
  await expect(page.getByText(data.saved)).toBeVisible();

  const open = page.getByRole('button', { name: data.open });
  await open.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: data.keep }).click();
  await expect(open).toBeFocused();

  await open.click();
  await dialog.locator('[name=password]').fill('Not-my-own-1');
  await dialog.getByRole('button', { name: data.confirm }).click();
  await expect(dialog.locator('.err-sum')).toBeFocused();
  await expectAccessible(page, 'delete-account-fault');
  await dialog.locator('[name=password]').fill(password);
  await dialog.getByRole('button', { name: data.confirm }).click();
  await expect(page).toHaveURL(/\/uk\/login$/);
  await expect(page.getByText(authUk.login.accountDeleted)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

  await page.locator('#email').fill(email);
  await page.locator('#password').fill(password);
  await page.locator('form [type=submit]').click();
  await expect(page.locator('.err-sum')).toBeVisible();
  await register(page);
  expect(consoleErrors).toEqual([]);
});

test('reduced motion chosen in the account applies from the next page’s first paint on', async ({ page }) => {
  await page.goto('/uk/login');
  await page.locator('#email').fill('demo@kurs.example');
  await page.locator('#password').fill('Kurs-demo-1');
  await page.locator('form [type=submit]').click();
  await expect(page).toHaveURL(/\/uk\/signal$/);
  await page.goto('/uk/account/appearance');
  const moving = () => page.evaluate(() => document.getAnimations().length);
  expect(await moving()).toBeGreaterThan(0);
  await page.getByText(accountUk.motions.still, { exact: true }).click();
  await expect.poll(moving).toBe(0);
  await page.goto('/uk/about-us', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'still');
  await page.goto('/uk/account/appearance');
  await page.getByText(accountUk.motions.system, { exact: true }).click();
  await expect.poll(moving).toBeGreaterThan(0);
});

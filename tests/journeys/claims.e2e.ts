import { type Browser, expect, type Page } from '@playwright/test';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { testWithClaims as test } from '#tests/support/browser/product-test.ts';
import { register } from '#tests/support/browser/register.ts';
import { returningVisitor } from '#tests/support/browser/returning-visitor.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import type { Product } from '#tests/support/product.ts';

/** The operator's page, in a browser of their own. */
async function openClaims(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url });
  await returningVisitor(context);
  const operator = await context.newPage();
  await signIn(operator, product, '/uk/admin/claims');
  await expect(operator.getByRole('heading', { name: 'Claims' })).toBeVisible();
  return operator;
}

async function sendId(page: Page, id: string): Promise<void> {
  await page.locator('#referralId').fill(id);
  await page.locator('form [type=submit]').click();
  await expect(page.getByRole('heading', { name: `Checking ID ${id}` })).toBeVisible();
}

const row = (operator: Page, id: string) => operator.getByRole('row', { name: id });

test('an operator refuses an ID with a reason that its user reads, and confirms the next one by hand', async ({
  page,
  browser,
  product,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  await register(page, 'by-hand@example.com');
  await expect(page.getByRole('link', { name: 'Open a broker account' })).toHaveAttribute('href', /broker\.example/);
  await sendId(page, '7001');
  await expect(page.getByText('Comparing with the broker’s list')).toBeVisible();

  const operator = await openClaims(browser, product);
  await expect(row(operator, '7001')).toContainText('by-hand@example.com');
  await row(operator, '7001').getByRole('button', { name: 'Refuse…' }).click();
  await operator.getByLabel('Reason, which the user reads').fill('Account 7001 was opened without our link.');
  await operator.getByRole('button', { name: 'Refuse ID' }).click();
  await expect(operator.getByText('No ID waits for an answer.')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Account 7001 was opened without our link.')).toBeVisible();
  await page.getByRole('button', { name: 'Change ID' }).click();
  await sendId(page, '7002');
  await operator.reload();
  await row(operator, '7002').getByRole('button', { name: 'Confirm…' }).click();
  await operator.getByLabel(/Balance shown there now/).fill('120,50');
  await operator.getByRole('button', { name: 'Confirm ID' }).click();
  await expect(operator.getByRole('dialog')).toBeHidden();

  await page.reload();
  await expect(page).toHaveURL(/\/en\/signal$/);
  await expect(page.locator('label', { hasText: 'MANUAL AI' })).toBeVisible();
  expect(consoleErrors.filter((text) => !text.includes('503'))).toEqual([]);
});

test('a list of the partner confirms an ID once it is applied, and names the lines that it cannot read', async ({
  page,
  browser,
  product,
}) => {
  await register(page, 'by-list@example.com');
  await sendId(page, '8001');
  const operator = await openClaims(browser, product);
  const csv = 'Country;Balance;Trader ID\nUA;"1.234,50";8001\nUA;77;8002\nUA;much;8003\n';
  const file = { name: 'traders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await operator.getByLabel('List of the partner').setInputFiles(file);
  await expect(operator.getByText('First trader as read: ID 8001, $1234.50.')).toBeVisible();
  await operator.getByRole('button', { name: 'Show what it changes' }).click();
  const result = operator.getByRole('region', { name: 'What it would change' });
  await expect(result.getByRole('table', { name: 'Confirmed' })).toContainText('8001');
  await expect(result.getByRole('table', { name: 'Can’t be read' })).toContainText('dollars, such as 1234.50');
  await expect(row(operator, '8001').first()).toContainText('by-list@example.com');
  await expectAccessible(operator, 'claims');

  await operator.getByRole('button', { name: 'Apply the list' }).click();
  await expect(operator.getByText('Applied: 2 traders')).toBeVisible();
  await expect(operator.getByRole('button', { name: 'Confirm…' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'ID confirmed' })).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(/\/en\/signal$/);
  await page.goto('/en/mailbox?to=by-list@example.com');
  await expect(page.getByText('Your broker ID is confirmed').first()).toBeVisible();
});

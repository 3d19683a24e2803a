import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { test } from '#tests/support/browser/static-site.ts';
import { type OwnPostgres, startOwnPostgres } from '#bench/setup/own-postgres.ts';
import { sessions } from '#server/database/schema.ts';
import { aUser as insertUser } from '#tests/support/a-signal.ts';
import { collectConsoleErrors } from '#tests/support/browser/accessible-page.ts';
import { aSecondFactor, aUser, fakeAccounts } from '#tests/support/browser/fake-accounts.ts';
import { fakeApi } from '#tests/support/browser/fake-api.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { returningVisitor } from '#tests/support/browser/returning-visitor.ts';

test.describe('in the product', () => {
  const account = { email: 'demo@kurs.example', password: 'Kurs-demo-1' };
  let postgres: OwnPostgres;
  let product: Product;

  test.beforeAll(async () => {
    postgres = await startOwnPostgres();
    product = await startProduct({
      DEMO: 'on',
      DATABASE_URL: postgres.url,
      ADMIN_EMAILS: account.email,
      RATE_LIMIT_PER_MINUTE: '0',
    });
  });
  test.afterAll(async () => {
    await product?.stop();
    await postgres?.stop();
  });

  async function enterPassword(page: Page): Promise<void> {
    await page.locator('#email').fill(account.email);
    await page.locator('#password').fill(account.password);
    await page.locator('form [type=submit]').click();
  }

  test('an app is set up, passes the second step, and confirms a grave action later', async ({ page, context }) => {
    await returningVisitor(context);
    const consoleErrors = collectConsoleErrors(page);
    await page.goto(`${product.url}/en/login?next=/en/account`);
    await enterPassword(page);
    await page.getByRole('button', { name: 'Add an app' }).click();
    const setup = page.getByRole('dialog', { name: 'Authenticator app' });
    const secret = (await setup.locator('code').innerText()).replaceAll(' ', '');
    const app = new TOTP({ secret });
    await setup.getByLabel('Code from the app').fill(app.generate());
    await setup.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await expect(codes.locator('code')).toHaveCount(10);
    await codes.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(page.getByText('10 of 10 left')).toBeVisible();
    await page.locator('.ph button.btn').click();

    await page.goto(`${product.url}/en/admin/users`);
    await enterPassword(page);
    await expect(page).toHaveURL(/\/en\/second-factor\?next=%2Fen%2Fadmin%2Fusers$/);
    // The code that turned it on was used: the next one is accepted as well.
    await page.getByLabel('Code from the app').fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page).toHaveURL(/\/en\/admin\/users$/);

    await insertUser(postgres.db, { email: 'somebody@kurs.example' });
    const longAgo = new Date(Date.now() - 11 * 60_000);
    await postgres.db.update(sessions).set({ createdAt: longAgo, confirmedAt: longAgo });
    await page.reload();
    await page.getByRole('button', { name: 'Actions for somebody@kurs.example' }).click();
    await page.getByRole('button', { name: 'Sign out everywhere…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
    const again = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await again.getByRole('button', { name: 'Password' }).click();
    await again.getByLabel('Password').fill(account.password);
    await again.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goto(`${product.url}/en/admin/audit`);
    await expect(page.locator('tbody tr').first()).toContainText('somebody@kurs.example');
    expect(consoleErrors.filter((text) => !text.includes('403'))).toEqual([]);
  });
});

test('a recovery code passes the second step of signing in', async ({ page }) => {
  const accounts = fakeAccounts({ user: aUser(), secondFactor: aSecondFactor('waiting') });
  await fakeApi(page, { accounts });
  await page.goto('/en/history');
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await page.getByRole('button', { name: 'Recovery code' }).click();
  await page.getByLabel('Recovery code').fill('k3wq-7pzd-m2xa-f5c1');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page).toHaveURL(/\/en\/history$/);
  expect(accounts.sent.map(({ body }) => body)).toEqual([{ by: 'recovery', code: 'k3wq-7pzd-m2xa-f5c1' }]);
});

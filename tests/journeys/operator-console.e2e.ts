import { type Browser, expect, type Page } from '@playwright/test';
import { maintenancePhrases } from '#phrases/messages.ts';
import { expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { demoAccount, test } from '#tests/support/browser/product-test.ts';
import { openAccount } from '#tests/support/browser/register.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import type { Product } from '#tests/support/product.ts';

const email = 'oksana@example.com';

/** A page of somebody else, with a browser of their own. */
const aVisitor = async (browser: Browser, baseURL: string | undefined): Promise<Page> =>
  (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();

async function openAsOperator(page: Page, product: Product, path: string): Promise<void> {
  await signIn(page, product);
  await page.goto(path);
}

/** In a narrow window a list of cards. */
const rows = (page: Page) => page.locator('main tbody tr, main ul > li');
const chooseAction = async (page: Page, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${email}` }).click();
  await page.getByRole('button', { name: action }).click();
};

test('an account is read in order, helped, and erased on request', async ({ page, browser, baseURL, product }) => {
  await openAccount(await aVisitor(browser, baseURL), email);
  await openAsOperator(page, product, '/en/admin/users');
  await page.getByRole('link', { name: email }).click();
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
  // Reading it, the sign-in of the registration, and its mail.
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText(`user: read, by ${demoAccount.email}`);
  await expectAccessible(page, 'admin-user');

  await chooseAction(page, 'Resend activation…');
  await page.getByRole('button', { name: 'Send email' }).click();
  await page.getByLabel('What').selectOption('mail');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('activation, by mail');

  await chooseAction(page, 'Erase account…');
  const erase = page.getByRole('button', { name: 'Erase for ever' });
  await expect(erase).toBeDisabled();
  await page.getByLabel('Reason, for the audit log').fill('Asked for it by mail');
  await erase.click();
  await expect(page).toHaveURL(/\/en\/admin\/users$/);
  await expect(page.getByRole('link', { name: demoAccount.email })).toBeVisible();
  await expect(page.getByRole('link', { name: email })).toHaveCount(0);
  await page.goto('/en/admin/audit');
  await expect(rows(page).first()).toContainText('user: erase');
  await expect(rows(page).first()).toContainText('Asked for it by mail');
});

test('an announcement is on every page from the first paint, moves nothing, and stays closed', async ({
  page,
  browser,
  baseURL,
  product,
}) => {
  const texts = { Ukrainian: 'Завтра оновлення', English: 'An update tomorrow', Russian: 'Завтра обновление' };
  await openAsOperator(page, product, '/en/admin/notices');
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Announce' }).click();
  await expect(page.getByText('Shown now, until you remove it.')).toBeVisible();
  await expectAccessible(page, 'admin-notices');

  const visitor = await aVisitor(browser, baseURL);
  await visitor.addInitScript(`
    shifts = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value;
    }).observe({ type: 'layout-shift', buffered: true });`);
  const strip = (text: string) =>
    visitor.getByRole('region', { name: /Announcement|Оголошення|Объявление/ }).getByText(text);
  for (const [address, text] of [
    ['/uk/', texts.Ukrainian],
    ['/ru/terms', texts.Russian],
    ['/en/login', texts.English],
  ] as const) {
    await visitor.goto(address);
    await expect(strip(text)).toBeVisible();
    await visitor.waitForLoadState('networkidle');
    expect(await visitor.evaluate('shifts')).toBeLessThan(0.01);
  }
  await visitor.getByRole('region', { name: 'Announcement' }).getByRole('button', { name: 'Close' }).click();
  await expect(strip(texts.English)).toHaveCount(0);
  await visitor.goto('/uk/');
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(strip(texts.Ukrainian)).toHaveCount(0);

  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('None.')).toBeVisible();
});

test('a model that is switched off says why where models are chosen', async ({ page, product }) => {
  await openAsOperator(page, product, '/en/admin/models');
  const model = page.locator('details', { hasText: '36Trade AI PLUS' });
  await model.locator('summary').click();
  await model.getByRole('button', { name: 'Switch off…' }).click();
  const dialog = page.getByRole('dialog');
  for (const label of ['Ukrainian', 'English', 'Russian'])
    await dialog.getByLabel(label).fill(`Under review (${label})`);
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByRole('row', { name: /36Trade AI PLUS switched off/ })).toBeVisible();
  await page.goto('/en/signal');
  const choice = page.getByRole('radio', { name: /36Trade AI PLUS Under review \(English\)/ });
  await expect(choice).toBeDisabled();
  await page.goto('/en/admin/models');
  await model.locator('summary').click();
  await model.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByRole('row', { name: /36Trade AI PLUS working/ })).toBeVisible();
});

test('maintenance closes the site for users, who read when it opens, and nothing for the operator', async ({
  page,
  browser,
  baseURL,
  product,
}) => {
  await openAsOperator(page, product, '/en/admin/notices');
  await page.getByRole('button', { name: 'Begin maintenance…' }).click();
  await page.getByLabel('Expected end, which users read').fill('2030-05-01T12:30');
  await page.getByLabel('Reason, for the audit log').fill('A new database');
  await page.getByRole('button', { name: 'Close the site' }).click();
  await expect(page.getByRole('region', { name: 'Maintenance' }).getByText(/expected end/)).toBeVisible();

  const visitor = await aVisitor(browser, baseURL);
  const answer = await visitor.goto('/ru/about-us');
  expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, '3600']);
  await expect(visitor.getByRole('heading', { name: maintenancePhrases.ru.title })).toBeVisible();
  await expect(visitor.getByText(/1 мая в \d\d:30/)).toBeVisible();
  await visitor.goto('/uk/login');
  await expect(visitor.getByText(maintenancePhrases.uk.notice)).toBeVisible();
  await page.goto('/en/signal');
  await expect(page.getByRole('heading', { name: maintenancePhrases.en.notice })).toBeVisible();

  await page.goto('/en/admin/notices');
  await page.getByRole('button', { name: 'End maintenance…' }).click();
  await page.getByLabel('Reason, for the audit log').fill('The database is there');
  await page.getByRole('button', { name: 'Open the site' }).click();
  await expect(page.getByRole('button', { name: 'Begin maintenance…' })).toBeVisible();
  expect((await visitor.goto('/ru/about-us'))?.status()).toBe(200);
});

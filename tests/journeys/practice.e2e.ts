import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { aUser, fakeAccounts } from '#tests/support/browser/fake-accounts.ts';
import { type FakeState, fakeApi, noon, rejection } from '#tests/support/browser/fake-api.ts';
import { fakeTraders } from '#tests/support/browser/fake-traders.ts';
import { brand, openView, views } from '#tests/support/browser/views.ts';

// From the broker's return link, and from the demo account.

const withoutId = () =>
  fakeAccounts({ user: aUser({ referralId: null, brokerAccountId: null, balance: null, balanceCheckedAt: null }) });

async function open(page: Page, path: string, over: Partial<FakeState> = {}) {
  await page.clock.setFixedTime(noon);
  const api = await fakeApi(page, over);
  await page.goto(path);
  return api;
}

for (const view of views) {
  test(`an unknown id names the likeliest cause, and the next step (${view.name})`, async ({ page }) => {
    const { t } = await openView(page, view);
    const traders = fakeTraders({ claim: rejection('trader_not_found', '') });
    await open(page, `/${view.lang}/enter-id?id=1234567`, { accounts: withoutId(), traders });
    await page.getByRole('button', { name: t('trader.use', { id: '1234567' }) }).click();
    await expect(page.getByText(t('trader.notFound.cause'))).toBeVisible();
    await expect(page.getByRole('link', { name: brand.partnerLink[view.lang] })).toBeVisible();
    await expect(page).toHaveURL(`/${view.lang}/enter-id`);
    await page.getByRole('button', { name: t('trader.checking.change') }).click();
    await expect(page.getByLabel(t('trader.label'))).toHaveValue('1234567');
  });
}

test.describe('the demo account', () => {
  const demoAccount = { email: 'demo@kurs.example', password: 'Kurs-demo-1' };
  const openLogin = async (page: Page, lang: string, account: typeof demoAccount | null) => {
    await page.clock.setFixedTime(noon);
    const api = await fakeApi(page, { isSignedIn: false });
    await page.route(`**/api/site`, (route) =>
      route.fulfill({ json: { theme: 'basic', decorations: false, demoAccount: account } }),
    );
    const settings = page.waitForResponse((response) => response.url().endsWith('/api/site'));
    await page.goto(`/${lang}/login`);
    await settings;
    return api;
  };

  for (const view of views)
    test(`is entered from the login page with one press (${view.name})`, async ({ page }) => {
      const { t } = await openView(page, view);
      await openLogin(page, view.lang, demoAccount);
      await page.getByRole('button', { name: t('common.demo.entry') }).click();
      await expect(page).toHaveURL(`/${view.lang}/signal`);
    });

  test('is not offered where the server has none', async ({ page }) => {
    await openLogin(page, 'en', null);
    await expect(page.locator('body.theme-basic')).toBeAttached();
    await expect(page.getByRole('button', { name: /demo account/ })).toHaveCount(0);
  });
});

import { expect, type Page, test } from '@playwright/test';
import { sitePath } from '#contract/site-path.ts';
import type { OwnTrade, OwnTrades } from '#contract/traders.ts';
import { languages } from '#domain/language.ts';
import { aUser, fakeAccounts } from '#tests/support/fake-accounts.ts';
import { type FakeState, fakeApi, iso, noon, rejection } from '#tests/support/fake-api.ts';
import { fakeHistory, someSignals } from '#tests/support/fake-history.ts';
import { fakeTraders } from '#tests/support/fake-traders.ts';
import { consoleErrorsOf, expectAccessible } from '#tests/support/accessible-page.ts';
import { type StaticSite, startStaticSite } from '#tests/support/static-site.ts';

/** From the broker's return link to the user's own trades in the history. */
let site: StaticSite;
test.beforeAll(async () => {
  site = await startStaticSite();
});
test.afterAll(() => site.close());

const withoutId = () =>
  fakeAccounts({ user: aUser({ referralId: null, brokerAccountId: null, balance: null, balanceCheckedAt: null }) });

async function open(page: Page, path: string, over: Partial<FakeState> = {}) {
  await page.clock.setFixedTime(noon);
  const api = await fakeApi(page, over);
  await page.goto(site.address + path);
  return api;
}

test('the id of the return link is confirmed with one press and leaves the address', async ({ page }) => {
  const consoleErrors = consoleErrorsOf(page);
  await open(page, '/en/enter-id?id=1234567&next=%2Fen%2Faccount', { accounts: withoutId() });
  await expect(page.getByLabel('Broker account ID')).toHaveValue('1234567');
  const claim = page.waitForRequest((request) => request.url().endsWith('/api/referral-id'));
  await page.getByRole('button', { name: 'Use ID 1234567' }).click();
  expect((await claim).postDataJSON()).toEqual({ referralId: '1234567' });
  await expect(page.getByRole('heading', { name: 'ID confirmed' })).toBeVisible();
  await expect(page).toHaveURL(`${site.address}/en/enter-id?next=%2Fen%2Faccount`);
  expect(consoleErrors).toEqual([]);
});

test('an unknown id names the likeliest cause, and the next step', async ({ page }) => {
  const traders = fakeTraders({ claim: rejection('trader_not_found', '') });
  await open(page, '/en/enter-id?id=1234567', { accounts: withoutId(), traders });
  await page.getByRole('button', { name: 'Use ID 1234567' }).click();
  await expect(page.getByText('the account wasn’t opened through our link')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open one with the partner broker' })).toBeVisible();
  await expect(page).toHaveURL(`${site.address}/en/enter-id`);
  await page.getByRole('button', { name: 'Change ID' }).click();
  await expect(page.getByLabel('Broker account ID')).toHaveValue('1234567');
});

test('an invalid id in the address is ignored, and both choices are there', async ({ page }) => {
  await open(page, '/en/enter-id?id=abc', { accounts: withoutId() });
  await expect(page.getByLabel('Broker account ID')).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'I have an account' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'I don’t have one yet' })).toContainText('at least $10 of your own');
});

for (const lang of languages) {
  test(`the returned id is sound in ${lang}`, async ({ page }) => {
    await open(page, `/${lang}/enter-id?id=1234567`, { accounts: withoutId() });
    await expect(page.locator('#referralId')).toHaveValue('1234567');
    await expectAccessible(page, `enter-id-returned-${lang}`);
  });
}

test.describe('own trades in the history', () => {
  const signals = someSignals(3);
  const tradeOf = (place: number, change: Partial<OwnTrade>): OwnTrade => {
    const { symbol, signal: direction, duration, time } = signals[place] ?? signals[0]!;
    const openedAt = Date.parse(time) + 20_000;
    const closesAt = iso(openedAt + duration * 60_000);
    return {
      id: `t-${place}`,
      symbol,
      direction,
      duration,
      stake: 10,
      profit: 8.2,
      openedAt: iso(openedAt),
      closesAt,
      ...change,
    };
  };
  const trades: OwnTrades = {
    isReported: true,
    items: [tradeOf(0, {}), tradeOf(1, { profit: -10 }), tradeOf(2, { openedAt: iso(noon - 86_400_000) })],
  };

  const openHistory = async (page: Page, lang: string, own: OwnTrades): Promise<void> => {
    await page.clock.setFixedTime(noon);
    await fakeApi(page, { traders: fakeTraders({ trades: own }) });
    await fakeHistory(page, signals);
    await page.goto(`${site.address}/${lang}/history`);
  };
  const rows = (page: Page) => page.locator('table.hist tbody tr');

  for (const lang of languages) {
    test(`stand beside the signals they followed, and are sound in ${lang}`, async ({ page }) => {
      await openHistory(page, lang, trades);
      await expect(rows(page).nth(0)).toContainText(/\+\$8[.,]20/);
      await expect(rows(page).nth(1)).toContainText('−$10');
      await expect(rows(page).nth(2)).not.toContainText('$');
      await expect(page.locator('.traded-sum')).toContainText(/−\$1[.,]80/);
      await expectAccessible(page, `history-trades-${lang}`);
    });
  }

  test('are absent for a broker that does not report them', async ({ page }) => {
    await openHistory(page, 'en', { isReported: false, items: [] });
    await expect(rows(page)).toHaveCount(3);
    await expect(page.locator('.traded-sum')).toHaveCount(0);
    await expect(page.locator('.hist')).not.toContainText('$');
  });
});

test.describe('the demo account', () => {
  const demoAccount = { email: 'demo@kurs.example', password: 'Kurs-demo-1' };
  const openLogin = async (page: Page, lang: string, account: typeof demoAccount | null) => {
    await page.clock.setFixedTime(noon);
    const api = await fakeApi(page, { isSignedIn: false });
    await page.route(`**${sitePath}`, (route) => route.fulfill({ json: { theme: 'basic', demoAccount: account } }));
    const settings = page.waitForResponse((response) => response.url().endsWith(sitePath));
    await page.goto(`${site.address}/${lang}/login`);
    await settings;
    return api;
  };

  test('is entered from the login page with one press', async ({ page }) => {
    await openLogin(page, 'en', demoAccount);
    await page.getByRole('button', { name: 'Look around with the demo account' }).click();
    await expect(page).toHaveURL(`${site.address}/en/signal`);
  });

  test('is not offered where the server has none', async ({ page }) => {
    await openLogin(page, 'en', null);
    await expect(page.locator('body.theme-basic')).toBeAttached();
    await expect(page.getByRole('button', { name: /demo account/ })).toHaveCount(0);
  });

  for (const lang of languages) {
    test(`is offered soundly in ${lang}`, async ({ page }) => {
      await openLogin(page, lang, demoAccount);
      await expect(page.locator('main section .btn-s')).toBeVisible();
      await expectAccessible(page, `login-demo-${lang}`);
    });
  }
});

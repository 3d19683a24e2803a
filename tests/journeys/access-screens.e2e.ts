import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { aUser, fakeAccounts } from '#tests/support/browser/fake-accounts.ts';
import { aLiveSignal, aSettledSignal, fakeApi, iso, noon } from '#tests/support/browser/fake-api.ts';
import { aCheck, fakeTraders } from '#tests/support/browser/fake-traders.ts';

const withoutId = fakeAccounts({
  user: aUser({ referralId: null, brokerAccountId: null, balance: null, balanceCheckedAt: null }),
});
const holding = (balance: number | null, checkedAt = iso(noon - 60_000)) =>
  fakeAccounts({ user: aUser({ balance, balanceCheckedAt: balance === null ? null : checkedAt }) });
/** The broker has not confirmed whose account it is. */
const withheld = (isBalanceValid: boolean) =>
  fakeAccounts({ user: aUser({ balance: null, isBalanceHidden: true, isBalanceValid, balanceCheckedAt: iso(noon) }) });

const sendId = async (page: Page): Promise<void> => {
  await page.locator('#referralId').fill('7731402');
  await page.locator('form [type=submit]').click();
};

test('a pending claim survives a reload, and its result appears without a press', async ({ page }) => {
  const state = await fakeApi(page, {
    accounts: structuredClone(withoutId),
    traders: fakeTraders({ check: aCheck({ startedAt: new Date().toISOString() }) }),
  });
  await page.goto('/en/enter-id');
  await expect(page.getByRole('heading', { name: 'Checking ID 7731402' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Checking ID 7731402' })).toBeVisible();
  state.accounts.user = aUser({ referralId: '7731402', brokerAccountId: '7731402', balance: 50 });
  state.traders.check = aCheck({ state: 'confirmed', nextAt: null });
  await expect(page.getByRole('heading', { name: 'ID confirmed' })).toBeVisible();
});

test('the server decides regardless of the balance stored in the browser; a sufficient balance is confirmed', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('traderBalance', '9999'));
  const state = await fakeApi(page, { accounts: holding(6.4, new Date().toISOString()) });
  await page.goto('/en/signal');
  await expect(page.getByRole('heading', { name: 'Not enough funds for signals' })).toBeVisible();
  await page.getByRole('button', { name: 'Check balance' }).click();
  await expect(page.getByText('Unfortunately, your balance is less than $10.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('traderBalance'))).toBe('6.4');

  state.accounts.user = aUser({ balance: 50, balanceCheckedAt: new Date().toISOString() });
  await page.getByRole('button', { name: 'Check balance' }).click();
  await expect(page.getByRole('heading', { name: 'Your balance $50 has been verified!' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to signals' }).click();
  await expect(page.getByRole('radiogroup').first()).toBeVisible();
});

test('a withheld balance opens the signals when it is enough, and its amount is nowhere', async ({ page }) => {
  await fakeApi(page, { accounts: structuredClone(withheld(true)) });
  await page.clock.setFixedTime(noon);
  await page.goto('/en/signal');
  await expect(page.getByRole('radiogroup').first()).toBeVisible();
  await page.goto('/en/account');
  await expect(page.getByText('Enough for signals')).toBeVisible();
  await expect(page.getByText('$')).toHaveCount(0);
});

test('does not show a low balance while the broker does not respond', async ({ page }) => {
  const state = await fakeApi(page, { accounts: holding(6.4, new Date().toISOString()) });
  await page.goto('/en/signal');
  await page.getByRole('button', { name: 'Check balance' }).click();
  await expect(page.getByText('Unfortunately, your balance is less than $10.')).toBeVisible();
  state.traders.check = aCheck({ kind: 'balance', attempts: 1, startedAt: new Date().toISOString(), nextAt: null });
  await page.getByRole('button', { name: 'Check balance' }).click();
  await expect(page.getByRole('heading', { name: 'The broker isn’t responding' })).toBeVisible();
  await expect(page.getByText('your balance was $6.40. Signals need $10')).toBeVisible();
  await expect(page.getByText('Unfortunately, your balance is less than $10.')).toHaveCount(0);
});

const lost = aSettledSignal('unsuccessful');
const last = JSON.stringify({ id: lost.id, signal: lost.signal, symbol: lost.symbol });

test('shows a connection error when the user requests another signal, and finds a signal whose response was lost', async ({
  page,
}) => {
  await page.addInitScript((signal) => localStorage.setItem('signal', signal), last);
  await page.clock.install();
  const state = await fakeApi(page, { signals: [lost] });
  await page.goto('/en/signal');
  await page.getByRole('button', { name: 'Another signal' }).click();
  await expect(page.getByRole('button', { name: 'Get signal' })).toHaveAttribute('aria-busy', 'true');
  await page.clock.runFor(30_000);
  await expect(page.getByText('The server took too long to respond. Try again.')).toBeVisible();
  // The server issues the signal, and its response is lost.
  await page.route('**/python_api/signal/**', (route) => {
    state.signals = [aLiveSignal({ expiresAt: iso(Date.now() + 240_000) })];
    return route.abort();
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('timer').first()).toBeVisible();
});

test('a missing step leads to its page, and from there to the requested address', async ({ page, context }) => {
  const state = await fakeApi(page, { accounts: structuredClone(withoutId) });
  await page.goto('/en/signal?model=vip#why');
  await expect(page).toHaveURL(/\/en\/enter-id\?next=%2Fen%2Fsignal%3Fmodel%3Dvip%23why$/);
  const second = await context.newPage();
  const twin = await fakeApi(second, { accounts: structuredClone(withoutId) });
  await second.goto('/en/enter-id');
  await expect(second.locator('#referralId')).toBeVisible();

  const confirmed = aUser({ referralId: '7731402', brokerAccountId: '7731402', balance: 50 });
  state.accounts.user = confirmed;
  twin.accounts.user = confirmed;
  await sendId(page);
  await expect(second.getByRole('heading', { name: 'ID confirmed' })).toBeVisible();
  await expect(page).toHaveURL(/\/en\/signal\?model=vip#why$/);
});

import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { Today } from '#contract/day-stop.ts';
import type { WorkingStats } from '#contract/prices.ts';
import { SignalStats } from '#contract/statistics.ts';
import type { Language } from '#domain/language.ts';
import { aUser, fakeAccounts } from '#tests/support/browser/fake-accounts.ts';
import { aWorkingStats, fakeApi, iso, noon } from '#tests/support/browser/fake-api.ts';
import { fakeRecord, serveRecord } from '#tests/support/browser/fake-record.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import { checkedLanguages } from '#tests/support/browser/views.ts';

const midnight = '2026-11-18T22:00:00.000Z';
const today = (stoppedUntil: string | null = null): Today =>
  Today.parse({
    stoppedUntil,
    results: ['successful', 'unsuccessful', 'unsuccessful', 'unsuccessful'],
    dayEnds: midnight,
    timezone: 'Europe/Kyiv',
  });

const ownStats = (won: number, lost: number): SignalStats => {
  const tally = { total: won + lost, successful: won, neutral: 0, unsuccessful: lost, void: 0, winRate: null };
  const none = { total: 0, successful: 0, neutral: 0, unsuccessful: 0, void: 0, winRate: null };
  const lists = { byModel: [], bySymbol: [], byHour: [], calibration: [] };
  return SignalStats.parse({ ...tally, practice: none, removed: 0, ...lists });
};

interface Setting {
  readonly lang?: Language;
  readonly stoppedUntil?: string;
  readonly won?: number;
  readonly balance?: number | null;
  readonly stats?: Promise<WorkingStats>;
}

async function open(page: Page, { lang = 'uk', stoppedUntil, won = 0, balance = 124.5, stats }: Setting = {}) {
  await page.clock.setFixedTime(noon);
  await fakeApi(page, {
    accounts: fakeAccounts({ user: aUser({ balance, balanceCheckedAt: balance === null ? null : iso(noon) }) }),
  });
  await serveRecord(page, fakeRecord());
  await page.route(`**/api/signal/user/stats**`, (route) => route.fulfill({ json: ownStats(won, won && 200 - won) }));
  await page.route(`**/api/today`, (route) => route.fulfill({ json: today(stoppedUntil) }));
  await page.route(`**/api/today/stop`, (route) => route.fulfill({ json: today(midnight) }));
  if (stats) await page.route('**/api/signal/workingStats', async (route) => route.fulfill({ json: await stats }));
  await page.goto(`/${lang}/bankroll`);
}

for (const lang of checkedLanguages('uk')) {
  test(`the bankroll page in ${lang} is sound`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await open(page, { lang, won: 109, stoppedUntil: midnight });
    await expect(page.locator('.stk-sum output')).toContainText('2');
    await expectAccessible(page, `bankroll-${lang}`);
    expect(consoleErrors).toEqual([]);
  });
}

test('the balance that signals require is the operator’s, and nothing is calculated before it is known', async ({
  page,
}) => {
  const stats = Promise.withResolvers<WorkingStats>();
  await open(page, { won: 109, stats: stats.promise });
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('.sk.h-180')).toBeVisible();
  await expect(page.locator('.stk-sum')).toHaveCount(0);
  const known = aWorkingStats();
  stats.resolve({ ...known, models: known.models.map((model) => ({ ...model, minBalance: 25 })) });
  await expect(page.locator('.ruin-said')).toContainText('$25');
});

test('the stake, the losing streak it survives and its risk follow the slider', async ({ page }) => {
  await open(page, { won: 109 });
  const sum = page.locator('.stk-sum output');
  await expect(sum).toHaveText('$2,49');
  await expect(page.getByText('45 поспіль')).toBeVisible();
  const output = page.locator('.ruin-said');
  await expect(output).toContainText('$2,49 це менш як 1 зі 100');
  await page.getByRole('slider').fill('8');
  await expect(sum).toHaveText('$9,96');
  await expect(sum).toHaveClass(/loss/);
  await expect(output).not.toContainText('менш як 1 зі 100');
});

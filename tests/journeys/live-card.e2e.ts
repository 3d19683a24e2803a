import { choose } from '#tests/support/browser/take-signal.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import type { AutoRun } from '#contract/signals.ts';
import { languages } from '#domain/language.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import {
  aLiveSignal,
  anOutlook,
  aProspect,
  aSettledSignal,
  aSilentOutlook,
  type FakeApi,
  type FakeState,
  fakeApi,
  found,
  iso,
  noon,
  noSignal,
  practice,
  somePayouts,
} from '#tests/support/browser/fake-api.ts';
import { fakeHistory, someSignals } from '#tests/support/browser/fake-history.ts';
import { anAutoRun, fakeAutomatic } from '#tests/support/browser/fake-automatic.ts';
import { openView, views } from '#tests/support/browser/views.ts';

test.use({ timezoneId: 'Europe/Kyiv' });

const card = (page: Page) => page.locator('.lc');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const sentence = 'There are no signals available at the moment, please try again in a minute!';

/** The browser's clock stands still until a test moves it. */
async function open(page: Page, over: Partial<FakeState> = {}, lang = 'en'): Promise<FakeApi> {
  await page.clock.install({ time: noon });
  const api = await fakeApi(page, over);
  await page.goto(`/${lang}/signal`);
  await expect(card(page)).toBeVisible();
  return api;
}

const nothing: Partial<FakeState> = {
  outlook: aSilentOutlook('below_threshold', 52.6),
  issue: noSignal('below_threshold'),
};

const watching = (over: Partial<AutoRun> = {}): AutoRun =>
  anAutoRun({ count: 1, take: false, state: 'searching', nextSignalAt: iso(noon + 60_000), ...over });

for (const view of views)
  test(`one press brings the recorded signal, and no direction is on the card before (${view.name})`, async ({
    page,
  }) => {
    const { t } = await openView(page, view);
    const api = await open(page, { issue: found(aLiveSignal()) }, view.lang);
    await expect(page.getByRole('heading', { name: t('signal.card.ready') })).toBeVisible();
    await expect(card(page).locator('.lc-ch b').filter({ visible: true })).toHaveText('57');
    for (const word of [t('signal.up'), t('signal.down')])
      await expect(card(page).getByText(word, { exact: true })).toHaveCount(0);
    const needles = card(page).locator('.lc-wide .lc-needle, .lc-slim .lc-needle').filter({ visible: true });
    await expect(needles).toHaveCount(2);
    await button(page, t('common.shortcuts.get')).click();
    await expect.poll(() => api.signalRequests.length).toBe(1);
    expect(Object.fromEntries(api.signalRequests[0] ?? [])).toEqual({ interval: '5' });
    await expect(card(page).locator('.lc-side.gone').first()).toBeAttached();
    await page.clock.runFor(1_000);
    await expect(page.getByRole('timer').first()).toBeVisible();
  });

test('the card ages by the second and follows each minute', async ({ page }) => {
  const api = await open(page, { outlook: anOutlook({ kurs_ai_v2: { best: aProspect({ passability: 56.6 }) } }) });
  const chance = card(page).locator('.lc-ch b').filter({ visible: true });
  await expect(chance).toHaveText('57');
  // In steps, so that no request under way is overtaken by its own timeout.
  const pass = async (seconds: number): Promise<void> => {
    for (let left = seconds; left > 0; left -= 4) {
      await page.clock.runFor(4_000);
      await expect(chance).toBeVisible();
    }
  };
  await pass(40);
  await expect(chance).toHaveText('55');
  api.outlook = aSilentOutlook('below_threshold', 52.6);
  await pass(24);
  await expect(card(page).getByText('Closest')).toBeVisible();
  await expect(chance).toHaveText('52');
  expect(api.signalRequests).toEqual([]);
});

test('without an edge the card watches, rings at the first one, and moves nothing', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const api = await open(page, nothing);
  const [before, control] = [await card(page).boundingBox(), await page.locator('.go').boundingBox()];
  await button(page, 'Get signal').click();
  await expect(page.getByRole('heading', { name: sentence })).toBeVisible();
  await expect(button(page, 'Stop')).toBeVisible();
  expect(api.automatic.starts).toMatchObject([{ aiModel: 'kurs_ai_v2', interval: 5, count: 1, take: false }]);
  expect(await card(page).boundingBox()).toEqual(before);
  expect(await page.locator('.go').boundingBox()).toEqual(control);

  api.outlook = anOutlook();
  const until = iso(noon + 90_000);
  const best = { symbol: 'GBPUSD', aiModel: 'kurs_ai_v2', interval: 5, passability: 57, payout: 0.85, until } as const;
  api.automatic.run = watching({ state: 'stopped', stopReason: 'found', found: best, nextSignalAt: null });
  await page.clock.runFor(63_000);
  await api.push('session', api.automatic.run);
  await expect(page.getByRole('heading', { name: 'Signal ready' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Signal ready' })).toBeAttached();
  await expect(button(page, 'Get signal')).toBeVisible();
});

test('who wants neither a ring nor the signal taken has the card look on alone, and starts no session', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('ring', 'off'));
  const api = await open(page, nothing);
  await button(page, 'Get signal').click();
  await expect(button(page, 'Stop')).toBeVisible();
  await choose(page, /Kurs AI v1/);
  await expect(card(page).locator('.wt')).toBeVisible();
  expect(api.automatic.starts).toEqual([]);
  const ring = page.getByRole('switch', { name: 'Ring me' });
  await ring.check();
  await expect.poll(() => api.automatic.starts.at(-1)).toMatchObject({ aiModel: 'kurs_ai_v1', take: false });
  await ring.uncheck();
  await expect.poll(() => api.automatic.run).toBeNull();
  await expect(card(page).locator('.wt')).toBeVisible();
  api.outlook = anOutlook();
  await page.clock.runFor(63_000);
  await expect(page.getByRole('heading', { name: 'Signal ready' })).toBeVisible();
  await expect(button(page, 'Get signal')).toBeVisible();
  expect(api.automatic.starts).toHaveLength(1);
});

test('a signal is taken for the trader: the next one, or one after another within limits', async ({ page }) => {
  const api = await open(page, { ...nothing, automatic: fakeAutomatic({ run: watching() }) });
  await choose(page, /Kurs AI v1/);
  await expect.poll(() => api.automatic.starts.at(-1)?.aiModel).toBe('kurs_ai_v1');
  await page.getByRole('switch', { name: 'Take it for me' }).check();
  await expect.poll(() => api.automatic.starts.at(-1)).toMatchObject({ count: 1, take: true });
  await choose(page, 'One after another');
  await expect
    .poll(() => api.automatic.starts.at(-1))
    .toMatchObject({ take: true, stopAfterLosses: 3, dailyLimit: 10 });
  expect(api.automatic.starts.at(-1)).not.toHaveProperty('count');
  const daily = page.getByRole('combobox', { name: 'Signals a day' });
  await expect(daily.locator('option')).toHaveText(['5', '10']);
  await daily.selectOption('5');
  await expect.poll(() => api.automatic.starts.at(-1)?.dailyLimit).toBe(5);
  await expect(card(page).getByText('0 of 5 today')).toBeVisible();
  api.automatic.run = anAutoRun({ limits: { stopAfterLosses: 3, dailyLimit: 5 } });
  await api.push('session', api.automatic.run);
  await expect(card(page).getByText(/Next signal in 0:[1-4]\d/)).toBeVisible();
  await api.push('signal', aLiveSignal());
  await expect(page.getByRole('timer').first()).toBeVisible();
});

for (const view of views)
  test(`practice is one tap away while the card watches, and marked to its row in the history (${view.name})`, async ({
    page,
  }) => {
    const { t } = await openView(page, view);
    const over = { ...nothing, practice: found(aLiveSignal(practice)), automatic: fakeAutomatic({ run: watching() }) };
    const api = await open(page, over, view.lang);
    await button(page, t('signal.card.practise')).click();
    await expect.poll(() => api.signalRequests.at(-1)?.get('below')).toBe('1');
    await page.clock.runFor(1_000);
    await expect(page.getByRole('timer').first()).toBeVisible();
    expect(api.automatic.run).not.toBeNull();
    await expect(page.locator('main').getByText(t('common.practice')).first()).toBeVisible();
    await expect(page.getByRole('link', { name: t('flow.broker.open') })).toHaveCount(0);
    const result = { ...aSettledSignal('successful'), ...practice };
    await fakeHistory(page, [result, ...someSignals(3)]);
    await api.push('result', result);
    await expect(page.locator('.lc.ended')).toContainText(t('common.practice'));
    await card(page)
      .getByRole('link', { name: t('common.header.history') })
      .click();
    await expect(page.locator(`#signal-${result.id}`)).toContainText(t('common.practice'));
    await button(page, t('history.practice.show')).click();
    await expect(page).toHaveURL(/hasEdge=false/);
    await expect(page.locator('[id^=signal-]')).toHaveCount(1);
  });

test('the pair of the manual model is chosen from its name, with the chance of each pair', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('aiModel', 'manual'));
  const api = await open(page, { issue: found(aLiveSignal()) });
  await expect(button(page, 'Get signal')).toBeDisabled();
  await button(page, /^Currency pair/).click();
  const pairs = page.getByRole('menuitemradio').filter({ visible: true });
  await expect(pairs).toHaveText(['EUR/USD56', 'GBP/USD53', 'USD/JPYNo lean']);
  await pairs.first().click();
  await button(page, 'Get signal').click();
  await expect.poll(() => api.signalRequests.at(-1)?.get('symbol')).toBe('EURUSD');
});

test.describe('what the broker pays', () => {
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'What does your broker pay?' });
  const unstated = somePayouts({ default: { percent: 82, updatedAt: null, statedBy: 'default' } });

  test('is asked once on the way in, and saved by one press', async ({ page }) => {
    const api = await open(page, { payouts: unstated });
    await expect(sheet(page)).toBeVisible();
    await sheet(page).getByRole('button', { name: 'More', exact: true }).click({ clickCount: 3 });
    await expect(sheet(page).getByText('54 of 100')).toBeVisible();
    await sheet(page).getByRole('button', { name: 'Save' }).click();
    await expect(sheet(page)).toHaveCount(0);
    expect(api.payoutChanges).toEqual([{ default: 85, bySymbol: {} }]);
    await page.reload();
    await expect(card(page)).toBeVisible();
    await expect(sheet(page)).toHaveCount(0);
  });

  test('closing the question leaves it unanswered, and who does not know takes the usual payout', async ({ page }) => {
    const api = await open(page, { payouts: unstated });
    await sheet(page).getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await expect(card(page)).toBeVisible();
    await expect(sheet(page)).toHaveCount(0);
    await button(page, /^Your broker pays/).click();
    await sheet(page)
      .getByRole('button', { name: /^I don’t know/ })
      .click();
    await expect.poll(() => api.payoutChanges).toEqual([{ default: 82, bySymbol: {} }]);
  });

  test('stops at 92 % with a word why, and a pair may pay something else', async ({ page }) => {
    const at = iso(noon - 3 * 86_400_000);
    const payouts = somePayouts({
      default: { percent: 91, updatedAt: at, statedBy: 'trader' },
      bySymbol: {
        GBPJPY: { percent: 80, updatedAt: at, statedBy: 'trader' },
        EURUSD: { percent: 88, updatedAt: iso(noon), statedBy: 'broker' },
      },
    });
    const consoleErrors = collectConsoleErrors(page);
    const api = await open(page, { payouts });
    await button(page, /^Your broker pays/).click();
    const more = sheet(page).getByRole('button', { name: 'More', exact: true }).first();
    await more.click();
    await expect(sheet(page).getByText(/More counts as 92%/)).toBeVisible();
    await expect(more).toBeDisabled();
    await expect(sheet(page).getByText('Stated by the broker: 1')).toBeVisible();
    await expect(sheet(page).getByText('3 days ago')).toBeVisible();
    await sheet(page).getByRole('button', { name: 'Remove GBP/JPY' }).click();
    await sheet(page).getByRole('combobox', { name: 'Another pair' }).selectOption('AUDUSD');
    await expectAccessible(page, 'payout-sheet');
    await sheet(page).getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => api.payoutChanges).toEqual([{ default: 92, bySymbol: { GBPJPY: null, AUDUSD: 92 } }]);
    expect(consoleErrors).toEqual([]);
  });

  test('is the broker’s own word where the broker states it', async ({ page }) => {
    const bySymbol = { GBPUSD: { percent: 88, updatedAt: iso(noon), statedBy: 'broker' } } as const;
    const best = aProspect({ payout: 0.88, breakEven: 1 / 1.88 });
    await open(page, { payouts: { ...unstated, bySymbol }, outlook: anOutlook({ kurs_ai_v2: { best } }) });
    await expect(sheet(page)).toHaveCount(0);
    await expect(button(page, /^Broker pays on GBP\/USD 88%/)).toBeVisible();
  });
});

/** Words that are seen within an element, figures and labels of the picture included. */
const countWords = (page: Page, within: string): Promise<number> =>
  page.locator(within).evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const seen: string[] = [];
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      const isHidden = !parentElement?.checkVisibility() || parentElement.closest('.sr-only') !== null;
      if (!isHidden) seen.push(textContent ?? '');
    }
    return seen
      .join(' ')
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  });

const ten = (['successful', 'unsuccessful', 'neutral'] as const).map((result, index) => ({
  ...aSettledSignal(result),
  id: `3f0f7c1e-58a4-4a5b-9d5a-0d6f2a3b4c5${index}`,
  time: iso(noon - 3_600_000),
  expiresAt: iso(noon - 3_000_000),
}));

for (const lang of languages)
  test(`the page is short: at most 110 words idle, and 60 on a watching card (${lang})`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const api = await open(page, { signals: ten }, lang);
    await expect(page.locator('.bd')).toBeVisible();
    expect(await countWords(page, 'main')).toBeLessThanOrEqual(110);
    api.automatic.run = watching();
    api.outlook = aSilentOutlook('below_threshold', 52.6);
    await page.reload();
    await expect(card(page).locator('.wt')).toBeVisible();
    expect(await countWords(page, '.lc')).toBeLessThanOrEqual(60);
  });

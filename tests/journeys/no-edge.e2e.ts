import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { collectConsoleErrors, expectAccessible } from '#tests/support/browser/accessible-page.ts';
import {
  aLiveSignal,
  anEdge,
  anOutlook,
  aSettledSignal,
  aSilentOutlook,
  below,
  type FakeState,
  fakeApi,
  found,
  noon,
  noSignal,
  practice,
} from '#tests/support/browser/fake-api.ts';
import { fakeHistory, someSignals } from '#tests/support/browser/fake-history.ts';
import { checkedLanguages, openView, views } from '#tests/support/browser/views.ts';

test.use({ timezoneId: 'Europe/Kyiv' });

/** Kurs AI v2 without an edge. The browser's clock stands still until a test moves it. */
async function search(page: Page, lang: string, over: Partial<FakeState>) {
  await page.clock.install({ time: noon });
  await page.addInitScript(() => localStorage.setItem('aiModel', 'kurs_ai_v2'));
  const api = await fakeApi(page, over);
  await page.goto(`/${lang}/signal`);
  await page.locator('[data-shortcut="get"]:visible').click();
  await page.clock.runFor(1_300);
  return api;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const belowThreshold: Partial<FakeState> = {
  issue: noSignal('below_threshold', { waitSeconds: 720 }),
  outlook: aSilentOutlook('below_threshold'),
};

for (const view of views)
  test(`what has an edge elsewhere is one tap away, and practice is second (${view.name})`, async ({ page }) => {
    const { t } = await openView(page, view);
    const outlook = anOutlook({ kurs_ai_v2: below() });
    const api = await search(page, view.lang, { issue: noSignal('below_threshold'), outlook });
    await expect(button(page, t('signal.none.practice'))).toHaveClass(/btn-s/);
    api.issue = found(aLiveSignal({ aiModel: 'kurs_ai_v1' }));
    const requested = page.waitForRequest((request) => request.url().includes('/python_api/signal/kurs_ai_v1'));
    await button(
      page,
      t('signal.none.elsewhere', { model: 'Kurs AI v1', minutes: t('signal.minutes', { n: 5 }) }),
    ).click();
    expect(new URL((await requested).url()).search).toBe('?interval=5');
    await page.clock.runFor(1_300);
    await expect(page.getByRole('timer')).toBeVisible();
  });

test('the card follows each minute, and offers the signal once there is an edge', async ({ page }) => {
  const api = await search(page, 'en', belowThreshold);
  await expect(page.getByText('52.0%')).toBeVisible();
  api.outlook = aSilentOutlook('below_threshold', 54.1);
  await page.clock.runFor(62_000);
  await expect(page.getByText('0.8 points below break-even 54.9%')).toBeVisible();
  expect(api.signalRequests).toHaveLength(1);
  api.outlook = anOutlook({ kurs_ai_v2: anEdge });
  await page.clock.runFor(62_000);
  await expect(page.getByRole('heading', { name: 'There is an edge now' })).toBeVisible();
  api.issue = found(aLiveSignal());
  await button(page, 'Get signal').click();
  await page.clock.runFor(1_300);
  await expect(page.getByRole('timer')).toBeVisible();
});

test('when nothing has an edge anywhere, the one button leads to the card of all models', async ({ page }) => {
  await page.clock.install({ time: noon });
  await fakeApi(page, { issue: noSignal('below_threshold'), outlook: aSilentOutlook('below_threshold') });
  await page.goto('/en/signal');
  await button(page, 'Get the best signal now').click();
  await page.clock.runFor(1_300);
  await expect(page.getByText('No model reaches its signal threshold, whatever the expiration time.')).toBeVisible();
  await button(page, 'Choose something else').click();
  await expect(button(page, 'Get the best signal now')).toBeVisible();
});

for (const view of views)
  test(`practice is marked from the card to its result and its row in the history (${view.name})`, async ({ page }) => {
    const { t } = await openView(page, view);
    const api = await search(page, view.lang, {
      ...belowThreshold,
      practice: found(aLiveSignal(practice)),
    });
    const chip = page.locator('main').getByText(t('common.practice')).first();
    await button(page, t('signal.none.practice')).click();
    await page.clock.runFor(1_300);
    await expect(page.getByRole('timer')).toBeVisible();
    expect(api.signalRequests.at(-1)?.get('below')).toBe('1');
    await expect(chip).toBeVisible();
    await expect(page.getByText(t('signal.entry.now'), { exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: t('signal.broker.open') })).toHaveCount(0);

    const result = { ...aSettledSignal('successful'), ...practice };
    await fakeHistory(page, [result, ...someSignals(3)]);
    await api.push('result', result);
    await expect(page.locator('.lc.ended')).toContainText(t('common.practice'));
    await page
      .locator('.lc')
      .getByRole('link', { name: t('signal.result.history') })
      .click();
    await expect(page.locator(`#signal-${result.id}`)).toContainText(t('common.practice'));
    await expect(page.getByText(t('history.practice.title', { n: '1', count: 1 }))).toBeVisible();
    await button(page, t('history.practice.show')).click();
    await expect(page).toHaveURL(/hasEdge=false/);
    await expect(page.getByText(t('history.practice.only'))).toBeVisible();
    await expect(page.locator('[id^=signal-]')).toHaveCount(1);
  });

for (const lang of checkedLanguages('ru'))
  test(`the card, practice and its history are sound in ${lang}`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const api = await search(page, lang, {
      issue: noSignal('below_threshold', { waitSeconds: 720 }),
      outlook: anOutlook({ kurs_ai_v2: below() }),
      practice: found(aLiveSignal(practice)),
    });
    await expect(page.locator('.best-now')).toBeVisible();
    await expectAccessible(page, `no-edge-${lang}`);
    await page.locator('.acts .btn-s').first().click();
    await page.clock.runFor(1_300);
    await expect(page.getByRole('timer')).toBeVisible();
    await expectAccessible(page, `practice-live-${lang}`);
    const result = { ...aSettledSignal('unsuccessful'), ...practice };
    await fakeHistory(page, [result, ...someSignals(5)]);
    await api.push('result', result);
    await expect(page.locator('.lc.ended')).toBeVisible();
    await expectAccessible(page, `practice-result-${lang}`);
    await page.goto(`/${lang}/history`);
    await expect(page.locator('.practice-row')).toBeVisible();
    await expectAccessible(page, `practice-history-${lang}`);
    expect(consoleErrors).toEqual([]);
  });

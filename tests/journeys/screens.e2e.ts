import { type Page, expect } from '@playwright/test';
import { test } from '#tests/support/browser/static-site.ts';
import { axeFindings } from '#tests/support/browser/axe-findings.ts';
import {
  aLiveSignal,
  anEnteringSignal,
  aSettledSignal,
  aThinHourSignal,
  aWorkingStats,
  type FakeApi,
  type FakeState,
  fakeApi,
  iso,
  lateEvening,
  noon,
  aSilentOutlook,
  noSignal,
  rejection,
} from '#tests/support/browser/fake-api.ts';
import { collectConsoleErrors } from '#tests/support/browser/accessible-page.ts';
import { hourMs } from '#domain/time.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

interface View {
  readonly lang: 'uk' | 'en' | 'ru';
  readonly scheme: 'dark' | 'light';
  readonly size: typeof phone;
}

async function open(page: Page, path: string, view: View, over: Partial<FakeState> = {}): Promise<FakeApi> {
  await page.setViewportSize(view.size);
  await page.emulateMedia({ colorScheme: view.scheme, reducedMotion: 'reduce' });
  await page.clock.setFixedTime(Date.parse(over.stats?.now ?? iso(noon)));
  const api = await fakeApi(page, over);
  await page.goto(path);
  return api;
}

async function press(page: Page): Promise<void> {
  await page.locator('[data-shortcut="get"]:visible').click();
}

async function expectAccessible(page: Page, consoleErrors: readonly string[]): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(consoleErrors).toEqual([]);
}

interface State {
  readonly name: string;
  readonly view: View;
  readonly over?: Partial<FakeState>;
  readonly stored?: Record<string, string>;
  readonly isRequested?: boolean;
  readonly text: RegExp;
}

const live = aLiveSignal();
const watched = { signal: JSON.stringify({ id: live.id, signal: 'BUY', symbol: 'EURUSD' }) };
const uk = { lang: 'uk', scheme: 'dark' } as const;
const en = { lang: 'en', scheme: 'light' } as const;
const ru = { lang: 'ru', scheme: 'dark' } as const;
const weekend = aWorkingStats({
  open: false,
  nextOpen: iso(noon + 161_760_000),
  nextClose: null,
  feed: { kind: 'deriv', live: true, delayMs: null },
});

const win = { signals: [aSettledSignal('successful')] };
const notVip = { issue: rejection('vip_balance_required', '', { balance: 124.5, minBalance: 1000 }) };
const nothing = {
  issue: noSignal('below_threshold', { waitSeconds: 720 }),
  outlook: aSilentOutlook('below_threshold'),
};
const hourLater = iso(noon + hourMs);
const thinHours = {
  issue: noSignal('thin_hours', { resumesAt: hourLater }),
  outlook: aSilentOutlook('thin_hours', 52, { resumesAt: hourLater }),
};
const lateAtNight = { signals: [aThinHourSignal()], stats: aWorkingStats({ now: iso(lateEvening) }) };
const stale = { issue: rejection('feed_stale', 'Котирування запізнюються.') };
const warmingUp = { issue: rejection('warming_up', 'Моделі читають бари.', { readyInSeconds: 90 }) };
const loss = { signals: [aSettledSignal('unsuccessful')] };

/** Every state of the signal screen, spread over widths, languages and themes. */
const states: readonly State[] = [
  { name: 'manual', view: { ...ru, size: phone }, stored: { aiModel: 'manual' }, text: /Валютная пара/ },
  { name: 'searching', view: { ...uk, size: desktop }, isRequested: true, text: /Сигнал готовий/ },
  {
    name: 'entering',
    view: { ...en, size: phone },
    over: { signals: [anEnteringSignal()] },
    text: /price pending/,
  },
  { name: 'live', view: { ...uk, size: desktop }, over: { signals: [live] }, text: /Заходьте зараз|Вже пізно/ },
  { name: 'win', view: { ...en, size: phone }, over: win, stored: watched, text: /\$1 would be/ },
  { name: 'loss', view: { ...en, size: desktop }, over: loss, stored: watched, text: /−\$1/ },
  {
    name: 'equal',
    view: { ...ru, size: desktop },
    over: { signals: [aSettledSignal('neutral')] },
    stored: watched,
    text: /Ничья/,
  },
  {
    name: 'void',
    view: { ...uk, size: phone },
    over: { signals: [aSettledSignal('void')] },
    stored: watched,
    text: /Не зараховано/,
  },
  {
    name: 'none',
    view: { ...uk, size: desktop },
    over: nothing,
    isRequested: true,
    text: /Зараз сигналів немає.*Найближче.*52/,
  },
  {
    name: 'none-thin',
    view: { ...ru, size: phone },
    over: thinHours,
    isRequested: true,
    text: /Сигналы вернутся в\s\d\d:\d\d/,
  },
  {
    name: 'live-thin',
    view: { ...uk, size: desktop },
    over: lateAtNight,
    text: /Мало угод о\sцій порі: звірте ціну в\sброкера/,
  },
  { name: 'resting', view: { ...en, size: phone }, over: { stats: weekend }, text: /The market is resting/ },
  {
    name: 'vip',
    view: { ...uk, size: desktop },
    over: notVip,
    stored: { aiModel: 'vip' },
    isRequested: true,
    text: /баланс має перевищувати/,
  },
  { name: 'warming-up', view: { ...uk, size: phone }, over: warmingUp, isRequested: true, text: /Моделі готуються/ },
  { name: 'refused', view: { ...en, size: phone }, over: stale, isRequested: true, text: /Котирування запізнюються/ },
];

for (const { name, view, over, stored, isRequested, text } of states) {
  const where = `${view.size === phone ? 'phone' : 'desktop'}-${view.lang}-${view.scheme}`;
  test(`the signal screen is sound while ${name} (${where})`, async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page);
    await page.addInitScript(
      (entries) => {
        for (const [key, value] of entries) localStorage.setItem(key, value);
      },
      Object.entries(stored ?? {}),
    );
    await open(page, `/${view.lang}/signal`, view, over);
    if (isRequested) await press(page);
    await expect(page.locator('main')).toContainText(text);
    await expectAccessible(page, consoleErrors);
  });
}

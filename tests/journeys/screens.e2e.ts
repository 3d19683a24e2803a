import { type Page, expect, test } from '@playwright/test';
import { axeFindings } from '#tests/support/axe-findings.ts';
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
  noSignal,
  rejection,
} from '#tests/support/fake-api.ts';
import { type StaticSite, startStaticSite } from '#tests/support/static-site.ts';

let site: StaticSite;
test.beforeAll(async () => {
  site = await startStaticSite();
});
test.afterAll(() => site.close());

/** Browser complaints: errors, policy violations, failed hydration. */
function consoleErrorsOf(page: Page): string[] {
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    // An API error is an answer that the screens show; the browser logs it as well.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isAnswer) consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  return consoleErrors;
}

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

interface Look {
  readonly lang: 'uk' | 'en' | 'ru';
  readonly scheme: 'dark' | 'light';
  readonly size: typeof phone;
}

async function open(page: Page, path: string, look: Look, over: Partial<FakeState> = {}): Promise<FakeApi> {
  await page.setViewportSize(look.size);
  await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' });
  await page.clock.setFixedTime(Date.parse(over.stats?.now ?? iso(noon)));
  const api = await fakeApi(page, over);
  await page.goto(site.address + path);
  return api;
}

async function press(page: Page): Promise<void> {
  await page.locator('.btn-p:visible', { hasText: /сигнал|signal/i }).click();
}

async function expectAccessible(page: Page, consoleErrors: readonly string[]): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(consoleErrors).toEqual([]);
}

const shots = process.env['SCREENS_TO'];

/** Screenshots for visual review, in both widths, once the fonts and the chart have loaded. */
async function picture(page: Page, name: string, size: typeof phone): Promise<void> {
  if (!shots) return;
  for (const { width, height } of [phone, desktop]) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${shots}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize(size);
}

interface State {
  readonly name: string;
  readonly look: Look;
  readonly over?: Partial<FakeState>;
  readonly stored?: Record<string, string>;
  readonly asks?: boolean;
  readonly says: RegExp;
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
const nothing = { issue: noSignal('abstained') };
const thinHours = { issue: noSignal('thin_hours') };
const lateAtNight = { signals: [aThinHourSignal()], stats: aWorkingStats({ now: iso(lateEvening) }) };
const stale = { issue: rejection('feed_stale', 'Котирування запізнюються.') };
const loss = { signals: [aSettledSignal('unsuccessful')] };

/** Every state of the signal screen, spread over widths, languages and themes. */
const states: readonly State[] = [
  { name: 'idle', look: { ...uk, size: desktop }, over: win, says: /Час експірації/ },
  { name: 'idle', look: { ...en, size: phone }, says: /Expiration time/ },
  { name: 'manual', look: { ...ru, size: phone }, stored: { aiModel: 'manual' }, says: /Валютная пара/ },
  { name: 'searching', look: { ...uk, size: desktop }, asks: true, says: /Шукаємо перевагу/ },
  {
    name: 'entering',
    look: { ...en, size: phone },
    over: { signals: [anEnteringSignal()] },
    says: /entry price pending/,
  },
  { name: 'live', look: { ...uk, size: desktop }, over: { signals: [live] }, says: /до експірації/ },
  { name: 'live', look: { ...ru, size: phone }, over: { signals: [live] }, says: /до экспирации/ },
  {
    name: 'down',
    look: { ...en, size: desktop },
    over: { signals: [{ ...live, signal: 'SELL' }] },
    says: /Why “down”/,
  },
  { name: 'win', look: { ...en, size: phone }, over: win, stored: watched, says: /One win proves nothing/ },
  { name: 'loss', look: { ...en, size: desktop }, over: loss, stored: watched, says: /martingale/ },
  { name: 'loss', look: { ...uk, size: phone }, over: loss, stored: watched, says: /мартингейл/ },
  {
    name: 'equal',
    look: { ...ru, size: desktop },
    over: { signals: [aSettledSignal('neutral')] },
    stored: watched,
    says: /Ничья/,
  },
  {
    name: 'void',
    look: { ...uk, size: phone },
    over: { signals: [aSettledSignal('void')] },
    stored: watched,
    says: /Не зараховано/,
  },
  { name: 'none', look: { ...uk, size: desktop }, over: nothing, asks: true, says: /GBP\/USD, 56,4.*від 57,2/ },
  { name: 'none', look: { ...en, size: phone }, over: nothing, asks: true, says: /in 0:4/ },
  { name: 'none-thin', look: { ...ru, size: phone }, over: thinHours, asks: true, says: /MANUAL AI/ },
  { name: 'live-thin', look: { ...uk, size: desktop }, over: lateAtNight, says: /Години низької ліквідності/ },
  { name: 'live-thin', look: { ...en, size: phone }, over: lateAtNight, says: /No similar forecasts/ },
  { name: 'resting', look: { ...en, size: phone }, over: { stats: weekend }, says: /The market is resting/ },
  {
    name: 'vip',
    look: { ...uk, size: desktop },
    over: notVip,
    stored: { aiModel: 'vip' },
    asks: true,
    says: /потрібно понад/,
  },
  { name: 'refused', look: { ...en, size: phone }, over: stale, asks: true, says: /Котирування запізнюються/ },
];

for (const { name, look, over, stored, asks, says } of states) {
  const where = `${look.size === phone ? 'phone' : 'desktop'}-${look.lang}-${look.scheme}`;
  test(`the signal screen is sound while ${name} (${where})`, async ({ page }) => {
    const consoleErrors = consoleErrorsOf(page);
    await page.addInitScript(
      (entries) => {
        for (const [key, value] of entries) localStorage.setItem(key, value);
      },
      Object.entries(stored ?? {}),
    );
    await open(page, `/${look.lang}/signal`, look, over);
    if (asks) await press(page);
    await expect(page.locator('main')).toContainText(says);
    await picture(page, `${name}-${look.lang}-${look.scheme}`, look.size);
    await expectAccessible(page, consoleErrors);
  });
}

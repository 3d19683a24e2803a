import { expect, it } from 'vitest';
import { AlertPreview } from '#contract/alerts.ts';
import { minuteMs } from '#domain/time.ts';
import type { PastForecast } from '#domain/signals/replay-alerts.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { createPreviewAlerts } from './preview-alerts.ts';

// A Tuesday; the week's market closes on Friday at 22:00 UTC.
const start = Date.parse('2026-03-03T10:00:00.000Z');
const past = (minute: number, change: Partial<PastForecast> = {}): PastForecast => ({
  at: start + minute * minuteMs,
  model: 'kurs_ai_v2',
  symbol: 'EURUSD',
  duration: 5,
  passability: 57,
  outcome: minute % 40 === 0 ? 'successful' : 'unsuccessful',
  ...change,
});
const user = {} as User;

const preview = async (signals: readonly PastForecast[], wanted = {}, hasVip = false) =>
  AlertPreview.parse(
    await createPreviewAlerts({
      readStatedSignals: async () => ({ minutes: signals.map(({ at }) => at), signals }),
      feed: { symbols: ['EURUSD', 'GBPUSD', 'USDJPY'] },
      hours: { calendar: 'forex', window: null },
      mayUseVip: () => hasVip,
    })(user, wanted),
  );

it('counts alerts and their outcomes, without a rate while there are few', async () => {
  const signals = [past(0), past(20), past(40, { outcome: 'neutral' }), past(60, { outcome: 'void' }), past(61)];
  expect(await preview(signals)).toEqual({
    minutes: 5,
    since: new Date(start).toISOString(),
    alerts: 4,
    successful: 1,
    unsuccessful: 1,
    neutral: 1,
    void: 1,
    winRate: null,
    low: null,
    high: null,
  });
});

it('states a win rate with its interval from a hundred outcomes on', async () => {
  const signals = Array.from({ length: 200 }, (_, i) => past(i * 20));
  const { alerts, winRate, low, high } = await preview(signals);
  expect([alerts, winRate]).toEqual([200, 0.5]);
  expect(low).toBeLessThan(0.5);
  expect(high).toBeGreaterThan(0.5);
});

it('leaves out what the rule does not fit, the VIP model without its balance, and a closing market', async () => {
  const friday = Date.parse('2026-03-06T21:57:00.000Z');
  const signals = [past(0, { duration: 3 }), past(1, { model: 'vip', symbol: 'GBPUSD' }), past(2, { at: friday })];
  expect((await preview(signals, { durations: [5] })).alerts).toBe(0);
  expect((await preview(signals, {}, true)).alerts).toBe(2);
});

it('leaves out a pair that the feed does not offer, also where the rule names it', async () => {
  const signals = [past(0, { symbol: 'EURGBP' }), past(30)];
  expect((await preview(signals)).alerts).toBe(1);
  expect((await preview(signals, { symbols: ['EURGBP'] })).alerts).toBe(0);
});

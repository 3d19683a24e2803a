import { describe, expect, it } from 'vitest';
import { minuteMs } from '../time.ts';
import { noAlerts } from './alert-rule.ts';
import { type PastForecast, replayAlerts } from './replay-alerts.ts';

const start = Date.parse('2026-03-03T15:00:00.000Z');
const past = (minute: number, change: Partial<PastForecast> = {}): PastForecast => ({
  at: start + minute * minuteMs,
  model: 'kurs_ai_v2',
  symbol: 'EURUSD',
  duration: 5,
  passability: 57,
  outcome: 'successful',
  ...change,
});
const pairs = ['EURUSD', 'GBPUSD', 'AUDUSD', 'USDJPY'];
const getMinutes = (alerts: readonly PastForecast[]) => alerts.map(({ at }) => (at - start) / minuteMs);

describe('a replayed rule', () => {
  it('alerts once a minute, of the strongest forecast that fits', () => {
    const minute = [
      past(0),
      past(0, { symbol: 'GBPUSD', passability: 59 }),
      past(0, { symbol: 'AUDUSD', duration: 3 }),
    ];
    expect(replayAlerts({ ...noAlerts, durations: [5] }, minute, () => true)).toEqual([minute[1]]);
  });

  it('alerts of a pair again after 20 minutes', () => {
    const all = Array.from({ length: 45 }, (_, minute) => past(minute));
    expect(getMinutes(replayAlerts(noAlerts, all, () => true))).toEqual([0, 20, 40]);
  });

  it('alerts at most so often in any hour', () => {
    const all = Array.from({ length: 90 }, (_, minute) => past(minute, { symbol: pairs[minute % 4] ?? '' }));
    expect(getMinutes(replayAlerts({ ...noAlerts, perHour: 3 }, all, () => true))).toEqual([0, 1, 2, 60, 61, 62]);
  });

  it('is silent in quiet hours, below its passability, and about models that are not open', () => {
    const rule = { ...noAlerts, minPassability: 56 };
    const quiet = { ...rule, quietHours: { from: '15:00', to: '15:10', timezone: 'UTC' } };
    const all = [past(0), past(10, { passability: 55 }), past(11), past(12, { model: 'vip', symbol: 'GBPUSD' })];
    expect(getMinutes(replayAlerts(quiet, all, ({ model }) => model !== 'vip'))).toEqual([11]);
  });
});

import { describe, expect, it } from 'vitest';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import { hasEdge } from '#domain/signals/edge.ts';
import { dayMs } from '#domain/time.ts';
import { decisionsBetween, type StatedMarket, statisticsBetween } from '#tests/support/record/stated-days.ts';
import type { CalibrationStatistics } from './calibration/calibration-statistics.ts';
import { calibrateFromDays } from './calibration/check-calibration.ts';
import { conservativeCalibration } from './calibration/conservative-calibration.ts';
import { computeFactorTable } from './calibration/estimate-factors.ts';
import { calibrateForecast } from './calibration/feed-calibration.ts';

const start = Date.parse('2026-03-02T00:00:00Z');
const model = 'kurs_ai_v2';
/** The model's edge is gone in the evening and twice as large by day. */
const market: StatedMarket = { pairs: 28, getFactor: (session) => ({ day: 2, evening: 0, rollover: 1 })[session] };

/** Calibrated after each day, as the product is; the signals of the days after the 30th. */
function signalsAfter(learned: number, days: number) {
  const signals = new Map<MarketSession, { count: number; stated: number; won: number }>();
  const seen: CalibrationStatistics[] = [];
  let inUse = conservativeCalibration;
  for (let day = 0; day < days; day += 1) {
    const [from, to] = [start + day * dayMs, start + (day + 1) * dayMs];
    for (const { forecast, outcome } of day < learned ? [] : decisionsBetween(from, to, market)) {
      const passability = 100 * Math.max(forecast.pUp, 1 - forecast.pUp);
      const file = {
        model,
        modelVersion: 'test',
        symbol: 'EURUSD',
        barTime: from,
      } as const;
      const stated = calibrateForecast({ ...file, ...forecast, passability }, inUse);
      if (!hasEdge({ model, probability: stated.passability, payout: 0.82 })) continue;
      const own = signals.get(stated.session) ?? { count: 0, stated: 0, won: 0 };
      own.count += 1;
      own.stated += stated.passability;
      own.won += stated.pUp > 0.5 === outcome > 0 ? 100 : 0;
      signals.set(stated.session, own);
    }
    seen.push(statisticsBetween(from, to, market));
    const result = calibrateFromDays(seen, model, inUse.factors);
    if (result.kind === 'accepted') inUse = { id: `day${day}`, factors: computeFactorTable(result.factors) };
  }
  return signals;
}

describe('on a feed without an edge in the evening and twice the edge by day', () => {
  const signals = signalsAfter(30, 45);

  it('what is stated is within a point of what comes, after 30 days', () => {
    for (const session of marketSessions.filter((one) => one !== 'evening')) {
      const { count = 0, stated = 0, won = 0 } = signals.get(session) ?? {};
      expect(count).toBeGreaterThan(4_000);
      expect(Math.abs(stated - won) / count).toBeLessThan(1);
    }
  });

  it('the evening has no signals', () => {
    expect(signals.has('evening')).toBe(false);
  });
});

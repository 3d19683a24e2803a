import { conservativeCalibration } from '#engine/forecast/forecaster.ts';
import { describe, expect, it } from 'vitest';
import { durations } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import { dayMs } from '#domain/time.ts';
import { type StatedMarket, statisticsBetween } from '#tests/support/record/stated-days.ts';
import { bySessionAndDuration, type CalibrationStatistics, countDecisions } from './calibration-statistics.ts';
import { calibrateFromDays, sumUp } from './check-calibration.ts';
import { type FactorTable } from './calibration.ts';
import { estimateFactors, computeFactorTable } from './estimate-factors.ts';

const start = Date.parse('2026-03-02T00:00:00Z');
const model = 'kurs_ai_v2';
const everywhere = (factor: number): FactorTable => bySessionAndDuration(() => factor);

const getDays = (days: number, market: StatedMarket, first = 0): CalibrationStatistics[] =>
  Array.from({ length: days }, (_, day) =>
    statisticsBetween(start + (first + day) * dayMs, start + (first + day + 1) * dayMs, market),
  );

describe('the factors of a feed', () => {
  const getFactor = (session: MarketSession): number => ({ day: 2, evening: 0, rollover: 1 })[session];

  it('are found in 60 days, within their intervals', () => {
    const factors = estimateFactors(sumUp(getDays(60, { getFactor })));
    expect(factors).toHaveLength(marketSessions.length * durations.length);
    const held = factors.filter(({ session, low, high }) => low <= getFactor(session) && getFactor(session) <= high);
    expect(held.length).toBeGreaterThanOrEqual(12);
    for (const { session, factor } of factors) expect(Math.abs(factor - getFactor(session))).toBeLessThan(0.35);
  });

  it('stay near the file’s own while little was seen, and below it nothing is estimated', () => {
    const oneDay = getDays(1, { getFactor: () => 0, pairs: 28 });
    expect(estimateFactors(sumUp(oneDay))).toEqual([]);
    expect(computeFactorTable([])).toEqual(conservativeCalibration.factors);
    const [few, many] = [3, 40].map((days) =>
      estimateFactors(sumUp(getDays(days, { getFactor: () => 0.2, pairs: 28 }))).find(
        ({ session, duration }) => session === 'day' && duration === 5,
      ),
    );
    expect((few?.high ?? 0) - (few?.low ?? 0)).toBeGreaterThan((many?.high ?? 0) - (many?.low ?? 0));
    expect(many?.factor).toBeCloseTo(0.2, 1);
  });

  it('are as uncertain as one pair when all pairs move as one', () => {
    const width = (market: Partial<StatedMarket>): number => {
      const all = estimateFactors(sumUp(getDays(60, { getFactor: () => 1, ...market })));
      const one = all.find(({ session, duration }) => session === 'day' && duration === 5);
      return (one?.high ?? 0) - (one?.low ?? 0);
    };
    expect(width({ pairs: 12, isOne: true }) / width({ pairs: 1 })).toBeCloseTo(1, 0);
    expect(width({ pairs: 12, isOne: true })).toBeGreaterThan(2 * width({ pairs: 12 }));
  });

  it('do not depend on how the days are added up', () => {
    const days = getDays(30, { getFactor });
    const halves = sumUp([sumUp(days.slice(0, 11)), sumUp(days.slice(11))]);
    expect(countDecisions(halves)).toBe(countDecisions(sumUp(days)));
    expect(estimateFactors(halves)).toEqual(estimateFactors(sumUp(days)));
  });
});

describe('a calibration', () => {
  it('needs nine days, so that three can be held out', () => {
    const days = getDays(9, { getFactor: () => 1, pairs: 28 });
    expect(calibrateFromDays(days.slice(1), model, everywhere(1))).toEqual({ kind: 'too_few_days' });
    expect(calibrateFromDays(days, model, everywhere(1)).kind).toBe('accepted');
  });

  it('replaces one that the newest days contradict', () => {
    const days = getDays(40, { getFactor: () => 0.3, pairs: 12 });
    expect(calibrateFromDays(days, model, everywhere(1)).kind).toBe('accepted');
  });

  it('is rejected when the newest week contradicts it more than the one in use', () => {
    const before = getDays(40, { getFactor: () => 2, pairs: 28 });
    const changed = getDays(7, { getFactor: () => 0.2, pairs: 28 }, 40);
    const result = calibrateFromDays([...before, ...changed], model, everywhere(0.5));
    expect(result).toMatchObject({ kind: 'rejected' });
  });
});

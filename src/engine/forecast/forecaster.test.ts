import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durations } from '#domain/market/duration.ts';
import { ageForecast, type Forecast, conservativeCalibration, calibrateForecast } from './forecaster.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import { bySessionAndDuration } from './calibration/calibration-statistics.ts';

const decidedAt = Date.parse('2018-10-02T10:01:00Z');
const forecast: Forecast = {
  model: 'kurs_ai_v2',
  modelVersion: 'test.1',
  symbol: 'EURUSD',
  barTime: decidedAt - 60_000,
  decidedAt,
  duration: 5,
  pUp: 0.44,
  passability: 56,
  session: 'day',
};

describe('an ageing forecast', () => {
  it('is unchanged at the close of its bar', () => {
    expect(ageForecast(forecast, decidedAt)).toEqual({ ...forecast, asOf: decidedAt });
    expect(ageForecast(forecast, decidedAt - 500)).toEqual({ ...forecast, asOf: decidedAt - 500 });
  });

  it('loses the measured share of its edge in a minute, half of that in half a minute, and never its direction', () => {
    const late = ageForecast(forecast, decidedAt + 60_000);
    expect(late.passability).toBeCloseTo(50 + 6 * 0.73, 10);
    expect(late.pUp).toBeCloseTo(0.5 - 0.06 * 0.73, 10);
    expect(ageForecast(forecast, decidedAt + 30_000).passability).toBeCloseTo(50 + 6 * 0.865, 10);
    expect(ageForecast(forecast, decidedAt + 600_000).passability).toBe(late.passability);
  });

  it('ages on from where it is', () => {
    const early = ageForecast(forecast, decidedAt + 10_000);
    const { passability } = ageForecast(forecast, decidedAt + 25_000);
    expect(ageForecast(early, decidedAt + 25_000).passability).toBeCloseTo(passability, 10);
  });

  it.each(durations)('of %i minutes keeps its probability inside (0, 1)', (duration) => {
    const { pUp } = ageForecast({ ...forecast, duration, pUp: 0.9, passability: 90 }, decidedAt + 60_000);
    expect(pUp).toBeGreaterThan(0.5);
    expect(pUp).toBeLessThan(0.9);
  });
});

const stated = (pUp: number, session: Forecast['session'] = 'day'): Forecast => {
  const passability = 100 * Math.max(pUp, 1 - pUp);
  return {
    model: 'kurs_ai_v2',
    modelVersion: '2018-10-01.5b78dfc0',
    symbol: 'EURUSD',
    barTime: 0,
    decidedAt: 60_000,
    duration: 5,
    pUp,
    passability,
    session,
  };
};
const applied = (factor: number) => ({ id: 'ab12cd34', factors: bySessionAndDuration(() => factor) });
const probability = fc.double({ min: 0.02, max: 0.98, noNaN: true });
const factors = fc.double({ min: 0, max: 3, noNaN: true });

describe('a forecast on a calibrated feed', () => {
  it('has its log-odds multiplied, and names the calibration', () => {
    const { pUp, passability, modelVersion } = calibrateForecast(stated(0.6), applied(0.5));
    expect(Math.log(pUp / (1 - pUp))).toBeCloseTo(0.5 * Math.log(1.5), 12);
    expect(passability).toBe(100 * pUp);
    expect(modelVersion).toBe('2018-10-01.5b78dfc0+ab12cd34');
  });

  it('keeps its side and its place in the order, also at factor 0', () => {
    fc.assert(
      fc.property(probability, probability, factors, (a, b, factor) => {
        const [one, other] = [a, b].map((pUp) => calibrateForecast(stated(pUp), applied(factor)).pUp);
        fc.pre(Math.abs(a - b) > 1e-9 && Math.abs(a - 0.5) > 1e-9);
        expect(Math.sign((one ?? 0) - (other ?? 0))).toBe(Math.sign(a - b));
        expect(Math.sign((one ?? 0) - 0.5)).toBe(Math.sign(a - 0.5));
      }),
    );
  });

  it('states less than its file until the feed has been calibrated, and says so', () => {
    for (const session of marketSessions) {
      const { passability, modelVersion } = calibrateForecast(stated(0.62, session), conservativeCalibration);
      expect(passability).toBeLessThan(62);
      expect(modelVersion).toBe('2018-10-01.5b78dfc0+uncalibrated');
    }
  });
});

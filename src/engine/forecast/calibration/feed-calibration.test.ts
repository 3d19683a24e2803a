import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketSessions } from '#domain/market/market-session.ts';
import { bySessionAndDuration } from './calibration-statistics.ts';
import { conservativeCalibration } from './conservative-calibration.ts';
import { calibrateForecast } from './feed-calibration.ts';
import type { Forecast } from '../forecaster.ts';

const forecast = (pUp: number, session: Forecast['session'] = 'day'): Forecast => {
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
    const { pUp, passability, modelVersion } = calibrateForecast(forecast(0.6), applied(0.5));
    expect(Math.log(pUp / (1 - pUp))).toBeCloseTo(0.5 * Math.log(1.5), 12);
    expect(passability).toBe(100 * pUp);
    expect(modelVersion).toBe('2018-10-01.5b78dfc0+ab12cd34');
  });

  it('keeps its side and its place in the order, also at factor 0', () => {
    fc.assert(
      fc.property(probability, probability, factors, (a, b, factor) => {
        const [one, other] = [a, b].map((pUp) => calibrateForecast(forecast(pUp), applied(factor)).pUp);
        fc.pre(Math.abs(a - b) > 1e-9 && Math.abs(a - 0.5) > 1e-9);
        expect(Math.sign((one ?? 0) - (other ?? 0))).toBe(Math.sign(a - b));
        expect(Math.sign((one ?? 0) - 0.5)).toBe(Math.sign(a - 0.5));
      }),
    );
  });

  it('states less than its file until the feed has been calibrated, and says so', () => {
    for (const session of marketSessions) {
      const { passability, modelVersion } = calibrateForecast(forecast(0.62, session), conservativeCalibration);
      expect(passability).toBeLessThan(62);
      expect(modelVersion).toBe('2018-10-01.5b78dfc0+uncalibrated');
    }
  });
});

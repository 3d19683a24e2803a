import { describe, expect, it } from 'vitest';
import { durations } from '#domain/market/duration.ts';
import { ageForecast } from './age-forecast.ts';
import type { Forecast } from './forecaster.ts';

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

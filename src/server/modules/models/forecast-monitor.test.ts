import { describe, expect, it } from 'vitest';
import { aForecast } from '#tests/support/record/stated-forecasts.ts';
import { minuteMs } from '#domain/time.ts';
import { createForecastMonitor } from './forecast-monitor.ts';

const start = Date.parse('2026-03-02T09:00:00.000Z');

const toForecast = (minute: number, passability: number) =>
  aForecast({
    model: 'kurs_ai_v1',
    duration: 5,
    symbol: 'EURUSD',
    passability,
    direction: 'BUY',
    now: start + minute * minuteMs,
  });

describe('forecast pace of a model', () => {
  it('is unknown before its first forecast', () => {
    expect(createForecastMonitor().getPace('kurs_ai_v1')).toEqual({
      lastForecastAt: null,
      forecastsPerMinute: null,
      abstainedShare: null,
    });
  });

  it('is the mean since the start, with the share of abstentions', () => {
    const monitor = createForecastMonitor();
    monitor.add([toForecast(0, 56), toForecast(0, 54), toForecast(1, 52), toForecast(1, 51)]);
    expect(monitor.getPace('kurs_ai_v1')).toEqual({
      lastForecastAt: start + minuteMs,
      forecastsPerMinute: 2,
      abstainedShare: 0.75,
    });
  });

  it('covers one hour, and drops when a model is silent while others forecast', () => {
    const monitor = createForecastMonitor();
    for (let minute = 0; minute < 90; minute++) monitor.add([toForecast(minute, minute < 30 ? 56 : 51)]);
    expect(monitor.getPace('kurs_ai_v1')).toMatchObject({ forecastsPerMinute: 1, abstainedShare: 1 });
    for (let minute = 90; minute < 120; minute++) monitor.add([{ ...toForecast(minute, 51), model: 'kurs_ai_v2' }]);
    expect(monitor.getPace('kurs_ai_v1')).toMatchObject({
      lastForecastAt: start + 89 * minuteMs,
      forecastsPerMinute: 0.5,
    });
  });
});

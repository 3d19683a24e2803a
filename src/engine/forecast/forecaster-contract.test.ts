import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { durations } from '#domain/duration.ts';
import { aLogisticFile, aTreeFile } from '#tests/support/model-files.ts';
import { wanderingBars } from '#tests/support/wandering-bars.ts';
import type { Bar } from '../bar/bar.ts';
import { createFeatureStream, featureInfos, featureNames, warmUpBars } from '../features/feature-stream.ts';
import { createForecaster } from './create-forecaster.ts';
import type { Forecast, Forecaster } from './forecaster.ts';

const trained = (key: string): string => readFileSync(new URL(`../../../models/${key}.json`, import.meta.url), 'utf8');

const start = Date.parse('2018-03-06T12:00:00Z');
const bars = wanderingBars({ start, count: 900 });

/** What a forecaster says after every bar, for every duration. */
function forecastsOf(forecaster: Forecaster, of: readonly Bar[]): (Forecast | null)[] {
  const stream = createFeatureStream('EURUSD');
  return of.flatMap((bar) => {
    const features = stream.push(bar);
    return durations.map((duration) => features && forecaster.forecast('EURUSD', bar.time, features, duration));
  });
}

/** The vector after the last bar, copied. */
function lastVector(): Float64Array {
  const stream = createFeatureStream('EURUSD');
  return Float64Array.from(bars.map((bar) => stream.push(bar)).at(-1) ?? []);
}

// The one promise of every local model; a new model joins this table.
describe.each([
  ['a small logistic regression', JSON.stringify(aLogisticFile())],
  ['a small tree ensemble', JSON.stringify(aTreeFile())],
  ['kurs_ai_v1 as trained', trained('kurs_ai_v1')],
  ['kurs_ai_v2 as trained', trained('kurs_ai_v2')],
])('%s', (_name, text) => {
  const forecaster = createForecaster(text);
  const forecasts = forecastsOf(forecaster, bars);

  it('says nothing while the features warm up, and something ever after', () => {
    const silent = (warmUpBars - 1) * durations.length;
    expect(forecasts.slice(0, silent).every((forecast) => forecast === null)).toBe(true);
    expect(forecasts.slice(silent).every((forecast) => forecast !== null)).toBe(true);
  });

  it('says the same to the bit when it is asked again, by another instance, of a prefix', () => {
    const prefix = forecastsOf(createForecaster(text), bars.slice(0, 500));
    expect(prefix).toEqual(forecasts.slice(0, prefix.length));
    expect(forecastsOf(forecaster, bars)).toEqual(forecasts);
  });

  it('states probabilities strictly inside 0 and 1, also for features beyond all measure', () => {
    const wild = [1e9, -1e9, 0].map((value) => Float64Array.from(featureNames, () => value));
    const stated = wild.flatMap((features) =>
      durations.map((d) => forecaster.forecast('EURUSD', start, features, d)?.pUp),
    );
    for (const pUp of [...stated, ...forecasts.flatMap((forecast) => forecast?.pUp ?? [])]) {
      expect(pUp).toBeGreaterThan(0);
      expect(pUp).toBeLessThan(1);
    }
  });

  it('says nothing on features that are no numbers', () => {
    const broken = Float64Array.from(featureNames, () => Number.NaN);
    for (const duration of durations) expect(forecaster.forecast('EURUSD', start, broken, duration)).toBeNull();
  });

  it('abstains below its threshold and signals from it on', () => {
    const file = JSON.parse(text) as { durations: Record<string, { signalFrom: number }> };
    for (const forecast of forecasts) {
      if (!forecast) continue;
      expect(forecast.passability).toBe(100 * Math.max(forecast.pUp, 1 - forecast.pUp));
      expect(forecast.signalled).toBe(forecast.passability >= (file.durations[forecast.duration]?.signalFrom ?? 0));
      expect(forecast.decidedAt).toBe(forecast.barTime + 60_000);
    }
    expect(forecasts.some((forecast) => forecast?.signalled === false)).toBe(true);
  });

  it('gives the opposite answer to a market upside down', () => {
    const upright = lastVector();
    const turned = upright.map((value, i) => (featureInfos[i]?.mirrored ? -value : value));
    for (const duration of durations) {
      const up = forecaster.forecast('EURUSD', start, upright, duration)?.pUp ?? Number.NaN;
      const down = forecaster.forecast('EURUSD', start, turned, duration)?.pUp ?? Number.NaN;
      expect(up + down).toBeCloseTo(1, 12);
    }
  });

  it('explains itself: the effects lead from 50 to the stated P(up)', () => {
    const features = lastVector();
    for (const duration of durations) {
      const stated = forecaster.forecast('EURUSD', start, features, duration);
      const { contributions, baseRate, sampleSize } = forecaster.explain('EURUSD', start, features, duration);
      const sum = contributions.reduce((total, { effect }) => total + effect, 50);
      expect(sum).toBeCloseTo(100 * (stated?.pUp ?? Number.NaN), 9);
      expect(contributions.every(({ feature, value }) => value === features[featureNames.indexOf(feature)])).toBe(true);
      expect(sampleSize).toBeGreaterThan(0);
      expect(baseRate).toBeGreaterThan(0);
    }
  });
});

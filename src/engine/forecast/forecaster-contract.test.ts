import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { durations } from '#domain/market/duration.ts';
import { marketSessionAt } from '#domain/market/market-session.ts';
import { aLogisticFile, aMarketFile, aStackFile, aTreeFile, aVoteFile } from '#tests/support/market/model-files.ts';
import { wanderingMarket } from '#tests/support/market/wandering-bars.ts';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { warmUpBars } from '../features/feature-stream.ts';
import { createMarketFeatures, featureInfos, featureNames } from '../features/market-features.ts';
import { bySessionAndDuration } from './calibration/calibration-statistics.ts';
import { parseForecaster } from './parse-forecaster.ts';
import type { Forecast, Forecaster, LocalForecaster } from './forecaster.ts';

const folder = new URL('../../../models/', import.meta.url);
const trained = (key: string): string => readFileSync(new URL(`${key}.json`, folder), 'utf8');
const trainedKeys = (
  JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as { models: { key: string }[] }
).models.map(({ key }) => key);

const start = Date.parse('2018-03-06T12:00:00Z');
const length = 420;
const market = wanderingMarket({ start, count: length });
const symbols = [...market.keys()];

/** A prefix of the market: the bars that had closed after `count` minutes. */
const prefix = (count: number): Map<string, readonly Bar[]> =>
  new Map([...market].map(([symbol, bars]) => [symbol, bars.slice(0, count)]));

/** A forecaster's forecasts of every pair after every minute, for every duration. */
function getForecasts(forecaster: Forecaster, of: ReadonlyMap<string, readonly Bar[]>): (Forecast | null)[] {
  const features = createMarketFeatures(symbols);
  const minutes = Math.max(...[...of.values()].map((bars) => bars.length));
  return Array.from({ length: minutes }, (_, i) => {
    closeMinute(features, of, i);
    return symbols.flatMap((symbol, pair) => {
      const vector = features.vector(pair);
      return durations.map((d) => vector && forecaster.forecast(symbol, start + i * minuteMs, vector, d));
    });
  }).flat();
}

function closeMinute(
  features: ReturnType<typeof createMarketFeatures>,
  of: ReadonlyMap<string, readonly Bar[]>,
  i: number,
): void {
  symbols.forEach((symbol, pair) => {
    const bar = of.get(symbol)?.[i];
    if (bar) features.push(pair, bar);
  });
  features.close(start + i * minuteMs);
}

/** The vector of a pair after the last minute, copied. */
function lastVector(pair = 0): Float64Array {
  const features = createMarketFeatures(symbols);
  for (let i = 0; i < length; i += 1) closeMinute(features, market, i);
  return Float64Array.from(features.vector(pair) ?? []);
}

/**
 * Creates the forecaster of the last text, after those of the preceding texts, which a stack may
 * weigh.
 */
const create = (texts: readonly string[]): LocalForecaster =>
  texts.reduce<LocalForecaster[]>((made, text) => [...made, parseForecaster(text, made)], []).at(-1) as LocalForecaster;

const small = [aTreeFile(), aLogisticFile(), aVoteFile(), aMarketFile()].map((file) => JSON.stringify(file));
const asTrained = (key: string): string[] =>
  [...(key === 'vip' ? trainedKeys.filter((one) => one !== key) : []), key].map(trained);

// The contract of every local model; add a new model to this table.
describe.each([
  ['a small logistic regression', [JSON.stringify(aLogisticFile())]],
  ['a small tree ensemble', [JSON.stringify(aTreeFile())]],
  ['a small voting model', [JSON.stringify(aVoteFile())]],
  ['a small model of market features', [JSON.stringify(aMarketFile())]],
  ['a small stack', [...small, JSON.stringify(aStackFile())]],
  ...trainedKeys.map((key): [string, string[]] => [`${key} as trained`, asTrained(key)]),
])('%s', (_name, texts) => {
  const forecaster = create(texts);
  const forecasts = getForecasts(forecaster, market);
  const features = lastVector();

  it('returns null during the warm-up of the features and a forecast ever after', () => {
    const silent = (warmUpBars - 1) * durations.length * symbols.length;
    expect(forecasts.slice(0, silent).every((forecast) => forecast === null)).toBe(true);
    expect(forecasts.slice(silent).every((forecast) => forecast !== null)).toBe(true);
  });

  it.each([300, 419])('gives bit-identical forecasts whether or not bars follow minute %i', (count) => {
    const before = getForecasts(create(texts), prefix(count));
    expect(before).toEqual(forecasts.slice(0, before.length));
  });

  it('gives bit-identical forecasts when called again', () => {
    expect(getForecasts(forecaster, market)).toEqual(forecasts);
  });

  it('states probabilities strictly inside 0 and 1, even for extreme features', () => {
    const wild = [1e9, -1e9, 0].map((value) => Float64Array.from(featureNames, () => value));
    const stated = wild.flatMap((vector) => durations.map((d) => forecaster.forecast('EURUSD', start, vector, d)?.pUp));
    for (const pUp of [...stated, ...forecasts.flatMap((forecast) => forecast?.pUp ?? [])]) {
      expect(pUp).toBeGreaterThan(0);
      expect(pUp).toBeLessThan(1);
    }
  });

  it('returns null for features that are not numbers', () => {
    const broken = Float64Array.from(featureNames, () => Number.NaN);
    for (const duration of durations) {
      expect(forecaster.forecast('EURUSD', start, broken, duration)).toBeNull();
      expect(forecaster.explain('EURUSD', start, broken, duration).contributions).toEqual([]);
    }
  });

  it('states the probability of its side at the close of the bar', () => {
    for (const forecast of forecasts) {
      if (!forecast) continue;
      expect(forecast.passability).toBe(100 * Math.max(forecast.pUp, 1 - forecast.pUp));
      expect(forecast.decidedAt).toBe(forecast.barTime + minuteMs);
    }
  });

  it('gives the opposite forecast in an inverted market', () => {
    const turned = features.map((value, i) => (featureInfos[i]?.mirrored ? -value : value));
    for (const duration of durations) {
      const up = forecaster.forecast('EURUSD', start, features, duration)?.pUp ?? Number.NaN;
      const down = forecaster.forecast('EURUSD', start, turned, duration)?.pUp ?? Number.NaN;
      expect(up + down).toBeCloseTo(1, 12);
    }
  });

  it('explains itself with effects that sum from 50 to the stated P(up)', () => {
    for (const duration of durations) {
      const stated = forecaster.forecast('EURUSD', start, features, duration);
      const { contributions, baseRate, sampleSize } = forecaster.explain('EURUSD', start, features, duration);
      const sum = contributions.reduce((total, { effect }) => total + effect, 50);
      expect(sum).toBeCloseTo(100 * (stated?.pUp ?? Number.NaN), 9);
      expect(sampleSize).toBeGreaterThan(0);
      expect(baseRate).toBeGreaterThan(0);
    }
  });

  it('compares itself with outcomes of the same forecasts of its file, also on a calibrated feed', () => {
    const onFeed = forecaster.onFeed({ id: 'ab12cd34', factors: bySessionAndDuration(() => 0.4) });
    for (const duration of durations) {
      const { baseRate, sampleSize } = forecaster.explain('EURUSD', start, features, duration);
      const explained = onFeed.explain('EURUSD', start, features, duration);
      expect(explained).toMatchObject({ baseRate, sampleSize });
      const sum = explained.contributions.reduce((total, { effect }) => total + effect, 50);
      expect(sum).toBeCloseTo(100 * (onFeed.forecast('EURUSD', start, features, duration)?.pUp ?? Number.NaN), 9);
    }
  });

  it('explains itself with its inputs: unchanged features, or the statements of its members', () => {
    const members = texts.slice(0, -1).map((_, i) => create(texts.slice(0, i + 1)));
    const session = marketSessionAt(start + minuteMs);
    for (const { feature, value } of forecaster.explain('EURUSD', start, features, 5).contributions) {
      const member = members.find(({ key }) => key === feature);
      const stated = member?.stateScore(member.score({ symbol: 'EURUSD', session, features }, 5), session, 5);
      if (stated !== undefined) expect(value).toBe(100 * stated);
      else if (feature !== 'pair_reversion') expect(value).toBe(features[featureNames.indexOf(feature)]);
    }
  });
});

it('returns null from a market model for a single pair, and from a stack that contains it', () => {
  const [bars] = market.values();
  const alone = createMarketFeatures(['EURUSD']);
  for (const bar of bars ?? []) alone.push(0, bar);
  alone.close(start + (length - 1) * minuteMs);
  const vector = alone.vector(0) ?? new Float64Array(0);
  const says = (texts: readonly string[]) => create(texts).forecast('EURUSD', start, vector, 5);
  expect(says([JSON.stringify(aMarketFile())])).toBeNull();
  expect(says([...small, JSON.stringify(aStackFile())])).toBeNull();
  expect(says([JSON.stringify(aTreeFile())])).not.toBeNull();
});

it.each([
  ['without its members', [JSON.stringify(aStackFile())], 'its member kurs_ai_v2 is unavailable'],
  [
    'with another version of a member',
    [JSON.stringify({ ...aTreeFile(), version: 'test.2' }), ...small.slice(1), JSON.stringify(aStackFile())],
    'its member kurs_ai_v2 has another version than the one it was fitted to',
  ],
])('rejects a stack %s', (_what, texts, reason) => {
  expect(() => create(texts)).toThrow(reason);
});

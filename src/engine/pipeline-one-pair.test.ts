import { describe, expect, it } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import type { Bar } from './bar/bar.ts';
import { warmUpBars } from './features/feature-stream.ts';
import type { Forecast, Forecaster } from './forecast/forecaster.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';
import type { Tick } from './tick/tick.ts';

const start = Date.parse('2026-03-03T10:00:00.000Z');

/** Always forecasts UP, so that the tests cover only what happens to the forecast. */
const optimist: Forecaster = {
  key: 'kurs_ai_v1',
  version: 'test',
  onFeed: () => optimist,
  forecast: (symbol, barTime, _features, duration) => ({
    model: 'kurs_ai_v1',
    modelVersion: 'test',
    symbol,
    barTime,
    decidedAt: barTime + minuteMs,
    duration,
    pUp: 0.6,
    passability: 60,
    session: 'day',
  }),
  explain: () => ({ baseRate: 0.5, sampleSize: 1, contributions: [] }),
};

/** A random walk in whole points, identical in every run. */
function bars(count: number): Bar[] {
  let level = 110_000;
  return Array.from({ length: count }, (_, i) => {
    const open = level + ((i * 7) % 5) - 2;
    level = open + ((i * 31 + 11) % 7) - 3;
    const [high, low] = [Math.max(open, level) + 1, Math.min(open, level) - 1];
    return { time: start + i * minuteMs, open: open / 1e5, high: high / 1e5, low: low / 1e5, close: level / 1e5 };
  });
}

const tick = (time: number, price: number): Tick => ({
  symbol: 'EURUSD',
  time,
  receivedAt: time,
  bid: price,
  ask: price,
});

/**
 * Opens drift by a millisecond per minute, so that no tick is at the exact instant of an expiry.
 */
const openDelay = (time: number): number => 200 + (time - start) / minuteMs;

/** Open just after the minute's start, close just before its end. */
function* createTicks(history: readonly Bar[]): Generator<Tick> {
  for (const { time, open, high, low, close } of history) {
    yield tick(time + openDelay(time), open);
    yield tick(time + 20_000, high);
    yield tick(time + 40_000, low);
    yield tick(time + 59_900, close);
  }
}

describe('pipeline with a single pair', () => {
  const history = bars(warmUpBars + 1);

  /** Filled and closed: the forecasts of the newest bar. */
  const fillAndClose = (pipeline: Pipeline, filled: readonly Bar[]): readonly Forecast[] => {
    pipeline.fill('EURUSD', filled);
    return pipeline.closeMinutes((filled.at(-1)?.time ?? 0) + minuteMs);
  };

  it('forecasts from back-filled bars at the next close', () => {
    const pipeline = createPipeline(['EURUSD'], [optimist]);
    expect(fillAndClose(pipeline, history)).toHaveLength(5);
    const now = (history.at(-1)?.time ?? 0) + minuteMs + 10_000;
    const query = { models: ['kurs_ai_v1'], symbols: ['EURUSD'], durations: [3], now } as const;
    expect(pipeline.board.list(query)).toMatchObject([{ symbol: 'EURUSD', duration: 3 }]);
    expect(pipeline.board.list({ ...query, now: now + 10 * minuteMs })).toEqual([]);
  });

  it('makes no forecast before the features are warm', () => {
    const getForecasts = (count: number) =>
      fillAndClose(createPipeline(['EURUSD'], [optimist]), history.slice(0, count));
    expect(getForecasts(warmUpBars - 1)).toEqual([]);
    expect(getForecasts(warmUpBars)).toHaveLength(5);
  });

  it('makes no forecast while the window of the features contains a feed break', () => {
    const pipeline = createPipeline(['EURUSD'], [optimist]);
    pipeline.markGap('EURUSD', start + 100 * minuteMs + 5_000, start + 100 * minuteMs + 15_000);
    const close = start + (warmUpBars + 1) * minuteMs;
    const forecasts = [...createTicks(history)].flatMap((one) => pipeline.onTick(one).forecasts);
    expect(forecasts.concat(pipeline.closeMinutes(close))).toEqual([]);
  });

  it('explains a forecast only from the features of its own bar', () => {
    const pipeline = createPipeline(['EURUSD'], [optimist]);
    const [forecast] = fillAndClose(pipeline, history);
    expect(forecast && pipeline.explain(forecast)).toMatchObject({ sampleSize: 1 });
    expect(forecast && pipeline.explain({ ...forecast, barTime: forecast.barTime - minuteMs })).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { durations } from '#domain/market/duration.ts';
import { aLogisticFile, aMarketFile } from '#tests/support/market/model-files.ts';
import { wanderingMarket } from '#tests/support/market/wandering-bars.ts';
import { minuteMs } from '#domain/time.ts';
import type { BarInput } from './bar-input.ts';
import type { Bar } from './bar/bar-builder.ts';
import { warmUpBars } from './features/feature-stream.ts';
import { createMarketFeatures } from './features/market-features.ts';
import { bySessionAndDuration } from './forecast/calibration/calibration-statistics.ts';
import { parseForecaster } from './forecast/parse-forecaster.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';
import type { Tick } from './tick/tick.ts';

const start = Date.parse('2018-03-06T12:00:00Z');
const filled = warmUpBars + 5;
const count = filled + 3;
const market = wanderingMarket({ start, count });
const symbols = [...market.keys()];
const getTimeAt = (minute: number): number => start + minute * minuteMs;

const forecasters = [parseForecaster(JSON.stringify(aLogisticFile())), parseForecaster(JSON.stringify(aMarketFile()))];
const eachPair = durations.length * forecasters.length;

/** A bar as four ticks. */
function createTicks(symbol: string, { time, open, high, low, close }: Bar): Tick[] {
  return [open, high, low, close].map((price, i) => {
    const at = time + 1_000 + i * 15_000;
    return { symbol, time: at, receivedAt: at, bid: price, ask: price };
  });
}

const toBar = (symbol: string, minute: number): Bar => market.get(symbol)?.[minute] as Bar;
const feed = (pipeline: Pipeline, symbol: string, minute: number) =>
  createTicks(symbol, toBar(symbol, minute)).flatMap((tick) => pipeline.onTick(tick).forecasts);

/** A pipeline filled up to `filled`, as after startup. */
function started(): Pipeline {
  const pipeline = createPipeline(symbols, forecasters);
  for (const [symbol, bars] of market) pipeline.fill(symbol, bars.slice(0, filled));
  return pipeline;
}

describe('the pipeline', () => {
  it('makes no forecast of a minute that one pair has closed and others are still in', () => {
    const pipeline = started();
    pipeline.closeMinutes(getTimeAt(filled));
    for (const symbol of symbols) expect(feed(pipeline, symbol, filled)).toEqual([]);
    const [first = ''] = symbols;
    expect(feed(pipeline, first, filled + 1)).toEqual([]);
    expect(pipeline.closeMinutes(getTimeAt(filled + 1))).toHaveLength(symbols.length * eachPair);
    expect(pipeline.closeMinutes(getTimeAt(filled + 1))).toEqual([]);
  });

  it('makes bit-identical forecasts to the evaluation', () => {
    const features = createMarketFeatures(symbols);
    symbols.forEach((symbol, pair) => {
      for (const bar of market.get(symbol)?.slice(0, filled + 1) ?? []) features.push(pair, bar);
    });
    features.close(getTimeAt(filled));
    const pipeline = started();
    for (const symbol of symbols) feed(pipeline, symbol, filled);
    const live = pipeline.closeMinutes(getTimeAt(filled + 1)).filter(({ barTime }) => barTime === getTimeAt(filled));
    const evaluated = symbols.flatMap((symbol, pair) =>
      forecasters.flatMap((one) =>
        durations.map((d) => one.forecast(symbol, getTimeAt(filled), features.vector(pair) ?? new Float64Array(0), d)),
      ),
    );
    expect(live).toEqual(evaluated);
  });

  it('forecasts a minute without a call when a pair has closed a later one', () => {
    const pipeline = started();
    pipeline.closeMinutes(getTimeAt(filled));
    const [first = '', ...others] = symbols;
    for (const symbol of symbols) feed(pipeline, symbol, filled);
    for (const symbol of others) feed(pipeline, symbol, filled + 1);
    const late = [...feed(pipeline, first, filled + 1), ...feed(pipeline, first, filled + 2)];
    expect(late.length).toBeGreaterThan(0);
    expect(new Set(late.map(({ barTime }) => barTime))).toEqual(new Set([getTimeAt(filled)]));
  });

  it('makes market forecasts of a filled pair once the others are filled too', () => {
    const pipeline = createPipeline(symbols, forecasters);
    const [first = ''] = symbols;
    const now = getTimeAt(filled) + 5_000;
    const ofMarket = () => pipeline.board.list({ models: ['36trade_ai_plus'], durations: [5], symbols: [first], now });
    for (const [symbol, bars] of market) pipeline.fill(symbol, bars.slice(0, filled));
    expect(ofMarket()).toEqual([]);
    pipeline.closeMinutes(now);
    expect(ofMarket()).toHaveLength(1);
  });

  it('keeps the forecasts of a minute, also when bars are back-filled and a calibration begins after it', () => {
    const pipeline = started();
    const [late = '', ...others] = symbols;
    for (const symbol of others) feed(pipeline, symbol, filled);
    pipeline.markGap(late, getTimeAt(filled - 1), getTimeAt(filled));
    const made = pipeline.closeMinutes(getTimeAt(filled + 1));
    expect(made).toHaveLength(others.length * eachPair);
    const onBoard = pipeline.board.newest();
    const factors = bySessionAndDuration(() => 0.5);
    pipeline.calibrate(new Map(forecasters.map(({ key }) => [key, { id: 'ab12cd34', factors }])));
    pipeline.fill(late, market.get(late)?.slice(0, filled + 1) ?? []);
    expect(pipeline.closeMinutes(getTimeAt(filled + 1))).toEqual([]);
    expect(pipeline.board.newest()).toEqual(onBoard);
    for (const symbol of symbols) feed(pipeline, symbol, filled + 1);
    expect(pipeline.closeMinutes(getTimeAt(filled + 2))).toHaveLength(symbols.length * eachPair);
  });

  it('uses a calibration from the next minute on, because the record may state the newest one already', () => {
    const pipeline = started();
    const ids = () => new Set(pipeline.board.newest().map(({ modelVersion }) => modelVersion.split('+')[1]));
    pipeline.closeMinutes(getTimeAt(filled));
    const factors = bySessionAndDuration(() => 0.5);
    pipeline.calibrate(new Map(forecasters.map(({ key }) => [key, { id: 'ab12cd34', factors }])));
    expect(ids()).toEqual(new Set([undefined]));
    for (const symbol of symbols) feed(pipeline, symbol, filled);
    pipeline.closeMinutes(getTimeAt(filled + 1));
    expect(ids()).toEqual(new Set(['ab12cd34']));
  });

  it('forecasts a minute again that had no forecasts, once its bars are back-filled', () => {
    const pipeline = started();
    for (const symbol of symbols) pipeline.markGap(symbol, getTimeAt(filled), getTimeAt(filled) + 5_000);
    for (const symbol of symbols) feed(pipeline, symbol, filled);
    expect(pipeline.closeMinutes(getTimeAt(filled + 1))).toEqual([]);
    for (const [symbol, bars] of market) pipeline.fill(symbol, bars.slice(0, filled + 1));
    expect(pipeline.closeMinutes(getTimeAt(filled + 1))).toHaveLength(symbols.length * eachPair);
  });

  it('excludes a pair with a reported gap from the cross-pair features of the others', () => {
    const output = (pipeline: Pipeline) => {
      for (const symbol of symbols) feed(pipeline, symbol, filled);
      return pipeline.closeMinutes(getTimeAt(filled + 1)).filter(({ model }) => model === '36trade_ai_plus');
    };
    const whole = output(started());
    const broken = started();
    const [gone = ''] = symbols;
    broken.markGap(gone, getTimeAt(filled - 20), getTimeAt(filled - 20) + 5_000);
    const rest = output(broken);
    expect(rest.some(({ symbol }) => symbol === gone)).toBe(false);
    expect(rest).toHaveLength((symbols.length - 1) * durations.length);
    for (const forecast of rest) expect(whole).not.toContainEqual(forecast);
  });

  it('journals the ticks of minutes that it saw whole, and of others that they are not known', () => {
    const rows: unknown[] = [];
    const add = (input: BarInput) => void (input[0] === 'bar' && rows.push([(input[2] - start) / minuteMs, input[7]]));
    const pipeline = createPipeline(['EURUSD'], [], { models: [], add });
    const minute = (m: number) => {
      for (const tick of createTicks('EURUSD', toBar('EURUSD', m)))
        pipeline.onTick({ ...tick, ask: tick.bid + 0.00002 });
      pipeline.closeMinutes(getTimeAt(m + 1));
    };
    pipeline.fill('EURUSD', [toBar('EURUSD', 0)]);
    pipeline.leaveOut(getTimeAt(2));
    for (const m of [1, 2, 3]) minute(m);
    pipeline.markGap('EURUSD', getTimeAt(4) + 20_000, null);
    minute(4);
    minute(5);
    pipeline.markGap('EURUSD', getTimeAt(4) + 20_000, getTimeAt(6) + 10_000);
    minute(6);
    pipeline.fill(
      'EURUSD',
      [4, 5, 6, 7].map((m) => toBar('EURUSD', m)),
    );
    for (const m of [7, 8]) minute(m);
    const { open, high, low, close } = toBar('EURUSD', 8);
    const prices = [toBar('EURUSD', 7).close, open, high, low, close];
    const moves = prices.slice(1).map((price, i) => Math.sign(price - (prices[i] ?? 0)));
    expect(rows).toEqual([
      [2, null],
      [3, [2, 4, expect.any(Number), expect.any(Number), expect.any(Number), 14]],
      [4, null],
      [5, null],
      [6, null],
      [8, [2, 4, 0, moves[3], moves.reduce((sum, move) => sum + move, 0), 14]],
    ]);
  });

  it('explains a forecast as long as it is valid, even during the next minute', () => {
    const pipeline = started();
    for (const symbol of symbols) feed(pipeline, symbol, filled);
    const forecasts = pipeline.closeMinutes(getTimeAt(filled + 1));
    const [first = ''] = symbols;
    feed(pipeline, first, filled + 1);
    for (const forecast of forecasts.filter(({ barTime }) => barTime === getTimeAt(filled))) {
      const sum = pipeline.explain(forecast)?.contributions.reduce((total, { effect }) => total + effect, 50);
      expect(sum).toBeCloseTo(100 * forecast.pUp, 9);
      expect(pipeline.explain(forecast)).toBe(pipeline.explain({ ...forecast }));
    }
  });
});

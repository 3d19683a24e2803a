import { beforeEach, describe, expect, it } from 'vitest';
import { createBoard } from '#engine/forecast/board.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { LlmForecast, LlmRequest } from '#server/modules/llm-models/llm-models.api.ts';
import { minuteMs } from '#domain/time.ts';
import { paying } from '#tests/support/market/paying.ts';
import { aForecaster } from '#tests/support/record/stated-forecasts.ts';
import { aSignalsContext } from '#tests/support/signals-context.ts';
import { noDatabase, testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { chooseForecast, type ForecastRequest } from './choose-forecast.ts';
import { listModels } from './model-catalogue.ts';

/** Tuesday, 10:00:20 and 17:30:20 in New York. */
const byDay = Date.parse('2026-03-03T15:00:20.000Z');
const thinHour = Date.parse('2026-03-03T22:30:20.000Z');
const calibratedAt = byDay + 7 * minuteMs;

const forecast: Forecast = {
  model: 'chatgpt_4o',
  modelVersion: 'gpt-4o q1',
  symbol: 'GBPUSD',
  barTime: byDay - 80_000,
  decidedAt: byDay - 20_000,
  duration: 5,
  pUp: 0.47,
  passability: 53,
  session: 'day',
};
const analysis = {
  explanation: { baseRate: 50, sampleSize: 0, contributions: [] },
  indicators: [],
  text: () => 'as stated',
};

let now: number;
let stale: string[];
let requested: LlmRequest[];
let stated: LlmForecast[];
/** What the local models forecast. */
let output: Forecast[];
/** Runs while the language model is computing. */
let meanwhile: () => void;

beforeEach(() => {
  now = byDay;
  stale = [];
  requested = [];
  stated = [{ forecast, recordIndex: 7, analysis }];
  meanwhile = () => undefined;
  output = [];
});

function aBoard() {
  const board = createBoard();
  for (const one of output) board.put(one);
  return board;
}

const choose = async (change: Partial<ForecastRequest> = {}) => {
  const platform = testPlatform(noDatabase, { clock: { now: () => now } });
  const symbols = ['EURUSD', 'GBPUSD', 'USDJPY'];
  const market = {
    ...platform.market,
    board: aBoard(),
    feed: { ...platform.market.feed, symbols },
    readyInMs: () => 6_400,
    lastTick: (symbol: string) => {
      const time = stale.includes(symbol) ? now - 5_001 : now;
      return { symbol, time, receivedAt: now, bid: 1, ask: 1 };
    },
  };
  const calibration = { getVersion: () => expect.unreachable(), estimateCalibratedAt: async () => calibratedAt };
  const ctx = aSignalsContext(
    { ...platform, market },
    {
      config: testConfig({ tradingHours: { calendar: 'forex', window: null, excludesThinHours: true } }),
      models: { forecasters: output.map(({ model }) => aForecaster(model)), metadata: new Map(), unavailable: [] },
      llmModels: {
        forecastFor: async (_model, request) => {
          requested.push(request);
          meanwhile();
          return stated;
        },
        availability: () => [{ key: 'chatgpt_4o', available: true }],
      },
      calibration,
    },
  );
  return chooseForecast(ctx, {
    user: { id: 'somebody' },
    model: 'chatgpt_4o',
    durations: [5],
    exclude: [],
    isPracticeAllowed: false,
    isVipOpen: false,
    payouts: paying(0.9),
    ...change,
  });
};

describe('a language model', () => {
  it('answers under its own name, with its own analysis', async () => {
    expect(await choose({ isPracticeAllowed: true })).toEqual({
      forecast,
      payout: 0.9,
      hasEdge: true,
      aiModel: 'chatgpt_4o',
      llm: stated[0],
      withoutEdge: 'practice',
    });
  });

  it('receives only pairs that have a fresh price and were not excluded', async () => {
    stale = ['USDJPY'];
    await choose({ exclude: ['EURUSD'] });
    expect(requested).toEqual([{ userId: 'somebody', duration: 5, symbols: ['GBPUSD'] }]);
  });

  it('gives no signal without an edge at the payout of the trader, and reports how close it was', async () => {
    stated = [{ forecast: { ...forecast, passability: 50.4 }, recordIndex: 7, analysis }];
    await expect(choose()).rejects.toMatchObject({
      code: 'no_signal',
      retryAfterS: 40,
      details: { reason: 'below_threshold', best: { symbol: 'GBPUSD', passability: 50.4, payout: 0.9 } },
    });
  });

  it('is not called in thin hours or for a stale price', async () => {
    now = thinHour;
    await expect(choose()).rejects.toMatchObject({ code: 'no_signal', details: { reason: 'thin_hours' } });
    now = byDay;
    stale = ['EURUSD'];
    await expect(choose({ symbol: 'EURUSD' })).rejects.toMatchObject({ code: 'feed_stale' });
    expect(requested).toEqual([]);
  });
});

describe('while the models lack bars', () => {
  it('says how soon they may have them, and asks no language model', async () => {
    output = [{ ...forecast, model: 'kurs_ai_v1', decidedAt: now - 2 * minuteMs, barTime: now - 3 * minuteMs }];
    for (const model of [null, 'kurs_ai_v1', 'manual', 'chatgpt_4o'] as const)
      await expect(choose({ model, symbol: 'EURUSD', isPracticeAllowed: true })).rejects.toMatchObject({
        code: 'warming_up',
        retryAfterS: 7,
        details: { readyInSeconds: 7 },
      });
    expect(requested).toEqual([]);
  });

  it('says that prices are old where they are', async () => {
    stale = ['EURUSD', 'GBPUSD', 'USDJPY'];
    await expect(choose()).rejects.toMatchObject({ code: 'feed_stale' });
  });
});

describe('the local models', () => {
  const of = (model: Forecast['model'], passability: number, change: Partial<Forecast> = {}): Forecast => ({
    ...forecast,
    model,
    decidedAt: byDay,
    pUp: passability / 100,
    passability,
    ...change,
  });

  beforeEach(() => {
    output = [of('kurs_ai_v2', 56), of('36trade_ai_plus', 57), of('vip', 60)];
  });

  it('answer with the best of them when no name is given, with the VIP model only for users who have access', async () => {
    expect(await choose({ model: null })).toMatchObject({ aiModel: '36trade_ai_plus', forecast: { passability: 57 } });
    expect(await choose({ model: null, isVipOpen: true })).toMatchObject({ aiModel: 'vip' });
  });

  it('answer for the manual model with the best forecast of the pair, with an edge or without', async () => {
    expect(await choose({ model: 'manual', symbol: 'GBPUSD' })).toMatchObject({
      aiModel: 'manual',
      forecast: { model: '36trade_ai_plus' },
    });
    output = [of('kurs_ai_v2', 51), of('13_squad', 52.5), of('vip', 53)];
    expect(await choose({ model: 'manual', symbol: 'GBPUSD' })).toMatchObject({
      aiModel: 'manual',
      forecast: { model: '13_squad' },
      hasEdge: false,
    });
  });

  it('give the best forecast as practice when that is asked for and nothing has an edge', async () => {
    expect(await choose({ model: null, isPracticeAllowed: true })).toMatchObject({
      forecast: { passability: 57 },
      hasEdge: true,
    });
    output = [of('kurs_ai_v2', 52.4), of('kurs_ai_v2', 52.3, { symbol: 'EURUSD' })];
    expect(await choose({ model: null, isPracticeAllowed: true })).toMatchObject({
      aiModel: 'kurs_ai_v2',
      forecast: { symbol: 'GBPUSD', passability: 52.4 },
      hasEdge: false,
    });
  });

  it('have an edge by the payout of the trader who asks alone', async () => {
    output = [of('kurs_ai_v2', 53)];
    const request = { model: 'kurs_ai_v2' } as const;
    expect(await choose({ ...request, payouts: paying(0.9) })).toMatchObject({ payout: 0.9, hasEdge: true });
    await expect(choose({ ...request, payouts: paying(0.82) })).rejects.toMatchObject({
      details: { reason: 'below_threshold', best: { passability: 53, payout: 0.82, breakEven: 1 / (1 + 0.82) } },
    });
    const practice = { payout: 0.82, hasEdge: false };
    expect(await choose({ ...request, payouts: paying(0.82), isPracticeAllowed: true })).toMatchObject(practice);
    expect(await choose({ model: 'manual', symbol: 'GBPUSD', payouts: paying(0.82) })).toMatchObject(practice);
  });

  it('need more of the VIP model', async () => {
    output = [of('vip', 53)];
    await expect(choose({ model: 'vip' })).rejects.toMatchObject({ code: 'no_signal' });
    output = [of('vip', 53.64)];
    expect(await choose({ model: 'vip' })).toMatchObject({ hasEdge: true });
  });

  it('answer with the highest expected value, not with the highest probability', async () => {
    output = [of('kurs_ai_v2', 56), of('kurs_ai_v2', 57, { symbol: 'EURUSD' })];
    const payouts = paying(0.92, { EURUSD: 0.82 });
    expect(await choose({ model: 'kurs_ai_v2', payouts })).toMatchObject({
      forecast: { symbol: 'GBPUSD' },
      payout: 0.92,
    });
    expect(await choose({ model: 'kurs_ai_v2' })).toMatchObject({ forecast: { symbol: 'EURUSD' } });
    output = [of('kurs_ai_v2', 56), of('kurs_ai_v1', 56.5), of('kurs_ai_v1', 57, { duration: 10 })];
    expect(await choose({ model: null, durations: [5, 10] })).toMatchObject({ forecast: { duration: 10 } });
  });

  it('have no edge in hours that the operator excludes, where practice remains', async () => {
    now = thinHour;
    output = [of('kurs_ai_v2', 60, { decidedAt: thinHour })];
    await expect(choose({ model: 'kurs_ai_v2' })).rejects.toMatchObject({ details: { reason: 'thin_hours' } });
    const practice = { forecast: { passability: 60 }, hasEdge: false };
    expect(await choose({ model: 'kurs_ai_v2', isPracticeAllowed: true })).toMatchObject(practice);
    expect(await choose({ model: 'manual', symbol: 'GBPUSD' })).toMatchObject(practice);
  });
});

describe('an answer without an edge', () => {
  const of = (passability: number, change: Partial<Forecast> = {}): Forecast => ({
    ...forecast,
    model: 'kurs_ai_v2',
    decidedAt: byDay,
    pUp: 1 - passability / 100,
    passability,
    ...change,
  });
  const refusal = async (change: Partial<ForecastRequest> = {}): Promise<unknown> => {
    const error: unknown = await choose({ model: 'kurs_ai_v2', payouts: paying(0.82), ...change }).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return (error as { details?: unknown } | null)?.details;
  };

  it('names what is best of that model now, and what it needs', async () => {
    output = [of(52), of(53, { symbol: 'EURUSD' })];
    expect(await refusal()).toEqual({
      reason: 'below_threshold',
      best: {
        aiModel: 'kurs_ai_v2',
        symbol: 'EURUSD',
        signal: 'SELL',
        duration: 5,
        passability: 53,
        payout: 0.82,
        breakEven: 1 / (1 + 0.82),
      },
      waitSeconds: null,
      resumesAt: null,
    });
  });

  it('says that only excluded pairs have an edge, and offers one of them where there is no other', async () => {
    output = [of(58), of(52, { symbol: 'EURUSD' })];
    expect(await refusal({ exclude: ['GBPUSD'] })).toMatchObject({
      reason: 'recent_pairs',
      best: { symbol: 'EURUSD' },
    });
    output = [of(58)];
    expect(await refusal({ exclude: ['GBPUSD'] })).toMatchObject({ best: { symbol: 'GBPUSD' } });
  });
});

it('the VIP model needs more than its balance, and nothing of its own until VIP_FREE_UNTIL', () => {
  const platform = testPlatform(noDatabase, { clock: { now: () => byDay } });
  const readVip = (vipFreeUntil: number | null) => {
    const access = { ...testConfig().access, vipFreeUntil };
    const models = listModels(aSignalsContext(platform, { config: testConfig({ access }) }));
    return models
      .filter(({ key }) => key === 'vip' || key === 'manual')
      .map(({ key, minBalance }) => [key, minBalance]);
  };
  expect(Object.fromEntries(readVip(null))).toEqual({ vip: 1000, manual: 10 });
  expect(Object.fromEntries(readVip(byDay + 1))).toEqual({ vip: 0, manual: 10 });
  expect(Object.fromEntries(readVip(byDay))).toEqual({ vip: 1000, manual: 10 });
});

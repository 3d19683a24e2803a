import { beforeEach, describe, expect, it } from 'vitest';
import { createBoard } from '#engine/forecast/board.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { LlmChoice, LlmRequest } from '#server/modules/llm-models/llm-models.api.ts';
import { createChooseForecast, type ForecastRequest } from './choose-forecast.ts';

/** Tuesday, 10:00:20 and 17:30:20 in New York. */
const byDay = Date.parse('2026-03-03T15:00:20.000Z');
const thinHour = Date.parse('2026-03-03T22:30:20.000Z');

const forecast: Forecast = {
  model: 'chatgpt_4o',
  modelVersion: 'gpt-4o q1',
  symbol: 'GBPUSD',
  barTime: byDay - 80_000,
  decidedAt: byDay - 20_000,
  duration: 5,
  pUp: 0.47,
  passability: 53,
  signalFrom: 51,
  signalled: true,
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
let choice: LlmChoice;
/** What the local models forecast. */
let output: Forecast[];
/** Runs while the language model is computing. */
let meanwhile: () => void;

beforeEach(() => {
  now = byDay;
  stale = [];
  requested = [];
  choice = { best: { forecast, analysis }, nearest: forecast };
  meanwhile = () => undefined;
  output = [];
});

function aBoard() {
  const board = createBoard();
  for (const one of output) board.put(one);
  return board;
}

const choose = async (change: Partial<ForecastRequest> = {}) =>
  createChooseForecast({
    market: {
      board: aBoard(),
      feed: { id: 'simulated:1', kind: 'simulated', isLive: false, symbols: ['EURUSD', 'GBPUSD', 'USDJPY'] },
      lastTick: (symbol) => ({
        symbol,
        time: stale.includes(symbol) ? now - 5_001 : now,
        receivedAt: now,
        bid: 1,
        ask: 1,
      }),
    },
    catalogue: {
      entries: () => [],
      localModels: () => output.map(({ model }) => model),
      requireAvailable: () => undefined,
    },
    llmModels: {
      forecastFor: async (_model, request) => {
        requested.push(request);
        meanwhile();
        return choice;
      },
    },
    clock: { now: () => now },
    includeThinHours: false,
  })({ model: 'chatgpt_4o', duration: 5, exclude: [], ...change });

describe('a language model', () => {
  it('answers under its own name, with its own analysis', async () => {
    expect(await choose()).toEqual({ forecast, aiModel: 'chatgpt_4o', own: analysis });
  });

  it('receives only pairs that have a fresh price and were not excluded', async () => {
    stale = ['USDJPY'];
    await choose({ exclude: ['EURUSD'] });
    expect(requested).toEqual([{ duration: 5, symbols: ['GBPUSD'] }]);
  });

  it('receives only the named pair', async () => {
    await choose({ symbol: 'EURUSD', duration: 3 });
    expect(requested).toEqual([{ duration: 3, symbols: ['EURUSD'] }]);
  });

  it('gives no signal when it abstains, and reports how close it was', async () => {
    choice = { best: null, nearest: { ...forecast, passability: 50.4, signalled: false } };
    await expect(choose()).rejects.toMatchObject({
      code: 'no_signal',
      retryAfterS: 60,
      details: { reason: 'abstained', nearest: { symbol: 'GBPUSD', passability: 50.4, signalFrom: 51 } },
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

  it('gives no signal when its pair went stale during the call', async () => {
    meanwhile = () => {
      stale = ['GBPUSD'];
    };
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
    signalFrom: 55,
    signalled: passability >= 55,
    ...change,
  });

  beforeEach(() => {
    output = [of('kurs_ai_v2', 56), of('36trade_ai_plus', 57), of('vip', 60)];
  });

  it('answer with the best of them when no name is given, with the VIP model only for users who have access', async () => {
    expect(await choose({ model: null })).toMatchObject({ aiModel: '36trade_ai_plus', forecast: { passability: 57 } });
    expect(await choose({ model: null, isVipOpen: true })).toMatchObject({ aiModel: 'vip' });
  });

  it('include the VIP model under its own name', async () => {
    expect(await choose({ model: 'vip' })).toMatchObject({ aiModel: 'vip', forecast: { passability: 60 } });
  });

  it('answer for the manual model with the most confident forecast, signal or not', async () => {
    expect(await choose({ model: 'manual', symbol: 'GBPUSD' })).toMatchObject({
      aiModel: 'manual',
      forecast: { model: '36trade_ai_plus' },
    });
    output = [of('kurs_ai_v2', 51), of('13_squad', 52.5), of('vip', 53)];
    expect(await choose({ model: 'manual', symbol: 'GBPUSD' })).toMatchObject({
      aiModel: 'manual',
      forecast: { model: '13_squad', signalled: false },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { limits } from '#domain/limits.ts';
import { type BoardQuery, createBoard } from './board.ts';
import type { Forecast } from './forecaster.ts';

const decidedAt = Date.parse('2018-10-02T10:01:00Z');

const aForecast = (changes: Partial<Forecast> = {}): Forecast => ({
  model: 'kurs_ai_v2',
  modelVersion: 'test.1',
  symbol: 'EURUSD',
  barTime: decidedAt - 60_000,
  decidedAt,
  duration: 5,
  pUp: 0.56,
  passability: 56,
  signalled: true,
  session: 'day',
  ...changes,
});

const boardWith = (...forecasts: Forecast[]) => {
  const board = createBoard();
  for (const forecast of forecasts) board.put(forecast);
  return board;
};

const query = (changes: Partial<BoardQuery> = {}): BoardQuery => ({
  models: ['kurs_ai_v1', 'kurs_ai_v2'],
  duration: 5,
  symbols: ['EURUSD', 'AUDCHF', 'USDCAD'],
  exclude: [],
  now: decidedAt + 1_000,
  ...changes,
});

describe('the best forecast', () => {
  const weaker = aForecast({ symbol: 'AUDCHF', passability: 55.5 });
  const stronger = aForecast({ symbol: 'USDCAD', passability: 58, model: 'kurs_ai_v1' });

  it('is the one with the highest passability among all models asked for', () => {
    expect(boardWith(weaker, stronger, aForecast()).best(query())).toBe(stronger);
    expect(boardWith(weaker, stronger).best(query({ models: ['kurs_ai_v2'] }))).toBe(weaker);
  });

  it.each([
    ['it abstains', aForecast({ signalled: false }), {}],
    ['its pair is excluded', aForecast(), { exclude: ['EURUSD'] }],
    ['its pair was not asked for', aForecast(), { symbols: ['USDCAD'] }],
    ['it speaks of another duration', aForecast({ duration: 10 }), {}],
    ['the next bar has closed', aForecast(), { now: decidedAt + limits.forecastOpenMs + 1 }],
  ] as const)('is none when %s', (_why, forecast, changes) => {
    expect(boardWith(forecast).best(query(changes))).toBeNull();
  });
});

describe('the newest forecast of a model, duration and pair', () => {
  it('replaces the older one, whichever comes first', () => {
    const older = aForecast({ barTime: decidedAt - 120_000, decidedAt: decidedAt - 60_000 });
    const newer = aForecast({ passability: 51, signalled: false });
    expect(boardWith(older, newer).find('kurs_ai_v2', 5, 'EURUSD')).toBe(newer);
    expect(boardWith(newer, older).find('kurs_ai_v2', 5, 'EURUSD')).toBe(newer);
  });

  it('is found though it abstains, and is nothing where nothing was said', () => {
    const abstaining = aForecast({ signalled: false });
    expect(boardWith(abstaining).find('kurs_ai_v2', 5, 'EURUSD')).toBe(abstaining);
    expect(boardWith(abstaining).find('kurs_ai_v2', 3, 'EURUSD')).toBeNull();
  });
});

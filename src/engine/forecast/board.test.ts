import { describe, expect, it } from 'vitest';
import { signalLimits } from '#domain/signals/limits.ts';
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
  durations: [5],
  symbols: ['EURUSD', 'AUDCHF', 'USDCAD'],
  now: decidedAt,
  ...changes,
});

describe('a board that is held to the versions of a minute', () => {
  const versions = new Map([['kurs_ai_v2', 'test.1']] as const);
  const other = aForecast({ modelVersion: 'test.2', passability: 58 });

  it('leaves out forecasts of that minute by another version, whenever they come', () => {
    const board = boardWith(other, aForecast({ symbol: 'AUDCHF' }), aForecast({ model: 'kurs_ai_v1' }));
    board.holdTo(decidedAt, versions);
    expect(board.newest()).toEqual([aForecast({ symbol: 'AUDCHF' })]);
    board.put(other);
    expect(board.list(query())).toEqual([aForecast({ symbol: 'AUDCHF' })]);
  });

  it('takes those of the next minute', () => {
    const board = boardWith();
    board.holdTo(decidedAt - 60_000, versions);
    board.put(other);
    expect(board.list(query())).toEqual([other]);
  });
});

describe('the list', () => {
  it('has the open forecasts of the requested models, durations and pairs, as they were stated', () => {
    const [own, other] = [aForecast(), aForecast({ symbol: 'USDCAD', model: 'kurs_ai_v1' })];
    expect(boardWith(own, other).list(query({ now: decidedAt + 30_000 }))).toEqual([other, own]);
    expect(boardWith(own, other).list(query({ models: ['kurs_ai_v2'] }))).toEqual([own]);
  });

  it.each([
    ['its pair was not requested', aForecast(), { symbols: ['USDCAD'] }],
    ['it has another duration', aForecast({ duration: 10 }), {}],
    ['the next bar has closed', aForecast(), { now: decidedAt + signalLimits.forecastOpenMs + 1 }],
  ] as const)('lacks a forecast when %s', (_why, forecast, changes) => {
    expect(boardWith(forecast).list(query(changes))).toEqual([]);
  });

  it('has the newest of a place, in any order of arrival', () => {
    const older = aForecast({ barTime: decidedAt - 120_000, decidedAt: decidedAt - 60_000 });
    const newer = aForecast({ passability: 51 });
    expect(boardWith(older, newer).list(query())).toEqual([newer]);
    expect(boardWith(newer, older).list(query())).toEqual([newer]);
  });
});

import { describe, expect, it } from 'vitest';
import { limits } from '#domain/signals/limits.ts';
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
  signalFrom: 55,
  signalled: true,
  session: 'day',
  ...changes,
});

/** As the board gives it at the close of its bar. */
const asOfClose = (forecast: Forecast): Forecast => ({ ...forecast, asOf: decidedAt });

const boardWith = (...forecasts: Forecast[]) => {
  const board = createBoard();
  for (const forecast of forecasts) board.put(forecast);
  return board;
};

const query = (changes: Partial<BoardQuery> = {}): BoardQuery => ({
  models: ['kurs_ai_v1', 'kurs_ai_v2'],
  durations: [5],
  symbols: ['EURUSD', 'AUDCHF', 'USDCAD'],
  exclude: [],
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
    expect(board.best(query())).toEqual(asOfClose(aForecast({ symbol: 'AUDCHF' })));
  });

  it('takes those of the next minute', () => {
    const board = boardWith();
    board.holdTo(decidedAt - 60_000, versions);
    board.put(other);
    expect(board.best(query())).toEqual(asOfClose(other));
  });
});

describe('best forecast', () => {
  const weaker = aForecast({ symbol: 'AUDCHF', passability: 55.5 });
  const stronger = aForecast({ symbol: 'USDCAD', passability: 58, model: 'kurs_ai_v1' });

  it('is the one with the highest passability among all requested models', () => {
    expect(boardWith(weaker, stronger, aForecast()).best(query())).toEqual(asOfClose(stronger));
    expect(boardWith(weaker, stronger).best(query({ models: ['kurs_ai_v2'] }))).toEqual(asOfClose(weaker));
  });

  it.each([
    ['it abstains', aForecast({ signalled: false }), {}],
    ['its pair is excluded', aForecast(), { exclude: ['EURUSD'] }],
    ['its pair was not requested', aForecast(), { symbols: ['USDCAD'] }],
    ['it has another duration', aForecast({ duration: 10 }), {}],
    ['the next bar has closed', aForecast(), { now: decidedAt + limits.forecastOpenMs + 1 }],
  ] as const)('is none when %s', (_why, forecast, changes) => {
    expect(boardWith(forecast).best(query(changes))).toBeNull();
  });
});

describe('nearest forecast', () => {
  it('is the strongest one when all abstain', () => {
    const far = aForecast({ symbol: 'AUDCHF', passability: 51, signalled: false });
    const near = aForecast({ passability: 54.2, signalled: false });
    const board = boardWith(far, near);
    expect(board.best(query())).toBeNull();
    expect(board.nearest(query())).toEqual(asOfClose(near));
    expect(board.nearest(query({ exclude: ['EURUSD'] }))).toEqual(asOfClose(far));
    expect(board.nearest(query({ now: decidedAt + limits.forecastOpenMs + 1 }))).toBeNull();
  });
});

describe('an ageing forecast', () => {
  it('is aged on the board and stops being a signal below its threshold', () => {
    const board = boardWith(aForecast());
    expect(board.best(query({ now: decidedAt + 30_000 }))?.passability).toBeCloseTo(55.19, 10);
    expect(board.best(query({ now: decidedAt + 50_000 }))).toBeNull();
    expect(board.find('kurs_ai_v2', 5, 'EURUSD', decidedAt + 50_000)).toMatchObject({ signalled: false });
    expect(board.find('kurs_ai_v2', 5, 'EURUSD', decidedAt + limits.forecastOpenMs + 1)).toBeNull();
  });
});

describe('newest forecast of a model, duration and pair', () => {
  it('replaces the older one in any order of arrival', () => {
    const older = aForecast({ barTime: decidedAt - 120_000, decidedAt: decidedAt - 60_000 });
    const newer = aForecast({ passability: 51, signalled: false });
    expect(boardWith(older, newer).find('kurs_ai_v2', 5, 'EURUSD', decidedAt)).toEqual(asOfClose(newer));
    expect(boardWith(newer, older).find('kurs_ai_v2', 5, 'EURUSD', decidedAt)).toEqual(asOfClose(newer));
  });

  it('is found even when it abstains, and is null when there is none', () => {
    const abstaining = aForecast({ signalled: false });
    expect(boardWith(abstaining).find('kurs_ai_v2', 5, 'EURUSD', decidedAt)).toEqual(asOfClose(abstaining));
    expect(boardWith(abstaining).find('kurs_ai_v2', 3, 'EURUSD', decidedAt)).toBeNull();
  });
});

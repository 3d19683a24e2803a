import { describe, expect, it } from 'vitest';
import { aForecast } from '#tests/support/record/stated-forecasts.ts';
import { minuteMs } from '#domain/time.ts';
import { stateMinute } from './state-minute.ts';

/** A minute in which EURUSD is the pair in turn, of two pairs in alphabetical order. */
const decidedAt = Date.parse('2026-03-02T09:02:00.000Z');
const symbols = ['GBPUSD', 'EURUSD'];
const inTurn = symbols.toSorted()[Math.floor((decidedAt - minuteMs) / minuteMs) % 2] ?? '';
/** Of another market: never in turn. */
const third = 'USDJPY';
const other = symbols.find((one) => one !== inTurn) ?? '';

const toForecast = (symbol: string, passability: number, duration: 3 | 5 = 5) =>
  aForecast({ model: 'kurs_ai_v1', symbol, passability, duration, direction: 'SELL', now: decidedAt });
const state = (forecasts: ReturnType<typeof toForecast>[], over: Partial<Parameters<typeof stateMinute>[1]> = {}) =>
  stateMinute(forecasts, { symbols, now: decidedAt, notOpen: [], ...over })?.models[0]?.statements;

describe('statements of a minute', () => {
  it('contain every forecast of the pair in turn, and every signal of the others', () => {
    const stated = state([
      toForecast(inTurn, 51),
      toForecast(other, 58),
      toForecast(inTurn, 54, 3),
      toForecast(other, 53, 3),
    ]);
    expect(stated?.map((one) => [one.symbol, one.duration, one.isInTurn, one.isSignal, one.isIssued])).toEqual([
      [inTurn, 5, true, false, false],
      [other, 5, false, true, true],
      [inTurn, 3, true, false, false],
    ]);
  });

  it('may mark a forecast of the pair in turn as issued', () => {
    const stated = state([toForecast(inTurn, 60), toForecast(other, 58)]);
    expect(stated?.map(({ isIssued }) => isIssued)).toEqual([true, false]);
    expect(stated?.[0]).toMatchObject({ isInTurn: true, direction: 'SELL', passability: 60 });
  });

  it('mark no forecast of a pair as issued that a signal may not use now', () => {
    const stated = state([toForecast(inTurn, 51), toForecast(other, 58)], { notOpen: [other] });
    expect(stated?.map(({ isIssued }) => isIssued)).toEqual([false, false]);
  });

  it('mark one signal of each duration as issued', () => {
    const forecasts = [toForecast(inTurn, 51), toForecast(other, 58), toForecast(third, 57), toForecast(third, 52, 3)];
    const stated = state(forecasts);
    expect(stated?.map((one) => [one.symbol, one.isSignal, one.isIssued])).toEqual([
      [inTurn, false, false],
      [other, true, true],
      [third, true, false],
    ]);
  });

  it('are aged to the current time, after which a forecast may no longer be a signal', () => {
    const stated = state([toForecast(inTurn, 56)], { now: decidedAt + 30_000 });
    expect(stated?.[0]?.passability).toBe(55.19);
    expect(state([toForecast(inTurn, 55.5)], { now: decidedAt + 30_000 })?.[0]).toMatchObject({
      isSignal: false,
      isIssued: false,
    });
  });

  it('are null when no model made a forecast', () => {
    expect(stateMinute([], { symbols, now: decidedAt, notOpen: [] })).toBeNull();
  });
});
